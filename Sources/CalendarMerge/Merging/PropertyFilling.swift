internal import ICalendar

/// Fills properties that the winning copy leaves empty from the losing copies.
enum PropertyFilling {
    /// The same properties that lists fill. Times are never filled.
    private static let names = [
        "SUMMARY", "LOCATION", "DESCRIPTION", "URL", "CATEGORIES", "ORGANIZER", "ATTENDEE",
    ]

    /// Takes each empty property, with its parameters, from the first copy that has it.
    ///
    /// - Returns: what was filled, and from where.
    static func fill(
        _ part: inout MergedSeries.Part, from fillers: [MergeComponent]
    ) -> [(property: String, filler: MergeComponent)] {
        guard !fillers.isEmpty, let own = ComponentDocument(part.text) else { return [] }
        let empty = names.filter { own.lacks($0) }
        guard !empty.isEmpty else { return [] }
        let others = fillers.compactMap { filler in
            ComponentDocument(filler.text).map { (lines: $0, filler: filler) }
        }
        var filled: [(property: String, filler: MergeComponent)] = []
        part.edit { lines in
            for name in empty {
                guard let other = others.first(where: { !$0.lines.lacks(name) }) else { continue }
                lines.replace(
                    name, with: other.lines.parts.filter { $0.name == name && !$0.isComponent })
                filled.append((name, other.filler))
            }
        }
        return filled
    }
}
