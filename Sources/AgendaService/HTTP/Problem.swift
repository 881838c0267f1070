internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import AgendaSync
internal import AgendaWords

/// Why a request is refused, as RFC 9457 has it.
struct Problem: Error {
    /// The status.
    var status: Int
    /// The kind, for programs; stays the same.
    var code: String
    /// What is wrong with this request.
    var detail: String
    /// What to do about it.
    var remedy: String
    /// Further members.
    var extra: [(name: StaticString, value: any JSONValue & Sendable)] = []
    /// Further fields of the header.
    var fields: HeaderFields = [:]

    init(_ status: Int, _ code: String, _ detail: String, remedy: String) {
        (self.status, self.code, self.detail, self.remedy) = (status, code, detail, remedy)
    }

    var response: ServiceResponse {
        var json = JSONWriter()
        json.object { json in
            json.member("type", "about:blank")
            json.member("title", Self.titles[status] ?? "Error")
            json.member("status", status)
            json.member("detail", detail)
            json.member("code", code)
            json.member("remedy", remedy)
            for (name, value) in extra { json.member(name, value) }
        }
        var response = ServiceResponse(status, fields: fields, body: .bytes(json.output.bytes))
        response.fields["Content-Type"] = "application/problem+json"
        if status == 503, response.fields["Retry-After"] == nil {
            response.fields["Retry-After"] = "2"
        }
        return response
    }

    private static let titles = [
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
        412: "Precondition Failed",
        413: "Content Too Large", 415: "Unsupported Media Type", 421: "Misdirected Request",
        422: "Unprocessable Content", 428: "Precondition Required",
        429: "Too Many Requests", 500: "Internal Server Error",
        501: "Not Implemented", 503: "Service Unavailable",
    ]

    static func tooLarge(_ most: Int) -> Problem {
        Problem(
            413, "too-large", "the content has more than \(most >> 20) MiB",
            remedy: "send less at once")
    }
    static let tooSlow = Problem(
        408, "too-slow", "the content did not come in time", remedy: "send it again")

    static let notFound = Problem(
        404, "not-found", "there is nothing at this address",
        remedy: "see /v1/openapi.json for what there is")

    static func badParameter(_ name: String, _ detail: String, remedy: String) -> Problem {
        Problem(400, "bad-parameter", "\(name): \(detail)", remedy: remedy)
    }

    static func badContent(_ detail: String, remedy: String) -> Problem {
        Problem(400, "bad-content", detail, remedy: remedy)
    }

    /// Why a content that the document allows is refused all the same.
    static func unfitContent(_ detail: String, remedy: String) -> Problem {
        Problem(422, "bad-content", detail, remedy: remedy)
    }

    /// What an action refused, with its remedy.
    init(_ status: Int, _ code: String, _ failure: CommandFailure) {
        let (reason, remedy) = (failure.message?.text(in: .english) ?? "").reasonAndRemedy
        self.init(status, code, reason, remedy: remedy)
    }

    /// Why values that the document allows make no item: they do not fit one another, or what is there.
    ///
    /// - Parameter member: the one that usually does not.
    init(unfit failure: CommandFailure, member: String = "end") {
        self.init(400, "bad-content", failure)
        detail = "\(member): \(detail)"
        if failure == .usage(TimesChange.Fault.timeOfDays.sentence) {
            (status, code) = (422, "end-not-a-day")
        } else if failure.message?.key == ItemEdits.unfit(percent: 0, "").message?.key {
            // No schema says which of a to-do's values fit one another.
            status = 422
        } else if failure.message?.key == Repetition.unread("").message?.key {
            self = Problem(
                422, "unfit-repetition", "repeat: this says no repetition",
                remedy: "write it as in 'every 2 weeks on Monday until 24 December'")
        } else if failure.message?.key == Repetition.endsBeforeStart("").message?.key {
            self = Problem(
                422, "unfit-repetition", "repeat: it ends before the event begins",
                remedy: "give a later last day")
        }
    }

    /// A database beside the store cannot be used.
    init(_ error: RoomDatabaseError) {
        self.init(
            503, error.kind == .sync ? "no-accounts" : "no-devices",
            "\(error.kind.content) cannot be used: \(error)",
            remedy: "try again in a moment, or see the service's log")
        fields["Retry-After"] = "30"
    }

    /// What the library refused.
    init(_ error: AgendaError) {
        let status =
            switch error.code {
            case .notFound: 404
            case .invalid, .tooManyFiles, .notACalendar: 409
            case .storeBusy, .storeReplaced: 503
            default: 500
            }
        let remedy =
            switch status {
            case 404: "ask for the list again: it may have been changed or deleted since"
            case 409: "read the event again, and make the change to what it is now"
            case 503: "try again in a moment"
            default: "see what 'agenda doctor' says on the machine of the service"
            }
        self.init(status, "\(error.code)", error.description, remedy: remedy)
    }
}
