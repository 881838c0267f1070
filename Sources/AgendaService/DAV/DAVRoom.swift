internal import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import ICalendar

/// Answers phones, desktops and other programs by CalDAV (RFC 4791) for one request; knows of no sockets.
///
/// What it serves it asks of a ``ServedHome``. Readers never wait for writers: only what changes something takes turns.
struct DAVRoom: Sendable {
    let request: ServiceRequest
    let place: DAVPlace
    let device: Device
    let home: any ServedHome
    /// Whom the service serves.
    let person: Person
    /// What writers have sent that was not taken.
    let refused: RefusedBodies
    /// Who tells devices what changes.
    let pushes: Pushes
    /// Where others' messages are; nil where nobody tells others.
    var inbox: (any UserInbox)?

    /// What the server can (RFC 4918 section 10.1, RFC 4791 section 5.1, RFC 5689 section 3.1, WebDAV-Push "Service Detection").
    static var classes: String {
        "1, 3, extended-mkcol, calendar-access"
            + (DAVPlace.schedules ? ", calendar-auto-schedule" : "")
            + (PushCrypto.isUsable ? ", webdav-push" : "")
    }

    /// Whether a method changes something.
    static func changes(_ method: String) -> Bool {
        ["PUT", "DELETE", "MOVE", "MKCALENDAR", "MKCOL", "PROPPATCH"].contains(method)
    }

    /// With what devices ask to be told of changes.
    private static let pushing = PushCrypto.isUsable ? ["POST"] : []

    /// The methods of an address.
    static func allowed(at place: DAVPlace?) -> [String] {
        switch place {
        case .resource:
            [
                "OPTIONS", "GET", "HEAD", "PROPFIND", "REPORT", "PUT", "DELETE", "MOVE",
                "MKCALENDAR",
                "MKCOL",
            ]
        case .calendar:
            ["OPTIONS", "PROPFIND", "PROPPATCH", "REPORT", "MKCALENDAR", "MKCOL", "DELETE"]
                + pushing
        case .home: ["OPTIONS", "PROPFIND", "PROPPATCH", "REPORT"] + pushing
        case .subscription: ["OPTIONS", "DELETE"]
        case .inbox: ["OPTIONS", "PROPFIND", "PROPPATCH", "REPORT"]
        case .outbox: ["OPTIONS", "PROPFIND", "REPORT", "POST"]
        case .message: ["OPTIONS", "GET", "HEAD", "PROPFIND", "REPORT", "DELETE"]
        default: ["OPTIONS", "PROPFIND", "REPORT"]
        }
    }

    /// Whether it is asked: all below `/dav/`, and where clients look for it by other methods than those of the page.
    static func isAsked(_ request: ServiceRequest) -> Bool {
        switch request.segments?.first {
        case "dav"?, "principals"?: true
        case ".well-known"?: request.segments == [".well-known", "caldav"]
        case nil: ["PROPFIND", "REPORT", "PROPPATCH"].contains(request.method)
        default: false
        }
    }

    /// Where `/.well-known/caldav` leads, for every method (RFC 6764 section 5).
    static let redirect = ServiceResponse(
        301, fields: ["Location": DAVPlace.root.href, "Cache-Control": "max-age=86400"])

    /// The answer for who asks what there is, which everybody may.
    static func options(at place: DAVPlace?) -> ServiceResponse {
        ServiceResponse(
            200, fields: ["DAV": classes, "Allow": allowed(at: place).joined(separator: ", ")])
    }

    func answer() async -> ServiceResponse {
        do throws(DAVFault) {
            guard Self.allowed(at: place).contains(request.method) else {
                if case .calendar(let slug) = place, ["GET", "HEAD"].contains(request.method) {
                    _ = try calendar(slug)
                }
                var fault = DAVFault(405)
                fault.fields["Allow"] = Self.allowed(at: place).joined(separator: ", ")
                throw fault
            }
            var response: ServiceResponse =
                switch request.method {
                case "PROPFIND": try propfind()
                case "REPORT": try report()
                case "GET", "HEAD": try get()
                case "PUT": try await put()
                case "POST": try place == .outbox ? await askBusy() : subscribe()
                case "DELETE": try await delete()
                case "MOVE": try await move()
                case "MKCALENDAR", "MKCOL": try await makeCalendar()
                case "PROPPATCH": try await proppatch()
                default: Self.options(at: place)
                }
            if isMinimal, response.status == 207 {
                response.fields["Preference-Applied"] = "return=minimal"
            }
            return response
        } catch {
            return error.response
        }
    }

    // MARK: What a request says

    /// The content as XML; nil for none.
    ///
    /// - Throws: 400 where it is none.
    func content() throws(DAVFault) -> XMLElement? {
        guard !request.body.isEmpty else { return nil }
        do throws(XMLReader.Fault) {
            return try XMLElement.read(request.body)
        } catch {
            throw DAVFault(400, nil, "the content is not readable XML: \(error)")
        }
    }

    /// 0 or 1, or nil for all levels; RFC 4918 section 10.2. Without the field, 0 as Radicale has it.
    func depth() throws(DAVFault) -> Int? {
        switch request.fields["Depth"]?.lowercased() {
        case nil, "0": 0
        case "1": 1
        case "infinity": nil
        case let other?: throw DAVFault(400, nil, "Depth: \(other)")
        }
    }

    /// Whether properties that a place does not have are left out (RFC 8144 section 2.1).
    var isMinimal: Bool {
        request.fields["Brief"]?.lowercased() == "t"
            || request.fields.values("Prefer").contains {
                $0.lowercased().contains("return=minimal")
            }
    }

    /// The calendar of an address.
    func calendar(_ slug: String) throws(DAVFault) -> ServedCalendar {
        guard let found = try home.calendars().first(where: { $0.slug == slug }) else {
            throw .notFound
        }
        return found
    }

    /// The calendar in which a resource is to be stored (RFC 4918 section 9.7.1): without it, 409.
    func parent(_ slug: String) throws(DAVFault) -> ServedCalendar {
        do throws(DAVFault) { return try calendar(slug) } catch {
            guard error.status == 404 else { throw error }
            throw DAVFault(409, nil, "there is no calendar '\(slug)'")
        }
    }

    /// A calendar that the device may change.
    func writable(_ slug: String) throws(DAVFault) -> ServedCalendar {
        let found = try calendar(slug)
        guard found.isWritable else { throw .needsPrivileges }
        return found
    }

    /// What has to be there for a write (RFC 9110 section 13.1). A proxy that compresses makes a tag weak: it is ours all the same.
    var condition: WriteCondition {
        if let field = request.fields["If-Match"] {
            return field == "*" ? .present : .tags(ContentCoding.ownTags(field))
        }
        return request.fields["If-None-Match"] == "*" ? .absent : .any
    }
}
