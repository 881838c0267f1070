extension [CalendarSource] {
    /// The source that reads what is at `location`: by the same location, or by another path to the same file
    /// or folder.
    package func standing(at location: String) -> CalendarSource? {
        if let same = first(where: { $0.location == location }) { return same }
        guard let identity = FileIdentity(path: location) else { return nil }
        return first { $0.location.flatMap { FileIdentity(path: $0) } == identity }
    }
}
