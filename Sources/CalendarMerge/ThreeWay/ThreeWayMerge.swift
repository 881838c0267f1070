public import ICalendar

/// Brings together what two sides made of one calendar object resource: the events of one UID, or the to-dos.
///
/// A change is a difference to the version that both sides last had, the base. The merge takes what one side changed from
/// that side; what both changed alike is one change. Where both changed the same property differently, one value stands
/// and the other is reported. The times of an event (`DTSTART`, `DTEND`, `DUE`, `DURATION`, `RRULE`) count as one
/// property, so that no event gets the start of one side and the end of the other. Lists (`CATEGORIES`, `EXDATE`,
/// `ATTENDEE`, alarms and others) merge by element, a participant by parameter, an alarm by property. An edit beats a
/// deletion.
///
/// Values are compared by their meaning: folds, escapes, the order of parameters, defaults that are written out, and
/// the same instant in another form are no changes. Nor are `DTSTAMP`, `CREATED`, `LAST-MODIFIED` and `PRODID`;
/// `SEQUENCE` becomes the larger one.
///
/// The result has the server's form. When the server holds all changes already, it is the server's text, byte by byte:
/// whether an earlier upload arrived needs no other answer.
///
/// ```swift
/// let merge = ThreeWayMerge(zones: SystemZones.database)
/// let result = merge.merge(base: agreed, mine: file, theirs: server)
/// ```
public struct ThreeWayMerge: Sendable {
    /// One of the two sides.
    public enum Side: String, Sendable {
        /// This device.
        case mine
        /// The server.
        case theirs
    }

    /// A change that is not in the result, or that undid a deletion of the other side.
    ///
    /// ```swift
    /// var merge = ThreeWayMerge(zones: SystemZones.database)
    /// merge.policy = .mine
    /// for clash in merge.merge(base: agreed, mine: file, theirs: server)?.clashes ?? [] {
    ///     print(clash.property, clash.winner, clash.theirs.first ?? "deleted")
    /// }
    /// ```
    public struct Clash: Hashable, Sendable {
        /// The component's name, such as `VEVENT`.
        public var component: String
        /// The instance's original start as the calendar writes it; empty for a master.
        public var recurrenceID: String
        /// The property, or nested component, that both sides changed; `DTSTART` for the times; the component's own name
        /// where one side deleted it.
        public var property: String
        /// The lines on this device, unfolded; none where it deleted them.
        public var mine: [String]
        /// The lines on the server, unfolded; none where it deleted them.
        public var theirs: [String]
        /// The side whose lines stand.
        public var winner: Side

        /// A clash, as a store of conflicts reads it back.
        ///
        /// - Parameters:
        ///   - component: the kind, such as `VEVENT`.
        ///   - recurrenceID: of the instance; empty for the series.
        ///   - property: its name.
        ///   - mine: this device's lines.
        ///   - theirs: the server's lines.
        ///   - winner: whose lines stand.
        public init(
            component: String, recurrenceID: String, property: String, mine: [String],
            theirs: [String], winner: Side
        ) {
            (self.component, self.recurrenceID, self.property) = (component, recurrenceID, property)
            (self.mine, self.theirs, self.winner) = (mine, theirs, winner)
        }
    }

    /// What became of the three versions.
    public struct Result: Hashable, Sendable {
        /// The merged text; nil where the resource is deleted.
        public var text: [UInt8]?
        /// What is lost of one side, for a person to look at.
        public var clashes: [Clash]

        /// A result.
        public init(text: [UInt8]?, clashes: [Clash]) {
            (self.text, self.clashes) = (text, clashes)
        }

        /// Whether lines of this device do not stand: what ``ConflictPolicy/both`` makes a second event of.
        public var losesMine: Bool { clashes.contains { $0.winner == .theirs && !$0.mine.isEmpty } }
    }

    /// Whose value stands where both sides changed the same property.
    public var policy: ConflictPolicy
    /// The address of an attendee who may change what is his own alone: his answer, his alarms and what RFC 6638 3.2.2.1
    /// lists; nil for a calendar whose events may be changed. An event that another address organizes, and to which this one
    /// is invited, is not the person's own.
    public var attendee: String?
    private let scopes: MergeScopes

    /// A merge.
    ///
    /// - Parameters:
    ///   - zones: What the names of zones mean that the texts do not define.
    ///   - policy: Whose value stands where both sides changed the same property.
    ///   - attendee: See ``attendee``.
    public init(
        zones: TimeZoneDatabase, policy: ConflictPolicy = .server, attendee: String? = nil
    ) {
        scopes = MergeScopes(zones)
        (self.policy, self.attendee) = (policy, attendee)
    }

    /// Merges three versions of a resource.
    ///
    /// - Parameters:
    ///   - base: What both sides last had; nil where they never had the same.
    ///   - mine: What this device has; nil where it was deleted.
    ///   - theirs: What the server has; nil where it was deleted.
    /// - Returns: nil if a version is not one whole `VCALENDAR`: such a text can be kept, but not merged.
    public func merge(base: [UInt8]?, mine: [UInt8]?, theirs: [UInt8]?) -> Result? {
        var texts: [ResourceText?] = []
        for bytes in [base, mine, theirs] {
            let text = bytes.map { ResourceText($0, scopes) }
            if case .some(nil) = text { return nil }
            texts.append(text ?? nil)
        }
        let (before, own, other) = (texts[0], texts[1], texts[2])
        if own?.bytes == before?.bytes || own?.bytes == other?.bytes {
            return Result(text: theirs, clashes: [])
        }
        if other?.bytes == before?.bytes, attendee == nil { return Result(text: mine, clashes: []) }
        let person = attendee.map(Participant.bareAddress)
        switch (own, other) {
        case (let own?, let other?):
            guard let own = own.renamingZones(beside: other, scopes) else { return nil }
            var merge = ResourceMerge(before, own, other, policy, attendee: person)
            merge.run()
            return merge.result
        case (let own?, nil):
            return Self.deleted(before, own, by: .theirs)
        case (nil, let other?):
            return Self.deleted(before, other, by: .mine)
        case (nil, nil):
            return Result(text: nil, clashes: [])
        }
    }

    /// What one side deleted and the other still has: an edit beats the deletion, as a whole.
    private static func deleted(
        _ base: ResourceText?, _ kept: ResourceText, by side: Side
    ) -> Result {
        guard let base else { return Result(text: kept.original, clashes: []) }
        let zones = MergeZones([kept.scope, base.scope])
        let (new, old) = (DividedResource(kept, zones), DividedResource(base, zones))
        let edited = new.keys.filter { key in
            new[key].map { new in old[key].map { !new.means(theSame: $0) } ?? true } ?? false
        }
        let isEdited = !edited.isEmpty || new.keys.count != old.keys.count
        guard isEdited else { return Result(text: nil, clashes: []) }
        let clashes = (edited.isEmpty ? Array(new.keys.prefix(1)) : edited).map { key in
            let lines = new[key]?.lines ?? []
            return Clash(
                component: key.name, recurrenceID: new[key]?.recurrenceID ?? "", property: key.name,
                mine: side == .mine ? [] : lines, theirs: side == .mine ? lines : [],
                winner: side == .mine ? .theirs : .mine)
        }
        return Result(text: kept.original, clashes: clashes)
    }
}
