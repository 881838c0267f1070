internal import AgendaActions
internal import AgendaKit

extension AgendaService {
    /// The most bytes of a request's content, which whoever reads it has to know before it is there: a resource of a calendar is
    /// larger than anything else that is sent (RFC 4791 section 5.2.5), but for a mail with what is attached to it.
    public static func mostContent(_ method: String, _ target: String) -> Int {
        let isLarge =
            method == "PUT" && target.hasPrefix("/dav/")
            || method == "POST"
                && ["/v1/invitations", "/v1/calendars/file?"].contains(where: target.hasPrefix)
        return isLarge ? DAVLimits.body : DAVLimits.xml
    }

    /// What a device is served.
    static func home(
        of device: Device, _ opened: LiveStore.Opened, _ person: Person, _ parts: ServiceParts,
        _ calendars: CalendarTable, _ servesMerge: Bool, _ merges: MergeCache
    ) -> StoreHome {
        StoreHome(
            opened: opened, device: device, person: person,
            table: calendars, service: parts.database, servesMerge: servesMerge, merges: merges)
    }

    /// Answers what comes to the DAV room; nil for everything else, and where no device can come in.
    func dav(_ request: ServiceRequest) async -> (name: String, response: ServiceResponse)? {
        guard servesDAV, DAVRoom.isAsked(request), parts.seat != nil || parts.devices.isAny else {
            return nil
        }
        guard let seat = parts.seat else { return await davAnswer(request) }
        // Of nobody it is known who is meant.
        let name = seat.name.isEmpty ? DAVPlace.user : seat.name
        return await DAVPlace.$user.withValue(name) {
            await DAVPlace.$schedules.withValue(true) { await davAnswer(request) }
        }
    }

    private func davAnswer(
        _ request: ServiceRequest
    ) async -> (name: String, response: ServiceResponse) {
        if request.segments == [".well-known", "caldav"] {
            return ("/.well-known/caldav", DAVRoom.redirect)
        }
        let place = request.segments.flatMap { DAVPlace($0) }
        let name = "/dav/ " + request.method
        if request.method == "OPTIONS" { return (name, DAVRoom.options(at: place)) }
        do throws(Problem) {
            let device = try parts.gate.device(request)
            guard let place else { return (name, DAVFault.notFound.response) }
            guard let opened = await live.presentAsRead() else {
                return (name, DAVFault.away("the calendars are still being read").response)
            }
            let home = Self.home(
                of: device, opened, live.person, parts, calendars, servesMerge, merges)
            let room = DAVRoom(
                request: request, place: place, device: device, home: home, person: live.person,
                refused: RefusedBodies(parts.database), pushes: pushes,
                inbox: parts.seat?.inbox)
            if case .subscription = place { return (name, await room.answer()) }
            guard DAVRoom.changes(request.method) else { return (name, await room.answer()) }
            guard device.mayWrite else { return (name, DAVFault.needsPrivileges.response) }
            await turns.take()
            let response = await room.answerSparing()
            await turns.give()
            // What clients set of a calendar is no change of the store.
            if request.method == "PROPPATCH" { await pushes.look() }
            return (name, response)
        } catch {
            return (name, error.response)
        }
    }
}
