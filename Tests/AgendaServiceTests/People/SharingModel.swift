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
        /// Whether a file has become one of several events, or ceased to be, or the rights were others: then all may be read again.
        var mayBeRefused = false
        /// Whether an event was more secret for a while: what is shown of it may have gone, and be as it was.
        var mayComeBack = false
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

    func isMounted(_ key: Key) -> Bool { grants[key] != nil && !frozen.contains(key.owner) }

    func slug(_ key: Key) -> String { Self.names[key.owner] + "-calendar" }

    // MARK: Steps

    mutating func step() async -> String {
        if bench.nodes.count > 1, chance(10) { await drop() }
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
            for key in known.keys where key.owner == owner { known[key]?.mayComeBack = true }
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

    /// Throws away what a node has of a user: all of it is in the bank.
    private mutating func drop() async {
        let (node, user) = (any(bench.nodes), devices[any(Array(Self.names.indices))].seat.user)
        let folder = node.table.folder(of: user)
        guard FileManager.default.fileExists(atPath: folder) else { return }
        // As a node does with what was used longest ago, or under its feet.
        if chance(50) { await node.open.end(user.id) }
        // In one step: nobody writes in half of it.
        let gone = folder + ".gone"
        expect(rename(folder, gone) == 0, "\(folder) cannot be moved")
        try? FileManager.default.removeItem(atPath: gone)
        counts["drop", default: 0] += 1
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
}
