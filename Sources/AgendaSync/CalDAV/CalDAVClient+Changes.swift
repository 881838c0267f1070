internal import FoundationEssentials

extension CalDAVClient {
    /// What has changed in a calendar since a token; asked a second time where the server says 500.
    ///
    /// - Throws: An error whose ``DAVError/isTokenRefused`` is true where only a listing helps: servers say so by 403, 409,
    ///   410 or 412, or break (500), and ones without the report by 400, 403, 405, 415 or 501.
    package func changes(
        in calendar: Href, since token: String
    ) async throws(DAVError) -> CollectionChanges {
        let (calendar, body) = (calendar.asCollection, XMLBody.syncCollection(since: token))
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
        let answer = try multistatus(response, "REPORT", calendar)
        let (changes, _) = try read(answer, in: calendar, "REPORT")
        return changes
    }

    /// All resources of a calendar with their versions.
    ///
    /// - Throws: An error where the answer may not be whole: who takes a listing for whole removes what it lacks.
    package func listing(of calendar: Href) async throws(DAVError) -> [CollectionMember] {
        let body = XMLBody.propfind(["d:getetag", "d:resourcetype"])
        let answer = try await ask("PROPFIND", calendar.asCollection, depth: 1, body)
        let (changes, namesItself) = try read(answer, in: calendar, "PROPFIND")
        if changes.isTruncated { throw fault(.status(507, condition: nil), calendar) }
        // A listing begins with the calendar itself (RFC 4918 section 9.1).
        guard namesItself else { throw fault(.notXML("it does not name the calendar"), calendar) }
        return changes.changed
    }

    private func fault(_ reason: DAVError.Reason, _ calendar: Href) -> DAVError {
        DAVError(
            reason, method: "PROPFIND", path: calendar.description, mayHaveArrived: false)
    }

    /// Reads an answer about the resources of a calendar, and whether it is about the calendar, too. A href that comes twice
    /// counts once, and as there where one says so.
    ///
    /// - Throws: what the answer says of the calendar itself: Xandikos answers 207 about one that is missing, with 404 inside.
    private func read(
        _ answer: Multistatus, in calendar: Href, _ method: String
    ) throws(DAVError) -> (CollectionChanges, namesItself: Bool) {
        var changes = CollectionChanges()
        changes.token = answer.token
        let (own, place) = (calendar.asCollection, calendar.asCollection.url(on: base))
        var (places, missing, namesItself): ([Href: Int], [Href], Bool) = ([:], [], false)
        for response in answer.responses {
            for text in response.hrefs {
                guard let href = Href(text, relativeTo: place) else {
                    changes.foreign.append(text)
                    continue
                }
                if href.isChild(of: own) {
                    if response.status == 404 || response.status == 410 {
                        missing.append(href)
                    } else if !href.isCollection, response.properties.types.isEmpty {
                        let etag = response.properties.etag.map { ETag($0) }
                        if let place = places[href] {
                            changes.changed[place].etag = etag ?? changes.changed[place].etag
                        } else {
                            places[href] = changes.changed.count
                            changes.changed.append(CollectionMember(href: href, etag: etag))
                        }
                    }
                } else if href.asCollection == own {
                    namesItself = true
                    // There is more (RFC 6578 section 3.6).
                    if response.status == 507 {
                        changes.isTruncated = true
                    } else if let status = response.status, status >= 300 {
                        throw DAVError(
                            .status(status, condition: response.condition), method: method,
                            path: calendar.description, mayHaveArrived: false)
                    }
                } else {
                    changes.foreign.append(text)
                }
            }
        }
        var seen: Set<Href> = []
        changes.gone = missing.filter { places[$0] == nil && seen.insert($0).inserted }
        return (changes, namesItself)
    }
}
