/// What a change did to a source: how it was registered before and since.
public struct SourceOperation: Hashable, Sendable {
    /// As it was; nil for one that was added or came back.
    public var before: CalendarSource?
    /// As it is since; nil for one that was removed.
    public var after: CalendarSource?

    /// Of both sources the settings count, not what was read of them.
    init(before: CalendarSource?, after: CalendarSource?) {
        (self.before, self.after) = (before?.settings, after?.settings)
    }

    /// What takes it back.
    var inverted: SourceOperation { SourceOperation(before: after, after: before) }

    /// What the source was called, or is.
    var name: String { before?.name ?? after?.name ?? "" }
}

extension CalendarSource {
    /// What somebody said of it, without what was read.
    var settings: CalendarSource {
        var settings = CalendarSource(name: name, kind: kind, path: path)
        (settings.color, settings.isWritable) = (color, isWritable)
        return settings
    }
}
