import FoundationEssentials
import Glibc
import ICalendar
import Synchronization
import TestServers

@testable import AgendaSync

/// Two folders, a real server behind a proxy, and people who edit on both devices and through another client, while faults
/// happen to two requests in five.
final class FaultRun: Sendable {
    private let server: RealServer
    private let seed: Int
    private let clock = TestClock()
    private let people: Mutex<Model.People>
    private let counts = Mutex<[WireFault: Int]>([:])
    private let endings = Mutex((syncs: 0, conflicts: 0, trashed: 0))

    init(_ server: RealServer, seed: Int) {
        (self.server, self.seed) = (server, seed)
        people = Mutex(Model.People(random: SeededGenerator(seed: UInt64(seed))))
    }

    /// What has happened, and how often.
    var faults: [WireFault: Int] { counts.withLock { $0 } }
    var count: Int { faults.values.reduce(0, +) }
    var edits: Int { people.withLock { $0.edits } }
    var syncs: Int { endings.withLock { $0.syncs } }
    var conflicts: Int { endings.withLock { $0.conflicts } }
    /// Edits that are in the trash alone.
    var trashed: Int { endings.withLock { $0.trashed } }

    private func number(_ range: ClosedRange<Int>) -> Int {
        people.withLock { $0.number(range.lowerBound..<range.upperBound + 1) }
    }

    private func chance(_ percent: Int) -> Bool { people.withLock { $0.chance(percent) } }

    /// A calendar of its own, so many disturbed synchronisations, and at last undisturbed ones.
    ///
    /// - Returns: What is wrong; empty where nothing is.
    func round(_ name: String, syncs: Int) async throws -> [String] {
        let calendar = try server.href(ofCalendar: name)
        try await server.client().makeCalendar(calendar, CalendarProperties(name: name))
        people.withLock { $0.alive = [] }
        let devices = (0..<2).map { _ in
            FaultyDevice(
                calendar: calendar, clock: clock, user: server.user, password: server.password)
        }
        for device in devices { _ = mkdir(device.files.path, 0o700) }
        for _ in 0..<number(3...8) { create(on: devices[0]) }
        for device in devices {
            let report = try await device.sync(with: server.url)
            if report.stop != nil || report.needsPerson {
                return ["\(report) \(try device.remains())"]
            }
        }
        let proxy = try FaultProxy(
            to: CurlExchange(.init(agent: "agenda-tests/1")), at: server.url,
            restart: { [server] in server.restart() }, choose: { [self] in choose($0) })
        for _ in 0..<syncs {
            for device in devices { for _ in 0..<number(0...3) { edit(device) } }
            if chance(20) { try await editServer(calendar) }
            let device = devices[number(0...1)]
            _ = try await device.sync(with: proxy.url, patience: 3) { [self] in
                if chance(5) { edit(device) }
            }
            await proxy.settle()
            endings.withLock { $0.syncs += 1 }
            if chance(10) { clock.advance(90_000) }
        }
        counts.withLock { counts in counts.merge(proxy.done) { $0 + $1 } }
        var faults = proxy.astray.map { "another host was asked: \($0.target)" }
        // Whatever was set apart is tried again.
        clock.advance(90_000)
        for device in devices + devices {
            // Its answers tell no date, and the tests' clock is ahead of its own.
            server.kind.waitForItsClock()
            if let stop = try await device.sync(with: server.url).stop {
                return faults + ["stopped: \(stop)"]
            }
        }
        faults += try await differences(devices, calendar)
        return faults
    }

    private func choose(_ request: LoopbackServer.Received) -> WireFault? {
        people.withLock { people in
            guard people.chance(40) else { return nil }
            let question = WireFault.Question(request)
            // Those that take seconds are rarer.
            let fault = WireFault.allCases.filter { $0.happens(to: question) }
                .randomElement(using: &people.random)
            guard let fault, fault.isSlow || fault == .serverKilled else { return fault }
            return people.chance(25) ? fault : nil
        }
    }

    // MARK: - Edits

    /// An event with a UID that no other calendar of the account has: Cyrus refuses it there.
    private func created(_ people: inout Model.People) -> (name: String, text: String) {
        let new = Model.created(&people)
        return (new.name, new.text.replacing("UID:uid-", with: "UID:uid-\(seed)-"))
    }

    private func create(on device: FaultyDevice) {
        people.withLock { people in
            let new = created(&people)
            device.files.write(new.name, new.text)
        }
    }

    private func edit(_ device: FaultyDevice) {
        people.withLock { people in
            people.edits += 1
            guard let name = device.names.randomElement(using: &people.random),
                let text = device.files.read(name)
            else {
                let new = created(&people)
                return device.files.write(new.name, new.text)
            }
            let path = "\(device.files.path)/\(name)"
            switch people.number(0..<12) {
            case 0:
                let new = created(&people)
                device.files.write(new.name, new.text)
            case 1:
                people.supersede(text)
                unlink(path)
            case 2:
                people.serial += 1
                rename(path, "\(device.files.path)/renamed-\(people.serial).ics")
            default:
                // As programs that care do it.
                device.files.write(name + ".new", Model.edited(text, &people))
                rename(path + ".new", path)
            }
        }
    }

    /// An edit by another client, which honours what it finds.
    private func editServer(_ calendar: Href) async throws {
        let client = server.client()
        let listing = try await client.listing(of: calendar).sorted { $0.href < $1.href }
        guard !listing.isEmpty else { return }
        let href = listing[number(0...listing.count - 1)].href
        guard case .found(let bytes, let etag?) = try await client.get(href) else { return }
        let (old, isDeletion) = (people.withLock { $0 }, chance(10))
        let text = String(decoding: bytes, as: UTF8.self)
        let changed = people.withLock { people in
            people.edits += 1
            if isDeletion { people.supersede(text) }
            return isDeletion ? "" : Model.edited(text, &people)
        }
        do {
            if isDeletion {
                try await client.delete(href, ifMatches: etag)
            } else {
                _ = try await client.put(Array(changed.utf8), to: href, if: .matches(etag))
            }
        } catch {
            // Nobody made this edit.
            people.withLock { people in people.alive = old.alive }
        }
    }

    // MARK: - The end

    private func differences(_ devices: [FaultyDevice], _ calendar: Href) async throws -> [String] {
        let client = server.client()
        let listing = try await client.listing(of: calendar).map(\.href)
        let there = try await client.fetch(listing, in: calendar).values.compactMap {
            result -> String? in
            if case .found(let text, _) = result {
                String(decoding: text, as: UTF8.self)
            } else {
                nil
            }
        }.sorted()
        var (faults, kept, trash): ([String], [String], [String]) = ([], there, [])
        for (index, device) in devices.enumerated() {
            let here = device.texts
            if here != there {
                faults.append(
                    "device \(index) differs, here:\n\(here.filter { !there.contains($0) }.joined())"
                        + "there:\n\(there.filter { !here.contains($0) }.joined())")
            }
            faults += try device.remains().map { "device \(index) has left: \($0)" }
            let conflicts = try device.replica().state().conflicts.values
            endings.withLock { $0.conflicts += conflicts.count }
            kept += conflicts.flatMap { [$0.mine, $0.theirs] }
                .map { String(decoding: $0, as: UTF8.self) }
            trash += try device.replica().trash().map { String(decoding: $0.text, as: UTF8.self) }
        }
        let uids = there.compactMap { SyncedText(Array($0.utf8))?.uid }
        if Set(uids).count < uids.count { faults.append("duplicates: \(uids.sorted())") }
        for value in people.withLock({ $0.alive }).sorted()
        where !kept.contains(where: { $0.contains(value) }) {
            // Nothing can keep a server from overwriting that ignores conditions; what it had is in a trash.
            let isInTrash = trash.contains { $0.contains(value) }
            if isInTrash { endings.withLock { $0.trashed += 1 } }
            if server.kind.honoursConditions || !isInTrash {
                faults.append("lost: \(value)\(isInTrash ? ", but in the trash" : "")")
            }
        }
        return faults
    }
}
