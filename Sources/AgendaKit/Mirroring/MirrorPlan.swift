internal import ICalendar

/// What a run of a mirror will do to its target: made of what is wanted, what is there, and what earlier runs remember. It reads no
/// clock and no file.
struct MirrorPlan: Sendable {
    /// A block that is in the target.
    struct Present: Sendable {
        /// The UID that it had at first, and how often it came back.
        var base: String
        var number: Int
        /// The UID that it has there now, which a server may have replaced.
        var uid: String
        var href: String
        var events: [Event]
        /// What it says.
        var meaning: MirrorMeaning
        /// Who wrote it.
        var writer: Writer
        /// Whether it has an `ORGANIZER` or an `ATTENDEE`.
        var hasGuests: Bool
        /// Whether all its instances are over.
        var isOver: Bool
        /// The UID under which we wrote it.
        var writtenUID: String { MirrorNames.uid(base, number: number) }
    }

    /// Who wrote a block.
    enum Writer: Hashable, Sendable {
        /// The installation that owns the mirror, or one that left no mark.
        case owner
        /// One that owned it before.
        case formerOwner
        /// One that has taken it over since.
        case stranger(turn: Int)
        /// Its mark is gone and nobody remembers it: it is the mirror's own only if its name is wanted.
        case unproven
    }

    /// A step.
    enum Step: Sendable {
        /// Writes a block, in place of what is there or anew.
        case write(MirrorBlock, uid: String, over: Present?)
        /// Removes a block.
        case remove(Present)
    }

    /// In the order in which they are to be taken: what makes room goes first where the target changed.
    private(set) var steps: [Step] = []
    /// The notes for the next run, if all steps are taken.
    private(set) var notes: MirrorNotes
    /// How many blocks are as they are wanted.
    private(set) var unchanged = 0
    /// Blocks that are not wanted any more, and stay until somebody says so.
    private(set) var held: [Present] = []
    /// Blocks that others change again and again, and that are left for today.
    private(set) var left: [Present] = []
    /// Blocks that have got guests since the last run.
    private(set) var released: [Present] = []

    /// More blocks than these do not go at once unless somebody says so.
    static let mostRemovals = 10
    /// More new blocks than these, and than twice as many as the sources had events, are not written unless somebody says so.
    static let mostAdditions = 100
    /// So long servers may refuse a name that was deleted.
    static let daysOfTrash = 400
    /// How often a block is put right on one day.
    static let mostRightings = 3

    private let mirror: Mirror
    private let today: Int

    /// - Parameters:
    ///   - mirror: whose blocks these are.
    ///   - wanted: what its sources ask for.
    ///   - present: its blocks in the target.
    ///   - scope: of the zones that `wanted` names.
    ///   - notes: of earlier runs.
    ///   - today: by UTC.
    ///   - isConfirmed: whether any number of blocks may go.
    ///   - removedHere: the UIDs, at first, of blocks whose events a person removed here: they may go.
    ///   - refused: the files that the target's server does not take as they are: their blocks get other names.
    init(
        _ mirror: Mirror, wanted: [MirrorBlock], present: [Present], _ scope: TimeZoneScope,
        _ notes: MirrorNotes, today: CivilDate, isConfirmed: Bool = false,
        removedHere: Set<String> = [], refused: Set<String> = []
    ) {
        (self.mirror, self.notes, self.today) = (mirror, notes, today.daysSinceEpoch)
        var there: [String: Present] = [:]
        var surplus: [Present] = []
        for block in present.sorted(by: { ($0.number, $0.href) < ($1.number, $1.href) }) {
            // A block that came back while the first one was only away.
            if let earlier = there.updateValue(block, forKey: block.base) {
                surplus.append(earlier)
            }
        }
        var writes: [Step] = []
        var renewed: [Step] = []
        var seen: Set<String> = []
        for block in wanted where seen.insert(block.uid).inserted {
            let meaning = MirrorMeaning(block.events, scope, mirror.details)
            let old = there.removeValue(forKey: block.uid)
            if let old, refused.contains(old.href), !old.hasGuests {
                note(old, as: block.uid, meaning.digest)
                if let step = addition(block, meaning.digest) {
                    renewed.append(.remove(old))
                    writes.append(step)
                } else {
                    left.append(old)
                }
            } else if let step = step(block, meaning, old) {
                writes.append(step)
            }
        }
        sign(&writes, wanted, present, &there)
        var removals: [Present] = []
        for block in there.values.sorted(by: { $0.base < $1.base }) + surplus {
            if block.writer == .unproven { continue }
            // One that comes back, since somebody changed it on its server, must still be known.
            if self.notes.blocks[block.base] == nil { note(block, as: block.base, "") }
            if block.hasGuests {
                release(block)
            } else if !block.isOver, self.notes.blocks[block.base]?.signedDay != self.today {
                removals.append(block)
            }
        }
        let counted = removals.count { !removedHere.contains($0.base) }
        if counted > Self.mostRemovals, !isConfirmed {
            held = removals.filter { !removedHere.contains($0.base) }
            removals.removeAll { !removedHere.contains($0.base) }
        }
        // A killed run may have added a block and another one removed it, of which the server knows nothing yet.
        for base in notes.pending ?? [] where self.notes.blocks[base] == nil {
            self.notes.blocks[base] = MirrorNotes.Block(href: "", uid: base, wanted: "")
        }
        // What nobody has or wants any more needs no note, unless it must never be touched, or its name may be in a trash bin.
        let removed = Set(removals.map(\.base)).subtracting(seen)
        let known = Set(present.map(\.base)).union(seen).subtracting(removed)
        for (base, var note) in self.notes.blocks where !known.contains(base) && !note.isReleased {
            let day = note.removedDay ?? self.today
            (note.removedDay, note.href) = (day, "")
            self.notes.blocks[base] = day + Self.daysOfTrash < self.today ? nil : note
        }
        steps = renewed + removals.map { .remove($0) } + writes
    }

    /// What is to be done for a block that is wanted; nil for nothing.
    private mutating func step(
        _ block: MirrorBlock, _ meaning: MirrorMeaning, _ present: Present?
    ) -> Step? {
        let wanted = meaning.digest
        if notes.blocks[block.uid]?.isReleased == true { return nil }
        if let present, present.hasGuests {
            release(present)
            return nil
        }
        guard let present else { return addition(block, wanted) }
        let found = present.meaning.digest
        let isKnown = notes.blocks[block.uid] != nil
        note(present, as: block.uid, wanted)
        guard var note = notes.blocks[block.uid] else { return nil }
        defer { notes.blocks[block.uid] = note }
        if note.wanted != wanted {
            (note.wanted, note.replaced, note.accepted) = (wanted, nil, nil)
        } else if found != wanted, found != note.accepted, isKnown {
            if found == note.replaced, present.meaning.isAtTheTimes(of: meaning) {
                // It was written as wanted, and is again what it was before: so its server keeps it. Of times it may not decide:
                // somebody may move a block twice to the same hour.
                note.accepted = found
            } else if note.mayBeRighted(on: today) {
                note.replaced = found
            } else {
                left.append(present)
                return nil
            }
        }
        if found == wanted || found == note.accepted {
            unchanged += 1
            return nil
        }
        note.sequence += 1
        return .write(block, uid: present.writtenUID, over: present)
    }

    /// Notes a block that is there, by the UID that it had at first.
    private mutating func note(_ present: Present, as base: String, _ wanted: String) {
        let uid = present.writtenUID
        var note =
            notes.blocks[base]
            ?? MirrorNotes.Block(
                href: "", uid: uid, wanted: wanted,
                sequence: present.events.map(\.sequence).max() ?? 0)
        (note.href, note.uid, note.removedDay) = (present.href, uid, nil)
        notes.blocks[base] = note
    }

    /// A block that is not there, or not as it is named: it is new, or others removed it, or a server refuses it.
    private mutating func addition(_ block: MirrorBlock, _ wanted: String) -> Step? {
        guard var note = notes.blocks[block.uid] else {
            notes.blocks[block.uid] = MirrorNotes.Block(href: "", uid: block.uid, wanted: wanted)
            return .write(block, uid: block.uid, over: nil)
        }
        defer { notes.blocks[block.uid] = note }
        // One that we removed comes back since it is wanted again.
        guard note.removedDay != nil || note.mayBeRighted(on: today) else { return nil }
        note.removedDay = nil
        let number = MirrorNames.base(of: note.uid)?.number ?? 0
        let uid = MirrorNames.uid(block.uid, number: number + 1)
        (note.uid, note.wanted, note.replaced, note.accepted) = (uid, wanted, nil, nil)
        return .write(block, uid: uid, over: nil)
    }

    /// Who takes a mirror over writes one block at least, so that the installation that wrote it before learns of it. If none is
    /// wanted, one that is to go stays for the day, with the sign.
    ///
    /// - Parameter unwanted: the blocks that are to go.
    private mutating func sign(
        _ writes: inout [Step], _ wanted: [MirrorBlock], _ present: [Present],
        _ unwanted: inout [String: Present]
    ) {
        guard mirror.turn > 0, writes.isEmpty,
            !present.contains(where: { $0.writer == .owner })
        else { return }
        for block in wanted {
            guard let old = present.first(where: { $0.base == block.uid && !$0.hasGuests }) else {
                continue
            }
            return writes.append(.write(block, uid: old.writtenUID, over: old))
        }
        let former = unwanted.values.filter {
            $0.writer == .formerOwner && !$0.hasGuests && !$0.isOver
        }
        guard let old = former.min(by: { $0.base < $1.base }) else { return }
        unwanted[old.base] = nil
        note(old, as: old.base, "")
        notes.blocks[old.base]?.signedDay = today
        notes.blocks[old.base]?.sequence += 1
        let events = old.events.map { event in
            var event = event
            (event.summary, event.location, event.details) = (mirror.title, nil, nil)
            (event.url, event.categories) = (nil, [])
            return event
        }
        let block = MirrorBlock(uid: old.base, events: events)
        writes.append(.write(block, uid: old.writtenUID, over: old))
    }

    private mutating func release(_ block: Present) {
        if notes.blocks[block.base]?.isReleased != true { released.append(block) }
        var note =
            notes.blocks[block.base]
            ?? MirrorNotes.Block(href: block.href, uid: block.uid, wanted: "")
        note.isReleased = true
        notes.blocks[block.base] = note
    }
}

extension MirrorNotes.Block {
    /// Whether a block that others changed may be put right once more on a day, which counts.
    fileprivate mutating func mayBeRighted(on day: Int) -> Bool {
        let count = rightedDay == day ? rightedCount : 0
        guard count < MirrorPlan.mostRightings else { return false }
        (rightedDay, rightedCount) = (day, count + 1)
        return true
    }
}

extension MirrorPlan.Writer {
    /// The turn of an installation that has taken the mirror over; nil for others.
    var strangersTurn: Int? {
        if case .stranger(let turn) = self { turn } else { nil }
    }
}
