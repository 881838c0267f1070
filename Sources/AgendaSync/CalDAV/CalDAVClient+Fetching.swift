extension CalDAVClient {
    /// Several resources in one request, and one more for each of which the server says nothing: DAViCal keeps silent about
    /// a missing one, and sabre 1.8 refuses the whole request for it.
    ///
    /// - Parameter hrefs: Few enough for one answer; Radicale refuses reports that touch 10,000 events.
    /// - Returns: A result for each.
    package func fetch(
        _ hrefs: [Href], in calendar: Href
    ) async throws(DAVError) -> [Href: FetchResult] {
        // An empty list makes DAViCal fail.
        guard !hrefs.isEmpty else { return [:] }
        let (calendar, body) = (calendar.asCollection, XMLBody.multiget(hrefs))
        let response = try await send("REPORT", calendar, ["Depth": "1"], body: body)
        var results: [Href: FetchResult] = [:]
        switch response.status {
        case 207:
            let (wanted, place) = (Set(hrefs), calendar.url(on: base))
            for item in try Multistatus(response, "REPORT", calendar).responses {
                for href in item.hrefs.compactMap({ Href($0, relativeTo: place) })
                where wanted.contains(href) {
                    results[href] = FetchResult(item) ?? results[href]
                }
            }
        case 404:
            // Throws where it is the calendar that is missing.
            _ = try await state(of: calendar)
        case 405, 501: break
        default: throw refusal(response, "REPORT", calendar)
        }
        for href in hrefs where results[href] == nil { results[href] = try await get(href) }
        return results
    }

    /// One resource.
    ///
    /// - Throws: where no answer came, where it is a page for people, or where it is about the account or the server
    ///   rather than about this resource (401, 407, 408, 423, 429, 502, 503, 504).
    package func get(_ href: Href) async throws(DAVError) -> FetchResult {
        let response = try await send("GET", href)
        switch response.status {
        case 200:
            if response.fields["Content-Type"]?.lowercased().hasPrefix("text/html") == true {
                throw refusal(response, "GET", href)
            }
            return .found(
                FetchResult.withLineEnds(response.body), response.fields["ETag"].map { ETag($0) })
        case 404, 410: return .missing
        case 401, 407, 408, 423, 429, 502, 503, 504: throw refusal(response, "GET", href)
        default: return .failed(status: response.status)
        }
    }
}

extension FetchResult {
    /// Nil where nothing is said about the text.
    init?(_ response: Multistatus.Response) {
        if let data = response.properties.calendarData {
            self = .found(Self.withLineEnds(data), response.properties.etag.map { ETag($0) })
        } else if let status = response.status, !(200..<300).contains(status) {
            self = status == 404 || status == 410 ? .missing : .failed(status: status)
        } else {
            return nil
        }
    }

    /// With CRLF for each line feed that has no carriage return.
    static func withLineEnds(_ text: [UInt8]) -> [UInt8] {
        let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        var bare = 0
        for (index, byte) in text.enumerated() where byte == feed {
            if index == 0 || text[index - 1] != carriage { bare += 1 }
        }
        guard bare > 0 else { return text }
        var result: [UInt8] = []
        result.reserveCapacity(text.count + bare)
        for byte in text {
            if byte == feed, result.last != carriage { result.append(carriage) }
            result.append(byte)
        }
        return result
    }
}
