import ICalendar

/// The simplest possible model of edits: a list of instances, and a copy of it for each step that
/// can be undone.
struct EditModel {
    /// One instance.
    struct Item: Hashable {
        /// The series to which it belongs.
        var series: Int
        /// The series' time for it and its actual time, in wall seconds.
        var home, start: Int
        var length: Int
        var title: String
    }

    /// The values that a series gives its instances.
    struct Base: Hashable {
        var length: Int
        var title: String
    }

    struct State {
        var items: [Item] = []
        var bases: [Int: Base] = [:]
        var next = 0
    }

    private(set) var state = State()
    private var undone: [State] = []
    private var done: [State] = []

    var canUndo: Bool { !done.isEmpty }
    var canRedo: Bool { !undone.isEmpty }

    mutating func undo() {
        guard let last = done.popLast() else { return }
        undone.append(state)
        state = last
    }

    mutating func redo() {
        guard let next = undone.popLast() else { return }
        done.append(state)
        state = next
    }

    /// Takes a step; a step without effect does not count.
    private mutating func step(_ body: (inout State) -> Void) {
        var new = state
        body(&new)
        guard new.items != state.items || new.bases != state.bases else { return }
        done.append(state)
        undone = []
        state = new
    }

    mutating func add(start: Int, step interval: Int, count: Int, _ base: Base) {
        step { state in
            for number in 0..<count {
                let time = start + number * interval
                state.items.append(
                    Item(
                        series: state.next, home: time, start: time, length: base.length,
                        title: base.title))
            }
            state.bases[state.next] = base
            state.next += 1
        }
    }

    /// The changes made by an edit.
    struct Edit {
        var title: String?
        var shift = 0
        var length: Int?
    }

    mutating func editThis(_ item: Item, _ edit: Edit) {
        step { state in
            guard let index = state.items.firstIndex(of: item) else { return }
            state.items[index].title = edit.title ?? item.title
            state.items[index].start += edit.shift
            state.items[index].length = edit.length ?? item.length
        }
    }

    mutating func editAll(_ item: Item, _ edit: Edit) {
        step { Self.editAll(item.series, edit, selected: item.home, &$0) }
    }

    mutating func editFuture(_ item: Item, _ edit: Edit) {
        step { state in
            let isLater = { (other: Item) in other.series == item.series && other.home >= item.home
            }
            let hasEarlier = state.items.contains { $0.series == item.series && !isLater($0) }
            var series = item.series
            if hasEarlier {
                series = state.next
                state.next += 1
                state.bases[series] = state.bases[item.series]
                for index in state.items.indices where isLater(state.items[index]) {
                    state.items[index].series = series
                }
            }
            Self.editAll(series, edit, selected: item.home, &state)
        }
    }

    /// - Parameter selected: The home of the instance that was named, which takes what is new even where it differs from its
    ///   series.
    private static func editAll(
        _ series: Int, _ edit: Edit, selected: Int, _ state: inout State
    ) {
        guard let old = state.bases[series] else { return }
        let new = Base(length: edit.length ?? old.length, title: edit.title ?? old.title)
        for index in state.items.indices where state.items[index].series == series {
            var item = state.items[index]
            if item.home == selected {
                if new.title != old.title { item.title = new.title }
                if new.length != old.length { item.length = new.length }
                if edit.shift != 0 { item.start = item.home }
            }
            if item.title == old.title { item.title = new.title }
            if item.start == item.home {
                item.start += edit.shift
                if item.length == old.length { item.length = new.length }
            }
            item.home += edit.shift
            state.items[index] = item
        }
        state.bases[series] = new
    }

    mutating func deleteThis(_ item: Item) {
        step { $0.items.removeAll { $0 == item } }
    }

    mutating func deleteFuture(_ item: Item) {
        step { $0.items.removeAll { $0.series == item.series && $0.home >= item.home } }
    }

    mutating func deleteAll(_ series: Int) {
        step { $0.items.removeAll { $0.series == series } }
    }
}
