extension TodoItem {
    /// The to-dos that are parts of one, their parts too, each once: the next instance of one that repeats, in the order of
    /// the list.
    ///
    /// - Parameters:
    ///   - uid: the `UID` of the whole (`RELATED-TO` with `PARENT`, RFC 5545 3.8.4.5).
    ///   - items: all to-dos, as ``EventProvider/todos()`` has them.
    public static func parts(of uid: String, among items: [TodoItem]) -> [TodoItem] {
        var (wholes, seen) = (Set([uid]), Set([uid]))
        var parts: [TodoItem] = []
        // A part may stand before its whole in the list.
        while true {
            let found = items.filter { item in
                guard let parent = item.parent, wholes.contains(parent) else { return false }
                return !seen.contains(item.occurrence.uid)
            }
            if found.isEmpty { break }
            let byUID = Dictionary(grouping: found, by: \.occurrence.uid)
            parts += byUID.values.compactMap { copies in
                copies.first { $0.isNext && !$0.isClosed } ?? copies.first
            }
            wholes = Set(byUID.keys)
            seen.formUnion(wholes)
        }
        let order = Dictionary(
            items.enumerated().map { ($1.occurrence.id, $0) }, uniquingKeysWith: min)
        return parts.sorted { order[$0.occurrence.id] ?? 0 < order[$1.occurrence.id] ?? 0 }
    }
}
