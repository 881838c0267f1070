internal import CalendarFiles

/// Which of many plans an event may concern: thousands of them have the folders near the root in common.
struct WatchIndex {
    /// The watched paths whose plan names something in a folder, by the folder and the name.
    private var named: [String: [String: Set<String>]] = [:]
    /// Those whose plan has all of a folder, or the content of a file.
    private var whole: [String: Set<String>] = [:]

    mutating func add(_ plan: WatchPlan, of path: String) {
        for (folder, names) in plan.names {
            for name in names { named[folder, default: [:]][name, default: []].insert(path) }
        }
        for place in plan.trees.union(plan.files) { whole[place, default: []].insert(path) }
    }

    /// - Returns: what no plan watches any more.
    mutating func remove(_ plan: WatchPlan, of path: String) -> Set<String> {
        for (folder, names) in plan.names {
            for name in names {
                named[folder]?[name]?.remove(path)
                if named[folder]?[name]?.isEmpty == true { named[folder]?[name] = nil }
            }
            if named[folder]?.isEmpty == true { named[folder] = nil }
        }
        for place in plan.trees.union(plan.files) {
            whole[place]?.remove(path)
            if whole[place]?.isEmpty == true { whole[place] = nil }
        }
        return plan.paths.filter { named[$0] == nil && whole[$0] == nil }
    }

    /// The watched paths on which an event may have an effect.
    func paths(of event: Inotify.Event) -> Set<String> {
        event.paths.reduce(into: []) { paths, place in
            paths.formUnion(whole[place] ?? [])
            guard let names = named[place] else { return }
            // Of the folder itself, all that lies in it.
            if event.name.isEmpty {
                for found in names.values { paths.formUnion(found) }
            } else {
                paths.formUnion(names[event.name] ?? [])
            }
        }
    }
}
