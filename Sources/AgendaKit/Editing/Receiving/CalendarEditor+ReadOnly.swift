internal import ICalendar

extension CalendarEditor {
    /// Refuses a message that would hide an event of a calendar that is only read, because of two copies the newer is shown: one of
    /// another organizer; or one of a time that the calendar does not have, if that does not say who organizes the event, as
    /// published calendars do not.
    ///
    /// - Parameter series: an event that no writable calendar has.
    func requireShown(
        _ series: IncomingCalendar.Series, of incoming: IncomingCalendar, as me: CalendarAddresses
    ) async throws(AgendaError) {
        let parts = series.texts.compactMap { ComponentEdit($0) }
        let organizers = parts.compactMap(\.lines.organizer)
        for source in try store.sources(holding: series.uid, series.name.kind)
        where !source.isWritable && source.kind != .contacts {
            var calendar = calendar(source)
            guard let present = try? await calendar.read(series.name, href: nil),
                let stored = try? SeriesEditor(present.texts, present.scope, stamp: clock.now)
            else { continue }
            let isSame =
                if stored.components.contains(where: { $0.lines.organizer != nil }) {
                    EventOwner(of: stored.components, me).fault(of: organizers) == nil
                } else {
                    parts.allSatisfy { part in
                        let id = part.event.recurrenceID ?? stored.master?.event.start
                        return id.map {
                            stored.point(named: $0)
                                == stored.point(named: incoming.scope.exact(part.event.start))
                        } ?? false
                    }
                }
            guard isSame else {
                throw AgendaError(
                    .invitation(.readOnlyCopy(calendar: source.name)), place: series.uid)
            }
        }
    }
}

extension TimeZoneScope {
    /// A time in UTC if its zone is known, so that other files can tell it.
    fileprivate func exact(_ time: CalendarTime) -> CalendarTime {
        if case .instant(let instant) = point(of: time) { .utc(instant) } else { time }
    }
}
