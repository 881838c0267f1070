internal import ICalendar

extension MirroredCalendar.Series {
    /// The series as several that every program reads alike: each instance that changes all later ones
    /// (`RANGE=THISANDFUTURE`, RFC 5545 3.2.13) begins one. Itself if it has none, or cannot be divided.
    ///
    /// - Parameters:
    ///   - scope: its zones.
    ///   - name: what the part is called that begins with an instance.
    func divided(
        in scope: TimeZoneScope, name: (OccurrencePoint) -> String
    ) -> [MirroredCalendar.Series] {
        guard master != nil, overrides.contains(where: \.event.overridesFuture) else {
            return [self]
        }
        var parts: [MirroredCalendar.Series] = []
        var uid = uid
        do throws(AgendaError) {
            var rest = try SeriesEditor(
                [master].compactMap { $0?.text } + overrides.map(\.text), scope,
                stamp: Instant(secondsSinceEpoch: 0))
            while let cut = rest.firstThatChangesLater {
                if let earlier = try rest.removingFuture(from: cut) {
                    parts.append(part(earlier, uid))
                }
                uid = name(cut)
                rest = try rest.later(from: cut, uid: uid)
                rest.forgetChangeOfLater()
                guard rest.hidesFirst, let start = rest.start else { continue }
                guard let others = rest.removing(start) else { return parts }
                rest = others
            }
            return parts + [part(rest, uid)]
        } catch {
            return [self]
        }
    }

    private func part(_ series: SeriesEditor, _ uid: String) -> MirroredCalendar.Series {
        func part(_ edit: ComponentEdit) -> MirroredCalendar.Part {
            MirroredCalendar.Part(event: edit.event, text: edit.text)
        }
        return MirroredCalendar.Series(
            uid: uid, master: series.master.map(part), overrides: series.overrides.map(part),
            isPrivate: isPrivate)
    }
}

extension SeriesEditor {
    /// The first instance that changes all later ones.
    fileprivate var firstThatChangesLater: OccurrencePoint? {
        guard let start = master?.event.start else { return nil }
        return overrides.filter(\.event.overridesFuture)
            .compactMap { $0.event.recurrenceID.map(point) }
            .min { times.time($0, like: start).wallTime < times.time($1, like: start).wallTime }
    }

    fileprivate var start: OccurrencePoint? { master.map { times.point(of: $0.event.start) } }

    /// Whether rules hide the instance that became this series, but not the later ones.
    fileprivate var hidesFirst: Bool {
        master?.lines.properties(RuledSeries.hidesFirst).isEmpty == false
    }

    /// Lets the instance that became this series change nothing more; those before it, which name the same one, neither.
    fileprivate mutating func forgetChangeOfLater() {
        guard let start else { return }
        let series = self
        overrides.removeAll { part in
            part.event.overridesFuture
                && (series.describes(part, start) || series.isBefore(start, part) == false)
        }
    }
}
