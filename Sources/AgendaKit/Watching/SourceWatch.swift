/// How a source reports that it may have changed.
public struct SourceWatch: Sendable {
    /// What its changes are reported under: the path, or the location of another source.
    let name: String
    /// Begins to listen; nil if the kernel watches the path.
    let signals: (@Sendable () async -> AsyncStream<Void>)?

    /// A file or folder, which the kernel watches.
    public static func path(_ path: String) -> SourceWatch { SourceWatch(name: path, signals: nil) }

    /// A source with signals of its own: pushed by a server, or made by a clock.
    ///
    /// - Parameters:
    ///   - location: the source's, by which it is told from others.
    ///   - signals: begins to listen. Each element means "look again".
    public static func signals(
        of location: String, _ signals: @escaping @Sendable () async -> AsyncStream<Void>
    ) -> SourceWatch {
        SourceWatch(name: location, signals: signals)
    }
}
