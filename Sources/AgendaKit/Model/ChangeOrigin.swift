/// Where a change of events came from, for who tells of changes: a widget can be silent about its owner's own.
public struct ChangeOrigin: Hashable, Sendable {
    /// Who makes changes.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The owner, by a command, the screen or the page, also where the change is written into a file.
        case edit
        /// An account's synchronisation; in its folder also another program, which the next synchronisation sends.
        case sync
        /// Another program, in a file or folder or whatever else is a source.
        case file
        /// The download of a feed.
        case feed
        /// An assistant, by the Model Context Protocol.
        case assistant
        /// A phone or another device of the owner's that is served (CalDAV).
        case device
    }

    /// Who made it.
    public var kind: Kind
    /// The number of the change that did it (``EventChange/id``), by which it can be undone; nil if nobody who is noted did.
    public var number: Int64?
    /// The name of the device, if one did and the history still has its change.
    public var device: String?

    /// An origin.
    package init(_ kind: Kind, number: Int64? = nil, device: String? = nil) {
        (self.kind, self.number, self.device) = (kind, number, device)
    }

    /// The origin of two changes of one event that are told together: the later one, but an edit does not hide what somebody
    /// else has done before it. Nil, as of moved days, says nothing of the other.
    package static func joined(_ earlier: ChangeOrigin?, _ later: ChangeOrigin?) -> ChangeOrigin? {
        guard let earlier, let later else { return earlier ?? later }
        return later.kind == .edit && earlier.kind != .edit ? earlier : later
    }
}

extension ChangeOrigin.Kind {
    /// Whether the owner made the change, here or on a device, or had it made.
    var isOwn: Bool { [.edit, .device, .assistant].contains(self) }
}

/// How one program tells where its commits come from.
public struct OriginRule: Sendable {
    /// What its edits are.
    var edits: ChangeOrigin.Kind
    /// What has changed a source of files.
    var imports: @Sendable (CalendarSource) -> ChangeOrigin.Kind

    /// A rule.
    ///
    /// - Parameters:
    ///   - edits: what the changes of a ``CalendarEditor`` are.
    ///   - imports: what has changed a source that an import finds changed; asked outside of transactions.
    public init(
        edits: ChangeOrigin.Kind = .edit,
        imports: @escaping @Sendable (CalendarSource) -> ChangeOrigin.Kind = { _ in .file }
    ) {
        (self.edits, self.imports) = (edits, imports)
    }
}
