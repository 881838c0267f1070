internal import ICalendar

/// Merges two versions of a resource, component by component.
struct ResourceMerge {
    typealias Key = DividedResource.Key

    private let base: DividedResource?
    private let mine: DividedResource
    private let theirs: DividedResource
    private let policy: ConflictPolicy
    /// The person, if the calendar is one of invitations.
    private let attendee: String?
    /// Their resource with the changes of mine.
    private var merged: DividedResource
    private var clashes: [ThreeWayMerge.Clash] = []
    /// Their text as it was given.
    private let original: [UInt8]
    private var isChanged = false

    init(
        _ base: ResourceText?, _ mine: ResourceText, _ theirs: ResourceText,
        _ policy: ConflictPolicy, attendee: String?
    ) {
        let zones = MergeZones([theirs, mine, base].compactMap { $0?.scope })
        self.base = base.map { DividedResource($0, zones) }
        self.mine = DividedResource(mine, zones)
        self.theirs = DividedResource(theirs, zones)
        merged = self.theirs
        original = theirs.original
        (self.policy, self.attendee) = (policy, attendee)
    }

    /// What became of the versions, after ``run()``.
    var result: ThreeWayMerge.Result {
        let text = merged.keys.isEmpty ? nil : merged.calendar.bytes
        return ThreeWayMerge.Result(text: isChanged ? text : original, clashes: clashes)
    }

    mutating func run() {
        var properties = ComponentMerge(
            base: base?.own, mine: mine.own, theirs: theirs.own,
            preferred: policy == .mine ? .mine : .theirs)
        properties.run()
        merged.setOwn(properties.changed, from: properties.result)
        isChanged = !properties.changed.isEmpty
        note(properties.clashes, "VCALENDAR", "")
        let keys = mine.keys + theirs.keys.filter { mine[$0] == nil }
        var seen: Set<MergeComponent.Key> = []
        for series in keys.map(\.series) where seen.insert(series).inserted {
            merge(keys.filter { $0.series == series })
        }
        guard isChanged else { return }
        merged.assemble()
        merged.addZones(of: mine.calendar)
    }

    /// Merges the components of one series.
    private mutating func merge(_ keys: [Key]) {
        let schedule = schedule(keys)
        // Instances first: whether one stays tells what becomes of its EXDATE.
        var revived: Set<String> = []
        for key in keys where key.recurrenceID != nil {
            if let schedule {
                keep(key, of: schedule)
            } else if merge(key) == .revived, let original = key.recurrenceID {
                revived.insert(":" + original.icalendar)
            }
        }
        for key in keys where key.recurrenceID == nil {
            _ = merge(key, schedule: schedule, revived: revived)
        }
    }

    private enum Outcome { case settled, revived }

    @discardableResult
    private mutating func merge(
        _ key: Key, schedule: ThreeWayMerge.Side? = nil, revived: Set<String> = []
    ) -> Outcome {
        let before = base?[key]
        switch (mine[key], theirs[key]) {
        case (let own?, let other?):
            var merge = ComponentMerge(
                base: before, mine: own, theirs: other, preferred: preferred(own, other))
            merge.attendee = restricted(own, other)
            (merge.schedule, merge.revived) = (schedule, revived)
            merge.run()
            note(merge.clashes, key.name, other.recurrenceID)
            if merge.result.document != other.document { set(key, merge.result) }
            return .settled
        case (let own?, nil): return keep(own, of: .mine, before, key)
        case (nil, let other?): return keep(other, of: .theirs, before, key)
        case (nil, nil): return .settled
        }
    }

    /// A component that one side alone has: new there, or deleted on the other side, unless it was changed since.
    private mutating func keep(
        _ component: ComponentProperties, of side: ThreeWayMerge.Side, _ base: ComponentProperties?,
        _ key: Key
    ) -> Outcome {
        let isDeleted = base.map { component.means(theSame: $0) } ?? false
        if (side == .mine) != isDeleted { set(key, side == .mine ? component : nil) }
        guard base != nil, !isDeleted else { return .settled }
        report(
            key, mine: side == .mine ? component : nil, theirs: side == .mine ? nil : component,
            winner: side)
        return .revived
    }

    // MARK: - Series that one side moved

    /// Whose times and exceptions stand as a whole: when one side moves the start of a series, all its instances have other
    /// starts, and the exceptions of the other side would match none of them. A deleted instance would be back, and a
    /// changed one be there twice.
    ///
    /// - Returns: nil if each exception counts by itself.
    private func schedule(_ keys: [Key]) -> ThreeWayMerge.Side? {
        guard let series = keys.first?.series else { return nil }
        let master = Key(name: series.name, uid: series.uid)
        guard let before = base?[master], let own = mine[master], let other = theirs[master],
            before.isSeries || own.isSeries || other.isSeries
        else { return nil }
        let (ownMoved, otherMoved) = (Self.moved(before, own), Self.moved(before, other))
        let isClash =
            ownMoved && otherMoved && Self.moved(own, other)
            || ownMoved && !otherMoved && hasNewExceptions(theirs, series)
            || otherMoved && !ownMoved && hasNewExceptions(mine, series)
        guard isClash else { return nil }
        return restricted(own, other) == nil ? preferred(own, other) : .theirs
    }

    /// Whether a series has another start, or the same in another zone.
    private static func moved(_ old: ComponentProperties, _ new: ComponentProperties) -> Bool {
        let zone = { (version: ComponentProperties) in
            version.document.time("DTSTART").flatMap(version.times.zone(of:))
        }
        return old.start != new.start || zone(old) != zone(new)
    }

    /// Whether a version has other exceptions than the base: other deleted or changed instances.
    private func hasNewExceptions(
        _ version: DividedResource, _ series: MergeComponent.Key
    ) -> Bool {
        let master = Key(name: series.name, uid: series.uid)
        guard let base, let old = base[master], let new = version[master] else { return false }
        if old.exceptions != new.exceptions { return true }
        let keys = Set(
            (base.keys + version.keys).filter { $0.series == series && $0.recurrenceID != nil })
        return keys.contains { key in
            guard let old = base[key], let new = version[key] else { return true }
            return !new.means(theSame: old)
        }
    }

    /// Takes an instance as one side has it.
    private mutating func keep(_ key: Key, of side: ThreeWayMerge.Side) {
        let (before, own, other) = (base?[key], mine[key], theirs[key])
        if side == .mine, own?.document != other?.document { set(key, own) }
        guard let lost = side == .mine ? other : own,
            before.map({ !lost.means(theSame: $0) }) ?? true,
            (side == .mine ? own : other).map({ !lost.means(theSame: $0) }) ?? true
        else { return }
        report(key, mine: own, theirs: other, winner: side)
    }

    // MARK: - Deciding and telling

    private func preferred(
        _ mine: ComponentProperties, _ theirs: ComponentProperties
    ) -> ThreeWayMerge.Side {
        switch policy {
        case .mine: return .mine
        case .server, .both, .ask: return .theirs
        case .newer:
            guard let own = mine.revised else { return .theirs }
            return theirs.revised.map { own > $0 } ?? true ? .mine : .theirs
        }
    }

    /// Who may change what is his own alone; nil where all may be changed. Who is not among those invited may have
    /// organized it under another address.
    private func restricted(
        _ mine: ComponentProperties, _ theirs: ComponentProperties
    ) -> String? {
        guard let attendee, let organizer = theirs.organizer ?? mine.organizer,
            organizer != attendee, (theirs.attendees + mine.attendees).contains(attendee)
        else { return nil }
        return attendee
    }

    private mutating func set(_ key: Key, _ component: ComponentProperties?) {
        merged[key] = component
        isChanged = true
    }

    private mutating func report(
        _ key: Key, mine: ComponentProperties?, theirs: ComponentProperties?,
        winner: ThreeWayMerge.Side
    ) {
        clashes.append(
            ThreeWayMerge.Clash(
                component: key.name, recurrenceID: (theirs ?? mine)?.recurrenceID ?? "",
                property: key.name, mine: mine?.lines ?? [], theirs: theirs?.lines ?? [],
                winner: winner))
    }

    private mutating func note(
        _ found: [ThreeWayMerge.Clash], _ component: String, _ recurrenceID: String
    ) {
        clashes += found.map { clash in
            var clash = clash
            (clash.component, clash.recurrenceID) = (component, recurrenceID)
            return clash
        }
    }
}
