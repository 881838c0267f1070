internal import AgendaKit
internal import AgendaSync
internal import FoundationEssentials

extension Gate {
    /// Which device asks for something below `/dav/`.
    ///
    /// It is proved by the password of Basic (RFC 7617) alone, over the private socket, too, where a proxy may stand:
    /// neither a cookie, which a browser sends by itself, nor the service's token opens anything here. The user's name may
    /// be any.
    ///
    /// - Returns: the device; it may change nothing where the service does not.
    /// - Throws: 421 for a foreign name; 403 for another site's page, and where the password could be read on the way;
    ///   401 in the same time and with the same bytes for whatever is wrong with it; 429 after too many wrong ones; 503
    ///   while `service.db` cannot be read.
    func device(_ request: ServiceRequest) throws(Problem) -> Device {
        let host =
            request.line == .network ? try host(of: request) : request.fields["Host"]?.lowercased()
        try checkOwnOrigin(request, host)
        guard request.isPrivate else { throw .notEncrypted }
        let fields = request.fields.values("Authorization")
        guard let (user, password) = fields.first.flatMap(Self.credentials) ?? nil,
            fields.count == 1
        else { throw Self.unknownDevice }
        let found: Device?
        do throws(RoomDatabaseError) {
            found = try devices.device(password: password, at: clock.now)
        } catch {
            throw Problem(error)
        }
        guard var device = found else {
            throw Self.refusal(wrongTries.note("\(request.address ?? "") \(user)"))
        }
        devices.note(device, from: request.address, at: clock.now)
        if isReadOnly { (device.mayWrite, device.mayRemoveCalendars) = (false, false) }
        return device
    }

    private static var unknownDevice: Problem {
        var problem = Problem(
            401, "no-device", "the request does not have the password of a device",
            remedy: "add one with 'agenda device add NAME', and give the password that it prints")
        problem.fields = ["WWW-Authenticate": #"Basic realm="agenda", charset="UTF-8""#]
        return problem
    }

    /// - Parameter pause: the seconds to wait; nil if none.
    private static func refusal(_ pause: Int?) -> Problem {
        guard let pause else { return unknownDevice }
        var problem = Problem(
            429, "too-many-tries", "too many wrong passwords came from this address",
            remedy: "wait, and give the password that 'agenda device add' has printed")
        problem.fields = ["Retry-After": "\(pause)"]
        return problem
    }

    /// What a field of the scheme Basic holds.
    static func credentials(_ field: String) -> (user: String, password: String)? {
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic",
            let data = Data(base64Encoded: String(parts[1].drop { $0 == " " })),
            let text = String(validating: data, as: UTF8.self),
            let colon = text.firstIndex(of: ":")
        else { return nil }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }
}

extension Problem {
    /// A password would go over the network in the clear.
    static let notEncrypted = Problem(
        403, "not-encrypted",
        "a password would be readable on the way: this is neither TLS nor this machine",
        remedy:
            "put a proxy with TLS in front, which sends 'X-Forwarded-Proto: https', and use https")
}

extension ServiceRequest {
    /// Whether nobody else can have read the request on its way: it came over TLS, which a proxy says, or stayed on this
    /// machine.
    var isPrivate: Bool {
        let protocols = fields.values("X-Forwarded-Proto")
        if !protocols.isEmpty || fields["X-Forwarded-For"] != nil || fields["Forwarded"] != nil {
            return protocols.count == 1 && protocols[0].lowercased() == "https"
        }
        guard line == .network else { return true }
        guard let peer else { return false }
        return peer == "::1" || peer.hasPrefix("127.") || peer.hasPrefix("::ffff:127.")
    }

    /// The scheme by which it was asked, as a proxy says.
    var scheme: String {
        fields["X-Forwarded-Proto"]?.lowercased() == "https" ? "https" : "http"
    }

    /// Where it comes from: what a proxy says is believed over Unix sockets alone, of which it is the only way in;
    /// the last address is the one that the proxy has seen itself.
    var address: String? {
        guard line != .network else { return peer }
        return fields.values("X-Forwarded-For").last?.split(separator: ",").last.map {
            $0.filter { !$0.isWhitespace }
        }
    }
}
