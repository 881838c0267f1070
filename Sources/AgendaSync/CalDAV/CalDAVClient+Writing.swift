internal import FoundationEssentials

extension CalDAVClient {
    /// Writes a resource, if the condition holds.
    ///
    /// - Throws: ``DAVError`` of status 412 where it does not.
    package func put(
        _ text: [UInt8], to href: Href, if condition: Precondition
    ) async throws(DAVError) -> PutResult {
        var fields: HTTPFields = ["Content-Type": "text/calendar; charset=utf-8"]
        switch condition {
        case .matches(let etag): fields["If-Match"] = etag.condition
        case .present: fields["If-Match"] = "*"
        case .absent: fields["If-None-Match"] = "*"
        }
        let response = try await send("PUT", href, fields, body: text)
        try check(response, "PUT", href)
        return PutResult(etag: response.fields["ETag"].map { ETag($0) })
    }

    /// Removes a resource, if it still has the version; nil for servers that tell none. SOGo ignores the version.
    ///
    /// - Throws: ``DAVError/isMissing`` where there is none, which a repeated request finds.
    package func delete(_ href: Href, ifMatches etag: ETag?) async throws(DAVError) {
        let response = try await send("DELETE", href, ["If-Match": etag?.condition ?? "*"])
        try check(response, "DELETE", href)
    }

    /// Moves a resource to another calendar of the account, where there must be none of the name, if it still has the
    /// version.
    ///
    /// - Throws: An error whose status is 405 or 501 where the server moves nothing; 404 or 412 where it has moved already.
    package func move(_ href: Href, to target: Href, ifMatches etag: ETag?) async throws(DAVError) {
        let response = try await send(
            "MOVE", href,
            [
                "Destination": target.url(on: base).absoluteString, "Overwrite": "F",
                "If-Match": etag?.condition ?? "*",
            ])
        try check(response, "MOVE", href)
    }

    /// Makes a calendar. Always with a body: two servers fail without one.
    ///
    /// - Parameter components: The kinds that it is to hold; none leaves it to the server.
    package func makeCalendar(
        _ href: Href, _ properties: CalendarProperties, components: [String] = []
    ) async throws(DAVError) {
        let body = XMLBody.makeCalendar(properties, components: components)
        let response = try await send("MKCALENDAR", href.asCollection, body: body)
        try check(response, "MKCALENDAR", href)
    }

    /// Changes what people see of a calendar: all of it or nothing (RFC 4918 section 9.2).
    package func setProperties(
        of href: Href, to properties: CalendarProperties
    ) async throws(DAVError) {
        guard properties != CalendarProperties() else { return }
        let body = XMLBody.propertyUpdate(properties)
        let response = try await send("PROPPATCH", href.asCollection, body: body)
        try check(response, "PROPPATCH", href)
    }

    /// Removes a calendar with all that is in it, whatever that is.
    package func remove(calendar href: Href) async throws(DAVError) {
        let response = try await send("DELETE", href.asCollection)
        try check(response, "DELETE", href)
    }

    /// Whether somebody on the way answers with a page for people, such as one that wants a login. Apache adds pages to
    /// its 201.
    private func isPage(_ response: HTTPResponse) -> Bool {
        response.status == 200
            && response.fields["Content-Type"]?.lowercased().hasPrefix("text/html") == true
    }

    /// Takes an answer to a request that changes something: 207 may hide a failure of a part.
    private func check(
        _ response: HTTPResponse, _ method: String, _ href: Href
    ) throws(DAVError) {
        switch response.status {
        case 200 where isPage(response): throw refusal(response, method, href)
        case 200, 201, 202, 204: break
        case 207:
            for item in try Multistatus(response, method, href).responses {
                let statuses = [item.status, item.failure].compactMap { $0 }
                guard let status = statuses.first(where: { $0 >= 300 }) else { continue }
                throw DAVError(
                    .status(status, condition: item.condition), method: method,
                    path: href.description, mayHaveArrived: false)
            }
        default: throw refusal(response, method, href)
        }
    }
}
