import ICalendar
import Synchronization

@testable import AgendaSync

/// Ends a synchronisation at its k-th step as a kill does: from then on nothing works and nothing is stored.
final class Fuse: Sendable {
    private let left: Mutex<Int>

    init(_ steps: Int = .max) { left = Mutex(steps) }

    /// Whether the process still lives after this step.
    func step() -> Bool {
        left.withLock { left in
            if left > 0 { left -= 1 }
            return left > 0
        }
    }

    var isBlown: Bool { left.withLock { $0 == 0 } }
}

/// A replica without disk: resources by name, and ``SyncState`` as it is.
final class MemoryReplica: Replica {
    struct Contents {
        var files: [String: LocalText] = [:]
        var state = SyncState(digestKey: ContentDigest.Key(low: 1, high: 2))
        var baseTexts: [Href: [UInt8]] = [:]
        var trash: [(name: String, text: [UInt8])] = []
        /// The names of resources that came as news.
        var news: [String] = []
        var isLeased = false
        var isAbsent = false
        var serial = 0
        var fuse = Fuse()
        /// Called once, before the next commit that puts resources in place looks at their versions.
        var beforeCommit: (@Sendable (MemoryReplica) -> Void)?
    }

    private let contents = Mutex(Contents())

    func with<Value>(_ body: (inout Contents) throws -> Value) rethrows -> Value {
        try contents.withLock { contents in try body(&contents) }
    }

    // MARK: - What other programs do

    subscript(_ name: String) -> String? {
        get { with { $0.files[name].map { String(decoding: $0.bytes, as: UTF8.self) } } }
        set {
            with {
                $0.serial += 1
                let version = LocalVersion("\($0.serial)")
                $0.files[name] = newValue.map { LocalText(Array($0.utf8), version: version) }
            }
        }
    }

    var names: [String] { with { $0.files.keys.sorted() } }
    var texts: [String] { names.compactMap { self[$0] } }
    var known: SyncState { with { $0.state } }

    // MARK: - Replica

    func takeLease() throws(ReplicaError) -> Lease? {
        let isFree = with { contents in
            defer { contents.isLeased = true }
            return !contents.isLeased
        }
        return isFree ? Lease { self.with { $0.isLeased = false } } : nil
    }

    func state() throws(ReplicaError) -> SyncState {
        try live()
        return with { $0.state }
    }

    func look() throws(ReplicaError) -> ReplicaComparison {
        try live()
        return with { contents in
            if contents.isAbsent { return .absent }
            var differences = ReplicaComparison.Differences()
            var rest = contents.files
            for base in contents.state.bases.values {
                guard let file = rest.removeValue(forKey: base.name) else {
                    differences.deleted.append(base.href)
                    continue
                }
                if contents.state.digest(file.bytes) == base.digest { continue }
                differences.changed[base.href] = base.name
                differences.unsendable[base.name] = Self.fault(file.bytes)
            }
            differences.deleted.sort()
            differences.added = rest.keys.sorted()
            for (name, file) in rest { differences.unsendable[name] = Self.fault(file.bytes) }
            return .differences(differences, count: contents.files.count)
        }
    }

    private static func fault(_ text: [UInt8]) -> ReplicaComparison.Fault? {
        SyncedText(text) == nil ? .notCalendar("no calendar") : nil
    }

    func read(_ name: String) throws(ReplicaError) -> LocalText? {
        try live()
        return with { $0.files[name] }
    }

    func baseText(of href: Href) throws(ReplicaError) -> [UInt8]? {
        try live()
        return with { $0.baseTexts[href] }
    }

    func commit(
        _ placements: [Placement], _ changes: [StateChange]
    ) throws(ReplicaError) -> [PlacementOutcome] {
        try live()
        if !placements.isEmpty {
            let hook = with { contents in
                defer { contents.beforeCommit = nil }
                return contents.beforeCommit
            }
            hook?(self)
        }
        let outcomes = with { contents in placements.map { Self.place($0, in: &contents) } }
        // A kill here leaves resources in place of which no base tells.
        try live()
        with { contents in
            for (placement, outcome) in zip(placements, outcomes) where outcome == .done {
                for change in placement.changes { Self.store(change, in: &contents) }
                if placement.isNews { contents.news.append(placement.name) }
            }
            for change in changes { Self.store(change, in: &contents) }
        }
        return outcomes
    }

    private static func place(_ placement: Placement, in contents: inout Contents)
        -> PlacementOutcome
    {
        let present = contents.files[placement.name]
        if case .put(let text) = placement.action, present?.bytes == text { return .done }
        if case .remove = placement.action, present == nil { return .done }
        guard present?.version == placement.expected else { return .changedMeanwhile }
        if let present { contents.trash.append((placement.name, present.bytes)) }
        contents.serial += 1
        switch placement.action {
        case .put(let text):
            contents.files[placement.name] = LocalText(
                text, version: LocalVersion("\(contents.serial)"))
        case .remove: contents.files[placement.name] = nil
        }
        return .done
    }

    private static func store(_ change: StateChange, in contents: inout Contents) {
        contents.state.apply(change)
        switch change {
        case .setBase(let base, let text): contents.baseTexts[base.href] = text
        case .removeBase(let href): contents.baseTexts[href] = nil
        case .forget: (contents.baseTexts, contents.isAbsent) = ([:], false)
        default: break
        }
    }

    private func live() throws(ReplicaError) {
        if !with({ $0.fuse.step() }) { throw ReplicaError(.state("killed"), path: "memory") }
    }
}
