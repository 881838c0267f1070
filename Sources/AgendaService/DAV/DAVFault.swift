internal import AgendaKit
internal import AgendaSync

/// Why a request is refused: a status, and the condition that it does not meet (RFC 4918 section 16).
struct DAVFault: Error {
    var status: Int
    /// The element that names the condition; nil where a status says all.
    var condition: XMLName?
    /// The places that the condition is about, as addresses.
    var hrefs: [String] = []
    /// Further fields of the header.
    var fields: HeaderFields = [:]
    /// One sentence for who reads a log.
    var words: String?

    init(_ status: Int, _ condition: XMLName? = nil, hrefs: [String] = [], _ words: String? = nil) {
        (self.status, self.condition, self.hrefs, self.words) = (status, condition, hrefs, words)
    }

    static let notFound = DAVFault(404)
    static let preconditionFailed = DAVFault(412)

    static func forbidden(_ condition: XMLName, _ words: String? = nil) -> DAVFault {
        DAVFault(403, condition, words)
    }

    /// The device or the calendar may not be changed (RFC 3744 section 7.1.1).
    static let needsPrivileges = DAVFault(403, .dav("need-privileges"))

    /// What is served cannot be read for now: nobody is told that it is gone.
    static func away(_ words: String) -> DAVFault {
        var fault = DAVFault(503, nil, words)
        fault.fields["Retry-After"] = "30"
        return fault
    }

    /// What the library refused.
    init(_ error: AgendaError) {
        switch error.code {
        case .storeBusy, .storeReplaced: self = .away(error.description)
        case .notFound: self = DAVFault(404, nil, error.description)
        case .invalid, .notACalendar: self = DAVFault(409, nil, error.description)
        default:
            self =
                Self.isFull(error)
                ? DAVFault(507, .dav("quota-not-exceeded"), error.description)
                : DAVFault(500, nil, error.description)
        }
    }

    private static func isFull(_ error: AgendaError) -> Bool {
        switch error.reason {
        case .diskFull: true
        // A file's error keeps the system's words alone.
        case .cannotWrite(let cause): cause.contains("No space left")
        default: false
        }
    }

    var response: ServiceResponse {
        guard condition != nil || words != nil else {
            return ServiceResponse(status, fields: fields)
        }
        var output = XMLOutput()
        output.begin("D:error", isRoot: true)
        if let condition { write(condition, &output) }
        if let words { output.element(.calendarServer("reason"), words) }
        output.end("D:error")
        var response = ServiceResponse(status, fields: fields, body: .bytes(output.bytes))
        response.fields["Content-Type"] = XMLOutput.contentType
        return response
    }

    private func write(_ condition: XMLName, _ output: inout XMLOutput) {
        output.begin(condition)
        for href in hrefs { output.element("D:href", href) }
        output.end(condition)
    }
}
