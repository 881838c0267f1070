/// A `Diagnostic` with the file that it is about.
public struct SourceDiagnostic: Hashable, Sendable {
    /// The source's name.
    public var calendar: String
    /// The file's or folder's path.
    public var path: String
    /// What was found there; line 0 if it is about the whole file.
    public var diagnostic: Diagnostic

    /// Whether somebody has been told of it.
    public var isTold = false
    /// The store's number for it; 0 if it is not stored.
    package var id: Int64 = 0

    /// A report about a file.
    ///
    /// - Parameters:
    ///   - calendar: the name of the source.
    ///   - path: of the file.
    ///   - diagnostic: what is wrong.
    public init(calendar: String, path: String, diagnostic: Diagnostic) {
        self.calendar = calendar
        self.path = path
        self.diagnostic = diagnostic
    }
}
