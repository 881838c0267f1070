internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import AgendaSync
internal import AgendaWords
internal import ICalendar

extension Route {
    /// What some calendars have, kept in another one. No program is started: where an account's password comes from one, a
    /// mirror into its calendars is the command's to make.
    static let mirrors: [Route] = [
        Route(
            method: "GET", path: "/v1/mirrors",
            summary:
                "The mirrors with what their next runs would do: `state` is current, waiting, held, paused, or why nothing is written."
        ) { call in
            let round = try call.mirrorRound()
            let all = try await Problem.ofMirrors {
                try await round.listed(.english).map(MirrorState.init)
            }
            return .json(all.document(zone: call.live.zone).bytes)
        },
        Route(
            method: "POST", path: "/v1/mirrors",
            summary:
                "Make a mirror of `calendars` in the calendar `target`, and fill it: with busy times alone, or with what `shows` names.",
            statuses: [201, 404], takesContent: true, asksServers: true
        ) { call in
            try await call.newMirror(try call.content(NewMirror.self))
        },
        Route(
            method: "PATCH", path: "/v1/mirrors/{name}",
            summary:
                "Change what a mirror shows, and bring it up to date; `paused` stops it, or lets it go on.",
            parameters: [.mirror], statuses: [200, 404, 412, 428], takesContent: true
        ) { call in
            let changes = try call.content(MirrorRequest.self).changes
            let known = try call.knownMirror()
            return try await call.mirrored { round in
                guard let settled = try round.set(known.name, changes) else { return [] }
                return settled.isPaused ? [] : try await round.run([settled.name])
            }
        },
        Route(
            method: "POST", path: "/v1/mirrors/{name}/run",
            summary:
                "Bring a mirror up to date; with `confirm` also where many blocks go, or it is paused.",
            parameters: [
                .mirror, .init("confirm", .flag, "Whether a person has seen what goes."), .dryRun,
            ],
            statuses: [200, 404]
        ) { call in
            let name = call.values["name"] ?? ""
            let (isConfirmed, commits) = (try call.query.flag("confirm"), try !call.isDryRun)
            return try await call.mirrored {
                try await $0.run([name], isConfirmed: isConfirmed, commits: commits)
            }
        },
        Route(
            method: "DELETE", path: "/v1/mirrors/{name}",
            summary: "End a mirror, and remove its blocks unless `keepBlocks` leaves them there.",
            parameters: [
                .mirror, .init("keepBlocks", .flag, "Leave its blocks where they are."),
            ],
            statuses: [200, 404, 412, 428]
        ) { call in
            try await call.removeMirror()
        },
    ]
}

extension Route.Parameter {
    fileprivate static let mirror = Self("name", .text, "The mirror's name.", format: "mirror-name")
}

/// A mirror in the list, with what names its settings.
private struct MirrorState: ListedObject {
    static var listName: StaticString { ListedMirror.listName }
    let listed: ListedMirror

    init(_ listed: ListedMirror) { self.listed = listed }

    /// Changes with what can be set alone.
    static func tag(of mirror: Mirror) -> String {
        var json = JSONWriter()
        json.object(mirror.writeSettings)
        return Call.tag(json.output.bytes)
    }

    func writeMembers(to json: inout JSONWriter) {
        listed.writeMembers(to: &json)
        json.member("tag", Self.tag(of: listed.mirror))
    }
}

/// What a request sets of a mirror.
private struct MirrorRequest: Decodable {
    var name: String?
    var shows: [String]?
    var title: String?
    var days: Int?
    var `private`: Bool?
    var flat: Bool?
    var paused: Bool?

    var changes: MirrorChanges {
        get throws(Problem) {
            var changes = MirrorChanges()
            changes.name = try name.map(CalendarChanges.checked(name:))
            if let shows {
                var details: Set<Mirror.Detail> = []
                for word in shows {
                    guard let detail = Mirror.Detail(rawValue: word) else {
                        let all = Mirror.Detail.allCases.map(\.rawValue).joined(separator: ", ")
                        throw .unfitContent(
                            "shows: '\(word)' is no part of an event",
                            remedy: "give some of \(all), or none for busy times alone")
                    }
                    details.insert(detail)
                }
                changes.details = details
            }
            (changes.title, changes.days) = (title, days)
            (changes.isPrivate, changes.isFlat, changes.isPaused) = (`private`, flat, paused)
            return changes
        }
    }
}

/// The content of a request for a new mirror.
private struct NewMirror: Decodable {
    var calendars: [String]
    var target: String
    let settings: MirrorRequest

    private enum CodingKeys: String, CodingKey { case calendars, target }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        calendars = try members.decode([String].self, forKey: .calendars)
        target = try members.decode(String.self, forKey: .target)
        settings = try MirrorRequest(from: decoder)
    }
}

extension Call {
    fileprivate func mirrorRound() throws -> MirrorRound { MirrorRound(try asker(), store) }

    /// The mirror that the path names, if it is still what the reader has seen.
    fileprivate func knownMirror() throws -> Mirror {
        let known = try knownTags()
        let round = try mirrorRound()
        let name = values["name"] ?? ""
        let found = try Problem.ofMirrors { try round.mirrors?.mirror(named: name) }
        guard let mirror = found else { throw Problem.notFound }
        try require(known, MirrorState.tag(of: mirror), "the mirror is no longer what it was")
        return mirror
    }

    /// Runs mirrors, and says how that went.
    fileprivate func mirrored(
        status: Int = 200, _ run: (MirrorRound) async throws -> [MirrorReport]
    ) async throws -> ServiceResponse {
        let round = try mirrorRound()
        let reports = try await Problem.ofMirrors { try await run(round) }
        let output = JSONWriter.document(zone: live.zone) { json in
            let change = reports.first?.change
            json.member("number", change.flatMap { $0.id > 0 ? Int($0.id) : nil })
            json.lines("runs", reports) { report, json in
                json.object { json in
                    let (state, about) = report.state
                    json.member("name", report.name)
                    json.member("status", report.sentence.text(in: .english))
                    json.member("state", state)
                    json.member("about", about)
                    json.member("added", report.added)
                    json.member("changed", report.changed)
                    json.member("removed", report.removed)
                    json.member("held", report.held)
                }
            }
        }
        return .json(output.bytes, status: status)
    }

    fileprivate func newMirror(_ new: NewMirror) async throws -> ServiceResponse {
        guard !new.calendars.isEmpty else {
            throw Problem.unfitContent(
                "calendars: none is named", remedy: "name those that are to be shown")
        }
        let sources = try known(new.calendars).sorted()
        let target = try known([new.target]).first ?? new.target
        let changes = try new.settings.changes
        let person = try asker()
        if let online = try online() {
            let accounts = try MirrorRound(person, store).accounts(having: [target], online)
            guard !accounts.contains(where: \.startsProgram) else {
                throw Problem.startsProgram("agenda mirror add")
            }
        }
        return try await mirrored(status: 201) { round in
            var mirror = try round.new(of: sources, to: target, name: changes.name)
            try changes.apply(to: &mirror)
            return try await round.add(mirror)
        }
    }

    fileprivate func removeMirror() async throws -> ServiceResponse {
        let (keepsBlocks, mirror) = (try query.flag("keepBlocks"), try knownMirror())
        let round = try mirrorRound()
        let change = try await Problem.ofMirrors {
            try await round.remove(mirror.name, keepsBlocks: keepsBlocks)
        }
        let output = JSONWriter.document(zone: live.zone) { json in
            json.member("name", mirror.name)
            json.member("blocks", change?.operations.count ?? 0)
            json.member("number", change.flatMap { $0.id > 0 ? Int($0.id) : nil })
        }
        return .json(output.bytes)
    }
}

extension Problem {
    /// Says in the problem why a mirror cannot be made, changed or run, without places on this machine.
    fileprivate static func ofMirrors<Value>(
        _ body: () async throws -> Value
    ) async throws -> Value {
        do { return try await body() } catch { throw ofMirror(error) }
    }

    fileprivate static func ofMirrors<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw ofMirror(error) }
    }

    private static func ofMirror(_ error: any Error) -> any Error {
        switch error {
        case is Problem: return error
        case let fault as MirrorChanges.Fault:
            switch fault {
            case .title:
                return unfitContent(
                    "title: it is not one line of text", remedy: "give such a title")
            case .days(let days):
                return unfitContent(
                    "days: expected 1 to \(Mirror.possibleDays.upperBound), got \(days)",
                    remedy: "give such a number")
            case .flatWithDetails:
                return unfitContent(
                    "flat: only busy times alone can be joined", remedy: "leave out shows")
            }
        case let error as AgendaError:
            switch error.reason {
            case .mirrorNameTaken:
                return Problem(
                    409, "name-taken", "another mirror has this name", remedy: "choose another one")
            case .readOnly:
                return Problem(
                    409, "read-only", "\(error.place): this calendar is read-only",
                    remedy: "choose one that can be changed")
            default:
                return error.place.hasPrefix("/") ? AgendaError(error.reason) : error
            }
        case let failure as CommandFailure:
            return Problem(409, "no-mirror", failure)
        default: return Problem(online: error)
        }
    }
}
