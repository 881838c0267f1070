internal import FoundationEssentials

extension CalDAVClient {
    /// What has changed in a calendar since a token; asked a second time where the server says 500.
    ///
    /// - Throws: An error whose ``DAVError/isTokenRefused`` is true where only a listing helps: servers say so by 403, 409,
    ///   410 or 412, or break (500), and ones without the report by 400, 403, 405, 415 or 501.
    public func changes(
        in calendar: Href, since token: String
    ) async throws(DAVError) -> CollectionChanges {
        let body = XMLBody.syncCollection(since: token)
        var response = try await send("REPORT", calendar, ["Depth": "0"], body: body)
        if response.status == 500 {
            response = try await send("REPORT", calendar, ["Depth": "0"], body: body)
        }
        if [400, 403, 405, 409, 410, 412, 415, 500, 501].contains(response.status) {
            throw DAVError(
                .tokenRefused(status: response.status), method: "REPORT",
                path: calendar.description, mayHaveArrived: false)
        }
        guard response.status == 207 else { throw refusal(response, "REPORT", calendar) }
        return CollectionChanges(
            try Multistatus(response, "REPORT", calendar), in: calendar, base: base)
    }

    /// All resources of a calendar with their versions.
    ///
    /// - Throws: An error where the server does not list all, or lists what is not in the calendar: who takes a listing for
    ///   whole removes what it lacks.
    public func listing(of calendar: Href) async throws(DAVError) -> [ListedResource] {
        let body = XMLBody.propfind(["d:getetag", "d:resourcetype"])
        let answer = try await ask("PROPFIND", calendar, depth: 1, body)
        let changes = CollectionChanges(answer, in: calendar, base: base)
        guard !changes.isTruncated else {
            throw DAVError(
                .status(507, condition: nil), method: "PROPFIND", path: calendar.description,
                mayHaveArrived: false)
        }
        return changes.changed
    }
}

extension CollectionChanges {
    /// Reads what a sync-collection report or a listing says; a href that comes twice counts once, and as there where one
    /// says so.
    init(_ answer: Multistatus, in calendar: Href, base: URL) {
        token = answer.token
        var places: [Href: Int] = [:]
        var missing: [Href] = []
        for response in answer.responses {
            for text in response.hrefs {
                guard let href = Href(text, relativeTo: calendar.url(on: base)) else {
                    foreign.append(text)
                    continue
                }
                if href.asCollection == calendar.asCollection {
                    // About the calendar itself: that there is more (RFC 6578 section 3.6).
                    isTruncated = isTruncated || response.status == 507
                } else if !href.isChild(of: calendar) {
                    foreign.append(text)
                } else if response.status == 404 || response.status == 410 {
                    missing.append(href)
                } else if !href.isCollection, response.properties.types.isEmpty {
                    let etag = response.properties.etag.map { ETag($0) }
                    if let place = places[href] {
                        changed[place].etag = etag ?? changed[place].etag
                    } else {
                        places[href] = changed.count
                        changed.append(ListedResource(href: href, etag: etag))
                    }
                }
            }
        }
        var seen: Set<Href> = []
        gone = missing.filter { places[$0] == nil && seen.insert($0).inserted }
    }
}
