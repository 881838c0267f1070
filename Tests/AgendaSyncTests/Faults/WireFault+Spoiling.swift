import TestServers

@testable import AgendaSync

extension WireFault {
    /// The most that an answer may hold for a client that is tested with these faults.
    static let bodyLimit = 1 << 20

    /// Gzip of more than that.
    private static let bomb = try? gzip(zeros: 8 << 20)

    /// What becomes of the server's answer; nil where the fault can do nothing to it.
    func spoiled(_ response: HTTPResponse, to request: LoopbackServer.Received) -> LoopbackServer
        .Answer?
    {
        let whole = Self.bytes(response)
        let head = Self.head(response)
        switch self {
        case .answerLost:
            // More than a line: libcurl sends again what is answered with less.
            let line = whole.prefix { $0 != UInt8(ascii: "\n") }.count
            // And never all of the header, however short it is.
            return LoopbackServer.Answer(
                bytes: Array(whole.dropLast(2).prefix(line + 5)), closes: true)
        case .answerLostAndSentAgain, .serverKilled:
            return LoopbackServer.Answer(bytes: [], closes: true)
        case .brokenAfterwards:
            return .text("HTTP/1.1 500 Fault\r\nContent-Length: 0\r\n\r\n")
        case .cutOff:
            guard !response.body.isEmpty else { return nil }
            return LoopbackServer.Answer(
                bytes: whole.dropLast(response.body.count / 2 + 1), closes: true)
        case .cutBeforeTheLastChunk:
            let chunk = "\(String(response.body.count, radix: 16))\r\n"
            return LoopbackServer.Answer(
                bytes: Array((head + "Transfer-Encoding: chunked\r\n\r\n" + chunk).utf8)
                    + response.body + Array("\r\n".utf8), closes: true)
        case .headerThatNeverEnds:
            return LoopbackServer.Answer(bytes: Array(whole.prefix(20)), holds: true)
        case .bodyThatNeverEnds:
            guard !response.body.isEmpty else { return nil }
            return LoopbackServer.Answer(
                bytes: whole.dropLast(response.body.count / 2 + 1), holds: true)
        case .slowAnswer:
            return LoopbackServer.Answer(bytes: whole, pause: 1, piece: whole.count / 20 + 1)
        case .tooLarge:
            let body = [UInt8](repeating: 0x20, count: Self.bodyLimit + 1)
            return LoopbackServer.Answer(
                bytes: Array((head + "Content-Length: \(body.count)\r\n\r\n").utf8) + body)
        case .tooLargeUnannounced:
            let body = [UInt8](repeating: 0x20, count: Self.bodyLimit + 1)
            return LoopbackServer.Answer(bytes: Array((head + "\r\n").utf8) + body, closes: true)
        case .headerTooLarge:
            let line = "X-Long: " + String(repeating: "x", count: 1_000) + "\r\n"
            return .text(head + String(repeating: line, count: 400) + "Content-Length: 0\r\n\r\n")
        case .gzipBomb:
            guard let bomb = Self.bomb else { return nil }
            return Self.encoded(head, bomb)
        case .brokenGzip: return Self.encoded(head, Array("no gzip at all".utf8))
        case .notModifiedWithBody:
            return .text(
                "HTTP/1.1 304 Not Modified\r\nContent-Length: 95\r\n\r\n"
                    + String(repeating: "x", count: 95))
        case .emptyAnswer: return .text(head + "Content-Length: 0\r\n\r\n")
        case .noETags, .weakETags, .unquotedETags: return otherTags(response)
        default: return otherXML(response, request)
        }
    }

    private static func encoded(_ head: String, _ body: [UInt8]) -> LoopbackServer.Answer {
        .init(
            bytes: Array(
                (head + "Content-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n").utf8)
                + body)
    }

    private func otherTags(_ response: HTTPResponse) -> LoopbackServer.Answer? {
        var response = response
        let changed = { (tag: String) -> String? in
            switch self {
            case .noETags: nil
            case .weakETags: tag.hasPrefix("W/") ? tag : "W/" + tag
            default: tag.replacing("\"", with: "")
            }
        }
        if let tag = response.fields["ETag"] { response.fields["ETag"] = changed(tag) }
        if response.status == 207 {
            var xml = XMLPieces(String(decoding: response.body, as: UTF8.self))
            if self == .noETags {
                xml.remove(xml.elements("getetag"))
            } else {
                xml.edit("getetag") {
                    changed($0.replacing("&quot;", with: "\""))?
                        .replacing("\"", with: "&quot;") ?? $0
                }
            }
            response.body = Array(xml.text.utf8)
        }
        return Self.answer(response)
    }

    private func otherXML(
        _ response: HTTPResponse, _ request: LoopbackServer.Received
    ) -> LoopbackServer.Answer? {
        guard response.status == 207 else { return nil }
        let text = String(decoding: response.body, as: UTF8.self)
        var (xml, other) = (XMLPieces(text), response)
        let responses = xml.elements("response")
        switch self {
        case .cutInsideAnElement:
            other.body.removeLast(other.body.count / 2)
            return Self.answer(other)
        case .cutBetweenResponses:
            guard let last = responses.last else { return nil }
            xml.pieces.removeSubrange(last.lowerBound...)
        case .absoluteHrefs:
            let origin = "http://" + (request.field("Host") ?? "")
            xml.edit("href") { $0.hasPrefix("/") ? origin + $0 : $0 }
        case .hrefsInOtherEscapes: xml.edit("href") { Self.escaped($0) }
        case .hrefsOfAnotherHost:
            xml.edit("href") { $0.hasPrefix("/") ? "http://calendar.example" + $0 : $0 }
        case .foreignHrefs: xml.insertFirst(Self.foreign(request.target))
        case .duplicateHrefs:
            for element in responses.reversed() {
                xml.pieces.insert(
                    contentsOf: xml.pieces[element], at: element.upperBound + 1)
            }
        case .documentType: xml.insertBeforeRoot("<!DOCTYPE multistatus>")
        case .entities:
            xml.insertBeforeRoot(
                "<!DOCTYPE m [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;\">]>")
            xml.insertFirst("&b;")
        case .unknownEntity: xml.insertFirst("&nbsp;")
        case .controlCharacters:
            xml.edit("calendar-data") { $0.replacing("END:VEVENT", with: "\u{1}END:VEVENT") }
        case .otherPrefixes: xml.rename()
        case .missingToken: xml.remove(xml.elements("sync-token"))
        case .suddenlyEmpty:
            xml.remove(
                responses.filter { element in
                    let text = xml.pieces[element].joined()
                    return !text.contains(">\(request.target)<")
                })
        case .changesUntold: xml.remove(responses)
        case .lossyChanges: xml.remove(Array(responses.prefix(1)))
        default: return nil
        }
        guard xml.text != text else { return nil }
        other.body = Array(xml.text.utf8)
        return Self.answer(other)
    }

    /// Each second letter as `%6c`, and what is encoded already with small letters.
    private static func escaped(_ href: String) -> String {
        let small = href.split(separator: "%", omittingEmptySubsequences: false).enumerated()
            .map {
                $0.offset == 0
                    ? String($0.element)
                    : "%" + $0.element.prefix(2).lowercased() + $0.element.dropFirst(2)
            }
            .joined()
        guard !small.contains("%"), small.hasPrefix("/") else { return small }
        return small.utf8.enumerated().map { index, byte in
            let letter = Character(UnicodeScalar(byte))
            return index % 2 == 1 && letter.isLetter
                ? "%" + String(byte, radix: 16) : String(letter)
        }.joined()
    }

    /// Resources that are none of this calendar's.
    private static func foreign(_ calendar: String) -> String {
        [
            "http://calendar.example/x.ics", "//calendar.example/x.ics", "../../../etc/passwd",
            "\(calendar)../../etc/passwd.ics", "\(calendar)..%2f..%2fevil.ics", "/bob/work/x.ics",
            "",
        ].map {
            "<x:response xmlns:x=\"DAV:\"><x:href>\($0)</x:href><x:propstat><x:prop>"
                + "<x:getetag>\"1\"</x:getetag></x:prop><x:status>HTTP/1.1 200 OK</x:status>"
                + "</x:propstat></x:response>"
        }.joined()
    }

    // MARK: - Bytes

    static func answer(_ response: HTTPResponse) -> LoopbackServer.Answer {
        LoopbackServer.Answer(bytes: bytes(response))
    }

    private static func bytes(_ response: HTTPResponse) -> [UInt8] {
        let length =
            response.status == 204 || response.status == 304
            ? "" : "Content-Length: \(response.body.count)\r\n"
        return Array((head(response) + length + "\r\n").utf8) + response.body
    }

    /// Its first lines, without those about the content's length and encoding, and without the empty one.
    private static func head(_ response: HTTPResponse) -> String {
        let hidden = ["content-length", "transfer-encoding", "content-encoding", "connection"]
        return "HTTP/1.1 \(response.status) Answer\r\n"
            + response.fields.all.filter { !hidden.contains($0.name.lowercased()) }
            .map { "\($0.name): \($0.value)\r\n" }.joined()
    }
}
