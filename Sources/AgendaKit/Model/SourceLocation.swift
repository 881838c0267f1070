/// Where a resource is.
enum SourceLocation {
    /// The path of a resource: the source's own path if the source is one file.
    static func path(source: String?, href: String) -> String {
        guard let source else { return "the local calendar" }
        if href.isEmpty { return source }
        return source.hasSuffix("/") ? source + href : source + "/" + href
    }
}
