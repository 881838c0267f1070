extension [CalendarSource] {
    /// The one that reads what stands at `path`: by its name, or by a link or another way.
    func standing(at path: String) -> CalendarSource? {
        if let same = first(where: { $0.path == path }) { return same }
        guard let identity = FileIdentity(path: path) else { return nil }
        return first { $0.path.flatMap { FileIdentity(path: $0) } == identity }
    }
}
