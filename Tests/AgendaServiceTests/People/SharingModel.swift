import AgendaKit
import Foundation
import ICalendar

@testable import AgendaService

/// What a model has found.
final class SharingModelFaults {
    var words: [String] = []
}

/// The users, what they have, what is granted, and what their devices know.
struct SharingModel {
    struct Key: Hashable {
        var owner: Int
        var user: Int
    }
    /// What a device knows of a calendar.
    struct Known {
        var token = ""
        var tags: [String: String] = [:]
        var texts: [String: String] = [:]
        /// Whether the device has seen that the calendar is gone: its token is of another one.
        var isOld = false
        /// Whether a file has become one of several events, or ceased to be: then all is to be read again.
        var mayBeRefused = false
    }

    static let names = ["kim", "lee", "max", "zoe"]
    let bench: PeopleBench
    let devices: [SharingDevice]
    var random: SplitMix64
    var events: [[String: SharingModelEvent]] = [[:], [:], [:], [:]]
    var grants: [Key: SharedAccess] = [:]
    var frozen: Set<Int> = []
    var known: [Key: Known] = [:]
    var last = 0
    /// What was not as it should be.
    let faults = SharingModelFaults()
    /// How often each kind of step and of answer was there.
    var counts: [String: Int] = [:]

    init(seed: UInt64, _ bench: PeopleBench) async throws {
        self.bench = bench
        var devices: [SharingDevice] = []
        for name in Self.names {
            let device = try await SharingDevice(bench, name)
            for href in await device.sync("calendar").changed.keys {
                _ = await device.dav("DELETE", "calendar/\(href)")
            }
            devices.append(device)
        }
        self.devices = devices
        random = SplitMix64(state: seed)
    }

    mutating func any<T>(_ values: [T]) -> T {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    func expect(_ condition: Bool, _ words: @autoclosure () -> String) {
        if !condition { faults.words.append(words()) }
    }

    private func isMounted(_ key: Key) -> Bool { grants[key] != nil && !frozen.contains(key.owner) }

    private func slug(_ key: Key) -> String { Self.names[key.owner] + "-calendar" }

    // MARK: Steps

    mutating func step() async -> String {
        let active = Self.names.indices.filter { !frozen.contains($0) }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<22: return await put(any(active))
        case 22..<30: return await remove(any(active))
        case 30..<50: return await grant(any(active))
        case 50..<56: return await leave(any(active))
        case 56..<60: return await freeze()
        case 60..<88: return await foreignPut(any(active))
        default: return await foreignRemove(any(active))
        }
    }

    private mutating func event() -> SharingModelEvent {
        last += 1
        return SharingModelEvent(
            id: last, shape: any(SharingModelEvent.Shape.allCases),
            secrecy: any(SharingModelEvent.Secrecy.allCases),
            other: any(SharingModelEvent.Secrecy.allCases), version: 0, hasAlarm: chance(40))
    }

    /// Notes that a file may be one of several events now, or none any more.
    private mutating func noteSeries(_ owner: Int) {
        for key in known.keys where key.owner == owner { known[key]?.mayBeRefused = true }
    }

    private mutating func put(_ owner: Int) async -> String {
        var new = event()
        if events[owner].count > 5 || chance(40),
            let old = anyEvent(owner)
        {
            new = old
            new.version += 1
            new.secrecy = any(SharingModelEvent.Secrecy.allCases)
            new.other = any(SharingModelEvent.Secrecy.allCases)
            new.hasAlarm = chance(40)
        }
        let answer = await devices[owner].dav("PUT", "calendar/\(new.name)", new.text(alarm: true))
        expect([201, 204].contains(answer.status), "PUT: \(answer.status) \(answer.text)")
        events[owner][new.name] = new
        if new.shape == .series { noteSeries(owner) }
        counts["put", default: 0] += 1
        return "\(Self.names[owner]) puts \(new)"
    }

    private mutating func remove(_ owner: Int) async -> String {
        guard let old = anyEvent(owner) else { return "nothing" }
        let answer = await devices[owner].dav("DELETE", "calendar/\(old.name)")
        expect(answer.status == 204, "DELETE: \(answer.status)")
        events[owner][old.name] = nil
        if old.shape == .series { noteSeries(owner) }
        counts["remove", default: 0] += 1
        return "\(Self.names[owner]) removes \(old.name)"
    }

    private mutating func grant(_ owner: Int) async -> String {
        let user = any(Self.names.indices.filter { $0 != owner })
        let key = Key(owner: owner, user: user)
        let access = chance(25) ? nil : any(SharedAccess.allCases)
        let status = await devices[owner].share(
            "Calendar", with: Self.names[user], access?.rawValue ?? "none")
        if access != nil, frozen.contains(user) {
            expect(status == 404, "share with a frozen one: \(status)")
            return "nothing"
        }
        expect(status == 200, "share: \(status)")
        grants[key] = access
        known[key]?.mayBeRefused = true
        counts[access == nil ? "revoke" : "grant", default: 0] += 1
        return "\(Self.names[owner]) lets \(Self.names[user]) \(access?.rawValue ?? "none")"
    }

    private mutating func leave(_ user: Int) async -> String {
        guard
            let key = grants.keys.filter({ $0.user == user && isMounted($0) }).sorted(by: {
                $0.owner < $1.owner
            }).first
        else { return "nothing" }
        let token = devices[user].seat.token
        let list = await bench.ask("GET", "/v1/calendars?details", token: token)
        let all = list.json["calendars"] as? [[String: Any]] ?? []
        guard let mounted = all.first(where: { $0["owner"] as? String == Self.names[key.owner] })
        else {
            expect(false, "no calendar to leave: \(list.text)")
            return "leave"
        }
        let answer = await bench.ask(
            "DELETE", "/v1/calendars/\(mounted["id"] as? Int ?? 0)", token: token,
            fields: ["If-Match": mounted["tag"] as? String ?? ""])
        expect(answer.status == 200, "leave: \(answer.text)")
        grants[key] = nil
        known[key]?.isOld = true
        counts["leave", default: 0] += 1
        return "\(Self.names[user]) leaves \(Self.names[key.owner])"
    }

    private mutating func freeze() async -> String {
        let user = any(Array(Self.names.indices))
        do {
            let now = try bench.desk.user(Self.names[user])
            if frozen.contains(user) {
                try bench.desk.set(.active, of: now)
                frozen.remove(user)
                counts["thaw", default: 0] += 1
            } else if frozen.count < 2 {
                try bench.desk.set(.frozen, of: now)
                frozen.insert(user)
                for key in known.keys where key.owner == user && isSeen(key) {
                    known[key]?.mayBeRefused = true
                }
                counts["freeze", default: 0] += 1
            }
        } catch { expect(false, "\(error)") }
        return "freeze or thaw \(Self.names[user])"
    }

    private func isSeen(_ key: Key) -> Bool { known[key]?.token.isEmpty == false }

    /// A calendar of another one, which the user sees.
    private mutating func mounted(_ user: Int) -> Key? {
        let keys = grants.keys.filter { $0.user == user && isMounted($0) }
        return keys.isEmpty ? nil : any(keys.sorted { $0.owner < $1.owner })
    }

    private mutating func foreignPut(_ user: Int) async -> String {
        guard let key = mounted(user), let access = grants[key] else { return "nothing" }
        var new = event()
        new.hasAlarm = false
        var expected = [201]
        var old: SharingModelEvent?
        if chance(70), let found = anyEvent(key.owner) {
            old = found
            let shown = found.shown(access)
            if shown.isWhole {
                new = found
                new.version += 1
                (new.secrecy, new.other) = (.open, .open)
                expected = [204]
            } else {
                // Under the name of what is not seen as it is; 412 if its file shows several events under other names.
                expected = [403, 412]
                new = SharingModelEvent(
                    id: new.id, shape: .single, secrecy: .open, other: .open, version: 0,
                    hasAlarm: false)
            }
        }
        if old == nil || expected == [204], chance(20) {
            (new.secrecy, expected) = (any([.reduced, .hidden]), [403])
        } else if new.shape != .series {
            new.secrecy = .open
        } else if (new.secrecy, new.other) != (.open, .open) {
            expected = [403]
        }
        if access != .write { expected = [403, 412] }
        let name = old?.name ?? new.name
        let answer = await devices[user].dav("PUT", "\(slug(key))/\(name)", new.text(alarm: false))
        expect(
            expected.contains(answer.status),
            "\(Self.names[user]) puts \(name) of \(Self.names[key.owner]) (\(access)): \(answer.status), not \(expected): \(old.map { "\($0)" } ?? "new") to \(new)"
        )
        if answer.status < 300 {
            if let old { new.hasAlarm = old.hasAlarm }
            events[key.owner][name] = new
            if new.shape == .series { noteSeries(key.owner) }
            counts["foreign put", default: 0] += 1
            let own = await devices[key.owner].dav("GET", "calendar/\(name)")
            expect(own.text == new.text(alarm: true), "the owner has \(own.status) \(own.text)")
        } else {
            counts["refused put", default: 0] += 1
        }
        return "\(Self.names[user]) puts \(name) of \(Self.names[key.owner])"
    }

    private mutating func foreignRemove(_ user: Int) async -> String {
        guard let key = mounted(user), let access = grants[key],
            let old = anyEvent(key.owner)
        else { return "nothing" }
        let shown = old.shown(access)
        let expected = shown.isWhole && access == .write ? 204 : shown.isNamed ? 403 : 404
        let answer = await devices[user].dav("DELETE", "\(slug(key))/\(old.name)")
        expect(
            answer.status == expected || access != .write && answer.status == 403,
            "\(Self.names[user]) removes \(old) of \(Self.names[key.owner]) (\(access)): \(answer.status), not \(expected)"
        )
        if answer.status == 204 {
            events[key.owner][old.name] = nil
            if old.shape == .series { noteSeries(key.owner) }
            counts["foreign remove", default: 0] += 1
        } else {
            counts["refused remove", default: 0] += 1
        }
        return "\(Self.names[user]) removes \(old.name) of \(Self.names[key.owner])"
    }

    private mutating func anyEvent(_ owner: Int) -> SharingModelEvent? {
        let all = events[owner].values.sorted { $0.id < $1.id }
        return all.isEmpty ? nil : any(all)
    }

    // MARK: Checks

    /// Compares what one of the users sees with what they may.
    mutating func check() async {
        let user = any(Array(Self.names.indices))
        let device = devices[user]
        guard !frozen.contains(user) else {
            let home = await device.dav("PROPFIND", "")
            expect([401, 429].contains(home.status), "a frozen one gets \(home.status)")
            let titles = await bench.titles(token: device.seat.token)
            expect(titles == nil, "a frozen one is let in")
            return
        }
        let keys = Self.names.indices.map { Key(owner: $0, user: user) }.filter { $0.owner != user }
        let mounted = keys.filter(isMounted)
        let home = await device.calendars()
        expect(
            home == Set(["calendar", "local"] + mounted.map(slug)),
            "\(device.name) has \(home.sorted())")
        var secrets: [String] = []
        for key in keys {
            let access = isMounted(key) ? grants[key] : nil
            secrets += events[key.owner].values.flatMap { $0.secrets(access) }
        }
        var titles = events[user].values.flatMap(\.ownTitles)
        for key in mounted {
            guard let access = grants[key] else { continue }
            titles += events[key.owner].values.flatMap { $0.shown(access).titles }
        }
        let listed = await bench.ask(
            "GET", "/v1/events?from=2026-11-19&days=10", token: device.seat.token)
        let found = (listed.json["events"] as? [[String: Any]])?.compactMap {
            $0["summary"] as? String
        }
        expect(
            found?.sorted() == titles.sorted(),
            "\(device.name) sees \(found?.sorted() ?? []), not \(titles.sorted())")
        var seen = [listed.text]
        for key in keys {
            if isMounted(key) {
                seen += await synchronise(key)
            } else {
                let gone = await device.sync(slug(key), since: known[key]?.token ?? "")
                expect(gone.status == 404, "\(slug(key)) is still there")
                if known[key] != nil { known[key]?.isOld = true }
            }
        }
        for text in seen {
            for secret in secrets where text.contains(secret) {
                expect(false, "\(device.name) reads \(secret) in \(text.prefix(2_000))")
            }
        }
    }

    /// Brings what a device knows to what there is, and compares; returns all that it has read.
    private mutating func synchronise(_ key: Key) async -> [String] {
        guard let access = grants[key] else { return [] }
        let device = devices[key.user]
        var own = known[key] ?? Known()
        var changes = await device.sync(slug(key), since: own.token)
        if changes.status == 403, !own.token.isEmpty {
            // That of a calendar of others is its node's.
            expect(
                own.isOld || own.mayBeRefused || bench.nodes.count > 1,
                "\(slug(key)): a good token is refused")
            counts["refused token", default: 0] += 1
            own = Known()
            changes = await device.sync(slug(key))
        } else if own.isOld {
            expect(own.token.isEmpty, "\(slug(key)): a token of an earlier grant is taken")
        }
        expect(changes.status == 207, "\(slug(key)): \(changes.status)")
        counts["synchronised", default: 0] += 1
        // Names that are gone say nothing: the device had them.
        var read = Array(changes.changed.keys)
        for name in changes.gone {
            // One that came and went in between may be told (RFC 6578 section 3.5.2).
            expect(
                own.tags[name] != nil || name.hasPrefix("busy-"),
                "\(slug(key)): \(name) is gone that was not there")
            (own.tags[name], own.texts[name]) = (nil, nil)
        }
        for (name, tag) in changes.changed {
            // Of a file of several events each is told again that the file has.
            expect(
                own.tags[name] != tag || name.contains("~"), "\(slug(key)): \(name) is told again")
            let text = await device.dav("GET", "\(slug(key))/\(name)")
            expect(text.status == 200, "\(slug(key)): GET \(name): \(text.status)")
            expect(text.fields["ETag"] == tag, "\(name): another tag")
            (own.tags[name], own.texts[name]) = (tag, text.text)
            read.append(text.text)
        }
        (own.token, own.isOld, own.mayBeRefused) = (changes.token, false, false)
        known[key] = own
        var count = 0
        for event in events[key.owner].values {
            let shown = event.shown(access)
            count += shown.resources
            if shown.isWhole {
                expect(
                    own.texts[event.name] == event.text(alarm: false),
                    "\(slug(key)): \(event.name) is \(own.texts[event.name] ?? "not there")")
            } else if !shown.isNamed {
                expect(own.texts[event.name] == nil, "\(slug(key)): \(event.name) is there")
            }
        }
        expect(
            count == own.tags.count,
            "\(slug(key)) (\(access)) has \(own.tags.keys.sorted()), not \(count): \(events[key.owner].values.map { "\($0)" })"
        )
        return read
    }
}
