extension Multistatus {
    /// Reads an answer to a method about an href.
    init(_ response: HTTPResponse, _ method: String, _ href: Href) throws(DAVError) {
        let reason: DAVError.Reason
        do {
            let built = try XMLReader.read(response.body)
            if built.root == .multistatus {
                self = built.result
                return
            }
            reason = .notXML("it is no multistatus")
        } catch {
            switch error {
            case .libraryMissing(let words): reason = .libraryMissing(words)
            case .broken(let words): reason = .notXML(words)
            }
        }
        throw DAVError(reason, method: method, path: href.description, mayHaveArrived: true)
    }

    /// The condition that an answer says was broken (RFC 4918 section 16); nil where it says none.
    static func condition(of response: HTTPResponse) -> String? {
        guard response.body.contains(UInt8(ascii: "<")) else { return nil }
        return try? XMLReader.read(response.body).condition
    }
}
