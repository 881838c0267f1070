extension Multistatus {
    /// Reads an answer.
    init(_ response: HTTPResponse, _ method: String, _ href: Href) throws(DAVError) {
        throw DAVError(
            .libraryMissing("no reader yet"), method: method, path: href.description,
            mayHaveArrived: false)
    }

    /// The condition that an answer says was broken (RFC 4918 section 16).
    static func condition(of response: HTTPResponse) -> String? { nil }
}
