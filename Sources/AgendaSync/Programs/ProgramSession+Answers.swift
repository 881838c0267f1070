internal import FoundationEssentials

/// Requests of a server's calendar, put to a program.
extension ProgramSession {
    mutating func answer(_ request: HTTPRequest) throws(ProgramFault) -> HTTPResponse {
        let path = request.url.path(percentEncoded: true)
        guard let href = Href(path.isEmpty ? "/" : path, relativeTo: request.url) else {
            return HTTPResponse(status: 404, url: request.url)
        }
        let depth = request.fields["Depth"]
        switch (request.method, href) {
        case ("PROPFIND", ProgramExchange.home):
            return multistatus([Self.collection, state], request)
        case ("PROPFIND", ProgramExchange.calendar) where depth == "0":
            return multistatus([state], request)
        case ("PROPFIND", ProgramExchange.calendar):
            return multistatus([state] + (try list()).map(Self.member), request)
        case ("GET", _), ("PUT", _), ("DELETE", _):
            guard href.isChild(of: ProgramExchange.calendar) else { break }
            return try resource(request, href.name)
        default: break
        }
        return HTTPResponse(status: 405, url: request.url)
    }

    private mutating func resource(
        _ request: HTTPRequest, _ name: String
    ) throws(ProgramFault) -> HTTPResponse {
        switch request.method {
        case "GET":
            let (text, version) = try read(name)
            return HTTPResponse(
                status: 200,
                fields: ["Content-Type": "text/calendar", "ETag": Self.etag(version)], body: text,
                url: request.url)
        case "PUT":
            let isNew = request.fields["If-None-Match"] != nil
            let old = isNew ? nil : try version(request, name)
            let new = try put(request.body, to: name, if: old)
            let fields: HTTPFields = new.map { ["ETag": Self.etag($0)] } ?? [:]
            return HTTPResponse(status: 201, fields: fields, url: request.url)
        default:
            try delete(name, if: try version(request, name))
            return HTTPResponse(status: 204, url: request.url)
        }
    }

    /// The version that a request depends on; where it takes any, the one that is there now.
    private mutating func version(
        _ request: HTTPRequest, _ name: String
    ) throws(ProgramFault) -> String {
        let tag = request.fields["If-Match"] ?? "*"
        guard tag != "*" else { return try read(name).version }
        let quoted = tag.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
        return Href(normal: "/\(quoted.count > 1 ? quoted[1] : quoted[0])").name
    }

    private static func etag(_ version: String) -> String { "\"\(Href.segment(version))\"" }

    private static func member(_ item: (resource: String, version: String)) -> String {
        let href = ProgramExchange.calendar.appending(item.resource)
        return response(
            href, "<d:getetag>\(XMLBody.escaped(etag(item.version)))</d:getetag><d:resourcetype/>")
    }

    private static let collection = response(
        ProgramExchange.home, "<d:resourcetype><d:collection/></d:resourcetype>")

    /// What the program said of its calendar.
    private var state: String {
        let rights = isWritable ? ["read", "write"] : ["read"]
        var properties = "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>"
        properties += "<d:current-user-privilege-set>"
        properties += rights.map { "<d:privilege><d:\($0)/></d:privilege>" }.joined()
        properties += "</d:current-user-privilege-set>"
        if let name { properties += "<d:displayname>\(XMLBody.escaped(name))</d:displayname>" }
        if let color { properties += "<a:calendar-color>\(color)</a:calendar-color>" }
        if let components {
            let kinds = components.sorted().map { "<c:comp name=\"\(XMLBody.escaped($0))\"/>" }
            properties += "<c:supported-calendar-component-set>\(kinds.joined())"
            properties += "</c:supported-calendar-component-set>"
        }
        return Self.response(ProgramExchange.calendar, properties)
    }

    private static func response(_ href: Href, _ properties: String) -> String {
        """
        <d:response><d:href>\(XMLBody.escaped(href.description))</d:href><d:propstat><d:prop>\(properties)</d:prop>\
        <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
        """
    }

    private func multistatus(_ responses: [String], _ request: HTTPRequest) -> HTTPResponse {
        HTTPResponse(
            status: 207, body: XMLBody.document("d:multistatus", responses.joined()),
            url: request.url)
    }
}
