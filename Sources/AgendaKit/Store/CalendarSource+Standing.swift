extension [CalendarSource] {
    /// The source that reads the file or folder at `path`: by the same path, or by another path to the same
    /// file.
    func standing(at path: String) -> CalendarSource? {
        if let same = first(where: { $0.path == path }) { return same }
        guard let identity = FileIdentity(path: path) else { return nil }
        return first { $0.path.flatMap { FileIdentity(path: $0) } == identity }
    }
}
