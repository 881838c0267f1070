extension [CalendarSource] {
    /// The source that reads what is at `location`: by the same location, or by another path to the same file
    /// or folder.
    package func standing(at location: String) -> CalendarSource? {
        if let same = first(where: { $0.location == location }) { return same }
        guard let identity = FileIdentity(path: location) else { return nil }
        return first { $0.location.flatMap { FileIdentity(path: $0) } == identity }
    }
}

/// Sources by what no two of them may share: their names, and where they stand as `standing(at:)` finds it. That asks the file
/// system for each source at each question; this does once.
struct KnownSources {
    private(set) var all: [CalendarSource] = []
    private(set) var names: Set<String> = []
    private var places: [String: Int] = [:]
    private var files: [FileIdentity: Int] = [:]

    init(_ sources: [CalendarSource]) { for source in sources { add(source) } }

    mutating func add(_ source: CalendarSource) {
        all.append(source)
        names.insert(source.name)
        guard let location = source.location else { return }
        let place = all.count - 1
        places[location] = places[location] ?? place
        guard let file = FileIdentity(path: location) else { return }
        files[file] = files[file] ?? place
    }

    /// The place in ``all`` of the source that reads what is at `location`.
    func place(of location: String) -> Int? {
        places[location] ?? FileIdentity(path: location).flatMap { files[$0] }
    }

    /// Refuses a new source whose name or location another one has.
    func checkFree(_ source: CalendarSource) throws(AgendaError) {
        if names.contains(source.name) {
            throw AgendaError(.sourceNameTaken, place: source.name)
        }
        if let location = source.location, let place = place(of: location) {
            throw AgendaError(.alreadySource(name: all[place].name), place: location)
        }
    }
}
