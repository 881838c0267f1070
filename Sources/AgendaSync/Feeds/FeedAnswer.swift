/// What an answer means for a feed's copy.
enum FeedAnswer: Hashable, Sendable {
    /// The server says that nothing changed.
    case unchanged
    /// Content, which may be what the copy holds.
    case content(FeedContent)
    /// The last good copy stays.
    case keep(FeedFault)

    /// Judges an answer.
    ///
    /// - Parameters:
    ///   - count: What the copy holds besides time zones; nil where there is no copy.
    ///   - wasConditional: Whether the server was asked with validators.
    init(_ response: HTTPResponse, count: Int?, wasConditional: Bool) {
        switch response.status {
        case 200, 203:
            // 203: a proxy changed something (RFC 9110 section 15.3.4), which is then looked at.
            do {
                let type = response.fields["Content-Type"]
                let content = try FeedContent(
                    response.body, contentType: type, isWhole: response.statesItsEnd)
                if content.count == 0, let count, count > 0 {
                    self = .keep(.empty(before: count))
                } else {
                    self = .content(content)
                }
            } catch {
                let isEmpty = error == .notACalendar && Self.isBlank(response.body)
                self = .keep(isEmpty && (count ?? 0) > 0 ? .empty(before: count ?? 0) : error)
            }
        case 304: self = wasConditional ? .unchanged : .keep(.nothingToKeep)
        case 401, 403: self = .keep(.refused(status: response.status))
        case 404: self = .keep(.missing)
        case 410: self = .keep(.gone)
        default: self = .keep(.status(response.status))
        }
    }

    private static func isBlank(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
    }
}

extension FeedContent {
    /// What came where there is no copy yet that could stay.
    static func first(
        _ answer: Result<HTTPResponse, HTTPError>
    ) throws(FeedError) -> (content: FeedContent, response: HTTPResponse) {
        let response: HTTPResponse
        do { response = try answer.get() } catch { throw FeedError(.noCopy(.noAnswer(error))) }
        switch FeedAnswer(response, count: nil, wasConditional: false) {
        case .content(let content): return (content, response)
        case .keep(let fault): throw FeedError(.noCopy(fault))
        case .unchanged: throw FeedError(.noCopy(.nothingToKeep))
        }
    }
}

extension HTTPResponse {
    /// Whether the answer says where its content ends (RFC 9112 section 6.3): then one that was cut off before never
    /// becomes an answer. Without, the end of the connection is the end of the content.
    fileprivate var statesItsEnd: Bool {
        let coding = fields["Transfer-Encoding"] ?? ""
        return fields["Content-Length"] != nil || coding.lowercased().hasSuffix("chunked")
    }
}
