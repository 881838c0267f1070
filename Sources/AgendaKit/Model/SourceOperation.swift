/// What a change did to a source: its settings before and after.
public struct SourceOperation: Hashable, Sendable {
    /// The settings before; nil for a source that was added or restored.
    public var before: CalendarSource?
    /// The settings after; nil for a source that was removed.
    public var after: CalendarSource?

    /// Keeps only the settings of both sources, not what was read from them.
    init(before: CalendarSource?, after: CalendarSource?) {
        (self.before, self.after) = (before?.settings, after?.settings)
    }

    /// The operation that reverts it.
    var inverted: SourceOperation { SourceOperation(before: after, after: before) }

    /// The source's name before the change, else after it.
    var name: String { before?.name ?? after?.name ?? "" }
}

extension CalendarSource {
    /// The source as the user registered it, without what was read from it.
    var settings: CalendarSource {
        var settings = CalendarSource(name: name, kind: kind, location: location)
        (settings.color, settings.isWritable, settings.reminder) = (color, isWritable, reminder)
        settings.makesBusy = makesBusy
        (settings.order, settings.group) = (order, group)
        return settings
    }
}
