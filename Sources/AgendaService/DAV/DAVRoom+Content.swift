internal import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import ICalendar

// What contents hold, with what is wrong with them as an answer.
extension DAVRoom {
    /// What a text holds that is to be stored.
    func check(_ body: [UInt8], _ calendar: ServedCalendar) throws(DAVFault) -> BodyCheck {
        do throws(BrokenCondition) {
            return try BodyCheck(body, kinds: Set(calendar.kinds))
        } catch { throw DAVFault(403, error.element) }
    }

    /// Keeps a text that is refused because somebody else was faster, for its owner to decide.
    func keepRefused(_ name: String, _ calendar: ServedCalendar) {
        guard (try? check(request.body, calendar)) != nil else { return }
        refused.keep(
            request.body, name, calendar: calendar.source?.name ?? calendar.name,
            device: device.name,
            at: person.clock.now)
    }

    /// How `calendar-data` is wanted; nil where it is not.
    func dataSelection(_ report: XMLElement) throws(DAVFault) -> CalendarDataSelection? {
        guard let element = report[.dav("prop")]?[.calDAV("calendar-data")] else { return nil }
        do throws(BrokenCondition) {
            return try CalendarDataSelection(element)
        } catch { throw DAVFault(403, error.element) }
    }

    /// The filter of a report, with the zone that it names.
    func calendarQuery(_ report: XMLElement) throws(DAVFault) -> CalendarQuery {
        do throws(BrokenCondition) {
            return try CalendarQuery(report)
        } catch { throw DAVFault(403, error.element) }
    }

    /// The zone in which a calendar's whole days and floating times are: what a client has set, else the person's.
    func zone(of calendar: ServedCalendar) -> TimeZoneRules { calendar.zone(of: person) }

    /// When somebody is busy (RFC 4791 section 7.10).
    func freeBusy(
        _ report: XMLElement, _ calendars: [ServedCalendar]
    ) throws(DAVFault) -> ServiceResponse {
        var query: FreeBusyQuery
        do throws(BrokenCondition) { query = try FreeBusyQuery(report) } catch {
            throw DAVFault(400, error.element)
        }
        try home.addBusy(to: &query, calendars, of: person, CalendarAddresses(person.addresses))
        return ServiceResponse(
            200, fields: ["Content-Type": "text/calendar; charset=utf-8"],
            body: .bytes(Array(query.calendar(now: person.clock.now).utf8)))
    }
}

extension ServedCalendar {
    /// The zone in which its whole days and floating times are: what a client has set, else the person's.
    func zone(of person: Person) -> TimeZoneRules {
        if let text = self[.calDAV("calendar-timezone")]?.text,
            let zone = try? CalendarQuery.zone(in: text)
        {
            return zone
        }
        let name = self[.calDAV("calendar-timezone-id")]?.text
        return name.flatMap { SystemZones.database.rules(named: $0) } ?? person.zone
    }
}

extension ServedHome {
    /// Adds the busy times of calendars.
    ///
    /// - Parameter own: the addresses of whoever is busy: what they have declined does not count.
    func addBusy(
        to query: inout FreeBusyQuery, _ calendars: [ServedCalendar], of person: Person,
        _ own: CalendarAddresses
    ) throws(DAVFault) {
        for calendar in calendars where calendar.source?.makesBusy ?? true {
            let zone = calendar.zone(of: person)
            let resources = try resources(of: calendar, in: query.range, zone: person.zone)
            let all =
                if let resources { resources } else {
                    try members(of: calendar, since: nil).resources
                }
            for case .success(let body) in bodies(of: all, in: calendar).values {
                do throws(BrokenCondition) {
                    try query.add(body.bytes, zone: zone, of: own)
                } catch { throw DAVFault(507, error.element) }
            }
        }
    }
}
