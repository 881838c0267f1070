/// How a source reports that it may have changed.
struct SourceWatch: Sendable {
    /// What its changes are reported under: the path, or the location of another source.
    let name: String
    /// Begins to listen; nil if the kernel watches the path.
    let signals: (@Sendable () async -> AsyncStream<Void>)?

    /// A file or folder, which the kernel watches.
    static func path(_ path: String) -> SourceWatch { SourceWatch(name: path, signals: nil) }

    /// A source with signals of its own: pushed by a server, or made by a clock.
    ///
    /// - Parameter signals: begins to listen. Each element means "look again".
    static func signals(
        of location: String, _ signals: @escaping @Sendable () async -> AsyncStream<Void>
    ) -> SourceWatch {
        SourceWatch(name: location, signals: signals)
    }
}
