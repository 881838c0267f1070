package import AgendaKit

/// What is to be set of a mirror; nil for what stays.
package struct MirrorChanges: Sendable {
    /// Why it cannot be set.
    package enum Fault: Error, Hashable {
        /// The title is not one line of text.
        case title
        /// The number of days is outside of ``Mirror/possibleDays``.
        case days(Int)
        /// Times that touch are one only where they show nothing else.
        case flatWithDetails
    }

    package var name: String?
    package var details: Set<Mirror.Detail>?
    package var title: String?
    package var days: Int?
    package var isPrivate: Bool?
    package var isFlat: Bool?
    package var isPaused: Bool?

    package init() {}

    package func apply(to mirror: inout Mirror) throws(Fault) {
        if let name { mirror.name = name }
        if let details { mirror.details = details }
        if let title {
            guard !title.isEmpty, !title.contains(where: \.isNewline) else { throw .title }
            mirror.title = title
        }
        if let days {
            guard Mirror.possibleDays.contains(days) else { throw .days(days) }
            mirror.days = days
        }
        if let isPrivate { mirror.isPrivate = isPrivate }
        if let isFlat { mirror.isFlat = isFlat }
        if let isPaused { mirror.isPaused = isPaused }
        guard !mirror.isFlat || mirror.isBusyOnly else { throw .flatWithDetails }
    }
}

extension MirrorRound {
    /// Changes a mirror's settings.
    ///
    /// - Returns: the mirror as it is then.
    /// - Throws: ``MirrorChanges/Fault``; `invalid` if another one has its new name; `notFound`.
    @discardableResult
    package func set(_ name: String, _ changes: MirrorChanges) throws -> Mirror? {
        guard let mirrors else { return nil }
        var changed = try mirrors.mirror(named: name)
        let present = changed.name
        try changes.apply(to: &changed)
        guard
            try changed.name == present
                || !mirrors.all().contains(where: { $0.name == changed.name })
        else {
            throw AgendaError(.mirrorNameTaken, place: changed.name)
        }
        let settled = changed
        return try mirrors.update(present) { $0 = settled }
    }
}
