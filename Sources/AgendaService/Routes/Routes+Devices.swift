internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import AgendaWords
internal import ICalendar
internal import Synchronization

extension Route {
    /// The devices that synchronise, and how one gets its password.
    static let devices: [Route] = [
        Route(
            method: "POST", path: "/v1/devices",
            summary:
                "Let a device in. The answer alone has its `password`; over TLS also a `link` that sets it up, once, within 10 minutes, and its QR code as a picture.",
            statuses: [201], takesContent: true
        ) { call in
            try call.addDevice(try call.content(NewDevice.self))
        },
        Route(
            method: "DELETE", path: "/v1/devices/{id}",
            summary: "Shut a device out: its next request is refused.",
            parameters: [.init("id", .number, "Its number.")], statuses: [200, 404],
            changesStore: false
        ) { call in
            let (devices, now) = (call.service.devices, call.live.clock.now)
            guard
                let device = try devices.all(at: now).first(where: {
                    "\($0.id)" == call.values["id"]
                })
            else {
                throw Problem(
                    404, "no-device", "there is no such device, or it has ended",
                    remedy: "ask for the list again")
            }
            try devices.revoke(device, at: now)
            return .json(
                JSONWriter.document(zone: call.live.zone) { device.writeMembers(to: &$0) }.bytes)
        },
        Route(
            method: "GET", path: "/devices/{ticket}",
            summary: "A page with a button that uses a device's ticket; it uses up none itself.",
            parameters: [.ticket], content: .page, statuses: [200, 403, 404], audience: .all
        ) { call in
            try call.checkPrivacy()
            let ticket = call.values["ticket"] ?? ""
            guard
                let device = try call.service.devices.device(
                    ticket: ticket, at: call.live.clock.now)
            else { throw Problem.noTicket }
            return call.devicePage { $0.form(device) }
        },
        Route(
            method: "POST", path: "/devices/{ticket}",
            summary:
                "Uses a device's ticket, once: a profile for Apple's programs, or a page to read.",
            parameters: [
                .ticket,
                .init(
                    "for", .text, "For which programs; by default a page to read.",
                    values: ["apple", "other"]),
            ],
            content: .page, statuses: [200, 403, 404], audience: .all, changesStore: false
        ) { call in
            try call.checkPrivacy()
            return try call.takeTicket()
        },
    ]
}

extension Route.Parameter {
    fileprivate static let ticket = Self("ticket", .text, "The ticket.")
}

/// The content of a request for a device.
private struct NewDevice: Decodable {
    var name: String
    var readOnly: Bool?
    var calendars: [String]?
    var mayRemoveCalendars: Bool?
    var separatesTodos: Bool?
}

extension Problem {
    fileprivate static let noTicket = Problem(
        404, "no-ticket", "the link was used, or is older than 10 minutes",
        remedy: "end the device, and add it again")
}

extension Call {
    fileprivate func addDevice(_ new: NewDevice) throws -> ServiceResponse {
        let now = live.clock.now
        var device = Device(name: new.name, created: now)
        if let wanted = new.calendars { device.calendars = try known(wanted) }
        (device.mayWrite, device.mayRemoveCalendars) = (
            new.readOnly != true, new.readOnly != true && new.mayRemoveCalendars == true
        )
        device.separatesTodos = new.separatesTodos == true
        let password: String
        do {
            (device, password) = try service.devices.add(device)
        } catch let failure as CommandFailure {
            let taken = Problem(409, "name-taken", failure)
            throw failure.status == .usage
                ? Problem.badContent("name: \(taken.detail)", remedy: "give one") : taken
        }
        let place = try address()
        var link: String?
        if let place, place.isEncrypted {
            link = place.link(
                try service.devices.ticket(for: device, mark: service.mark, at: now))
        }
        let added = device
        let document = JSONWriter.document(zone: live.zone) { json in
            added.writeMembers(to: &json)
            json.member("address", place?.dav)
            json.member("user", service.user)
            json.member("password", password)
            json.member("link", link)
            json.member("qr", link.flatMap { try? QRCode($0).svg })
        }
        return .json(document.bytes, status: 201)
    }

    /// Where devices reach the service: as `agenda device add --address` last said, else as this request does.
    private func address() throws -> DeviceAddress? {
        let own = request.fields["Host"].map { "\(request.scheme)://\($0)" }
        return DeviceAddress(
            remembered: try service.devices.address(),
            service: [own].compactMap(\.self) + service.addresses.withLock(\.self))
    }

    /// A password leaves in the answer.
    fileprivate func checkPrivacy() throws(Problem) {
        guard request.isPrivate else { throw .notEncrypted }
        guard request.line == .network else { return }
        _ = try service.gate.name(of: request)
    }

    fileprivate func takeTicket() throws -> ServiceResponse {
        let isApples = try query.text("for") == "apple"
        guard let place = try address(),
            let (device, password) = try service.devices.take(
                values["ticket"] ?? "", isApples: isApples, at: live.clock.now)
        else { throw Problem.noTicket }
        guard isApples else { return devicePage { $0.answer(device, password, at: place) } }
        return ServiceResponse(
            200,
            fields: [
                "Content-Type": "application/x-apple-aspen-config", "Cache-Control": "no-store",
                "Content-Disposition": "attachment; filename=\"agenda.mobileconfig\"",
            ],
            body: .bytes(Array(place.profile(for: device, password, user: service.user).utf8)))
    }

    fileprivate func devicePage(_ content: (DeviceHTML) -> String) -> ServiceResponse {
        let content = content(DeviceHTML(words: words, user: service.user))
        var response = page("device.html") { $0 == "content" ? content : "" }
        response.fields["Cache-Control"] = "no-store"
        return response
    }
}
