internal import ICalendar

extension MergedSeries {
    /// The series without what its owner does not call public; nil if nothing is left, or if nobody can tell what
    /// is left: an instance that changes all later ones.
    var `public`: MergedSeries? { leavingOut { !$0.isPublic } }

    /// The series without the instances that are marked as hidden (``CalendarMerge/hidden``), likewise.
    var visible: MergedSeries? { leavingOut(\.isHidden) }

    private func leavingOut(_ isLeftOut: (Part) -> Bool) -> MergedSeries? {
        let hidden = parts.filter(isLeftOut)
        guard !hidden.isEmpty else { return self }
        var series = self
        series.parts.removeAll(where: isLeftOut)
        guard hidden.allSatisfy({ $0.component.recurrenceID != nil }), !series.parts.isEmpty else {
            return nil
        }
        // Without its own component, the rule would show the instance as the others are.
        for part in hidden {
            guard let id = ComponentDocument(part.text)?.properties("RECURRENCE-ID").first,
                id.parameter("RANGE") == nil
            else { return nil }
            var exception = id
            exception.name = "EXDATE"
            for index in series.parts.indices
            where series.parts[index].component.recurrenceID == nil {
                series.parts[index].edit { lines in
                    let line = Array(exception.line.utf8) + [0x0D, 0x0A]
                    let old = lines.parts.filter { $0.name == "EXDATE" }
                    lines.replace("EXDATE", with: old + [.init(name: "EXDATE", bytes: line)])
                }
            }
        }
        return series
    }
}

extension MergedSeries.Part {
    /// Whether it is marked as hidden. Looks for the mark before it reads the text.
    fileprivate var isHidden: Bool {
        component.recurrenceID != nil
            && ComponentDocument(text)?.properties("CLASS").first?.value == CalendarMerge.hidden
    }

    /// Whether everybody may see it. A class that we do not know counts as private (RFC 5545 3.8.1.3).
    fileprivate var isPublic: Bool {
        guard let lines = ComponentDocument(text) else { return false }
        return lines.properties("CLASS").allSatisfy {
            String($0.value.unicodeScalars.trimming(\.properties.isWhitespace)).uppercased()
                == "PUBLIC"
        }
    }
}
