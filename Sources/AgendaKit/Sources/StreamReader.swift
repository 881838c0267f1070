/// A source that was read already, such as standard input.
struct StreamReader: SourceReader {
    let name: String
    let bytes: [UInt8]

    var watch: SourceWatch? { nil }

    func describe() -> SourceDescription { SourceDescription(name: FileReader.name(path: name)) }

    func list(_ request: ListingRequest) -> SourceListing {
        SourceListing(
            resources: [
                ListedResource(
                    href: "", place: name, size: bytes.count, version: ResourceVersion(""))
            ])
    }

    func read(_ resource: ListedResource) -> ResourceContent {
        ResourceContent(bytes: bytes, version: resource.version)
    }

    func open(_ resource: ListedResource) -> any OpenResource {
        OpenBytes(bytes, version: resource.version)
    }
}

/// Bytes in memory as a resource: what a reader returns that has the whole content at once.
public final class OpenBytes: OpenResource {
    /// The version of the bytes.
    public let version: ResourceVersion
    private var rest: ArraySlice<UInt8>

    /// A content and its version.
    public init(_ bytes: [UInt8], version: ResourceVersion) {
        (rest, self.version) = (bytes[...], version)
    }

    /// The next bytes, behind those that the caller has left over.
    public func next(_ length: Int, behind left: [UInt8]) -> [UInt8] {
        defer { rest = rest.dropFirst(length) }
        return left + rest.prefix(length)
    }
}
