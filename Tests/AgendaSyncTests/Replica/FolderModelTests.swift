import Glibc
import ICalendar
import Synchronization
import Testing

@testable import AgendaSync

@Suite("Two devices with folders, edits by other programs, and kills between any two steps")
struct FolderModelTests {
    /// More with `AGENDA_FOLDER_ROUNDS=200`, from another seed with `AGENDA_FOLDER_SEED`.
    @Test("end with the same bytes everywhere, and no edit is lost")
    func rounds() async throws {
        let first = environment("AGENDA_FOLDER_SEED") ?? 1
        let count = environment("AGENDA_FOLDER_ROUNDS") ?? 6
        var (kills, edits) = (0, 0)
        for seed in first..<first + count {
            let model = FolderModel(seed: UInt64(seed))
            let faults = try await model.round()
            #expect(faults.isEmpty, "seed \(seed): \(faults.joined(separator: "\n"))")
            kills += model.kills
            edits += model.edits
        }
        print("folders: \(count) rounds, \(edits) edits, \(kills) kills")
        #expect(kills > 0)
    }
}

/// People who edit the files of two devices; every value that they write is unlike any other.
private final class FolderModel {
    private var random: SeededGenerator
    private let server = MemoryServer()
    private let clock = TestClock()
    private let devices: [FolderDevice]
    private var serial = 0
    /// What was written, and nobody has replaced knowingly.
    private var alive: Set<String> = []
    private(set) var kills = 0
    var edits: Int { serial }

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        let (server, clock) = (server, clock)
        devices = (0..<2).map { _ in FolderDevice(server: server, clock: clock) }
    }

    /// What is wrong at its end; empty where nothing is.
    func round() async throws -> [String] {
        for _ in 0..<5 { create(on: devices[0]) }
        for device in devices { _ = try await device.sync() }
        for _ in 0..<Int.random(in: 3...6, using: &random) {
            for device in devices {
                for _ in 0..<Int.random(in: 0...4, using: &random) { edit(device) }
            }
            let device = devices[Int.random(in: 0..<2, using: &random)]
            // Somebody edits while a page is put in place.
            let edit = plannedEdit(of: device)
            let steps = Int.random(in: 1...30, using: &random)
            if try await device.sync(steps: steps, meanwhile: edit) == nil { kills += 1 }
        }
        clock.advance(90_000)
        for device in devices + devices {
            if let stop = try await device.sync()?.stop { return ["stopped: \(stop)"] }
        }
        return try faults()
    }

    private func value() -> String {
        serial += 1
        alive.insert("v\(serial)v")
        return "v\(serial)v"
    }

    private func create(on device: FolderDevice) {
        let value = value()
        mkdir(device.calendar.path, 0o700)
        device.calendar.write("\(value).ics", event("uid-" + value, "S" + value))
    }

    private func edit(_ device: FolderDevice) {
        guard let name = device.names.randomElement(using: &random),
            let text = device.calendar.read(name)
        else { return create(on: device) }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: create(on: device)
        case 1:
            supersede(text)
            unlink("\(device.calendar.path)/\(name)")
        default:
            let property = ["SUMMARY", "LOCATION", "DESCRIPTION"].randomElement(using: &random)
            write(edited(text, property ?? "SUMMARY"), to: name, of: device)
        }
    }

    /// An edit that is decided now and made later, if the file then still is what it is now.
    private func plannedEdit(of device: FolderDevice) -> @Sendable () -> Void {
        guard let name = device.names.randomElement(using: &random),
            let text = device.calendar.read(name), Bool.random(using: &random)
        else { return {} }
        let added = value()
        let changed = text.replacing("END:VEVENT", with: "CATEGORIES:\(added)\r\nEND:VEVENT")
        let isMade = Mutex(false)
        // What is not written cannot be lost.
        pending.append((added, { isMade.withLock { $0 } }))
        let box = MadeOnce(device: device.calendar, name: name, old: text, new: changed)
        return { if box.make() { isMade.withLock { $0 = true } } }
    }

    /// Values of edits that may not have been made.
    private var pending: [(value: String, isMade: () -> Bool)] = []

    private func edited(_ text: String, _ property: String) -> String {
        let value = value()
        var lines = text.split(separator: "\r\n").map(String.init)
        if let place = lines.firstIndex(where: { $0.hasPrefix(property + ":") }) {
            supersede(lines[place])
            lines[place] = "\(property):\(value)"
        } else if let end = lines.lastIndex(of: "END:VEVENT") {
            lines.insert("\(property):\(value)", at: end)
        }
        return lines.map { $0 + "\r\n" }.joined()
    }

    private func supersede(_ text: String) { alive = alive.filter { !text.contains($0) } }

    /// In place or by a new file, as programs do either.
    private func write(_ text: String, to name: String, of device: FolderDevice) {
        guard Bool.random(using: &random) else { return device.calendar.write(name, text) }
        device.calendar.write(name + ".new", text)
        rename("\(device.calendar.path)/\(name).new", "\(device.calendar.path)/\(name)")
    }

    private func faults() throws -> [String] {
        var faults: [String] = []
        let there = server.texts.sorted()
        var kept = there
        for (index, device) in devices.enumerated() {
            let state = try device.replica().state()
            let here = device.texts.sorted()
            if here != there { faults.append("device \(index) differs:\n\(here)\n\(there)") }
            if !state.operations.isEmpty || !state.setApart.isEmpty || !state.holds.isEmpty {
                faults.append("device \(index) has left: \(state.operations) \(state.setApart)")
            }
            let others = device.calendar.names.filter { !$0.hasSuffix(".ics") }
            if others != [".agenda-sync"] { faults.append("device \(index) has files: \(others)") }
            if try device.replica().look() != .differences(.init(), count: here.count) {
                faults.append("device \(index) is dirty")
            }
            kept += state.conflicts.values.flatMap { [$0.mine, $0.theirs] }
                .map { String(decoding: $0, as: UTF8.self) }
        }
        let uids = there.compactMap { SyncedText(Array($0.utf8))?.uid }
        if Set(uids).count < uids.count { faults.append("duplicates: \(uids.sorted())") }
        let notMade = Set(pending.filter { !$0.isMade() }.map(\.value))
        for value in alive.subtracting(notMade).sorted()
        where !kept.contains(where: { $0.contains(value) }) {
            faults.append("lost: \(value)")
        }
        return faults
    }
}

/// An edit that is made once, and only of the text that it was planned for.
private final class MadeOnce: Sendable {
    private let isDone = Mutex(false)
    private let (device, name, old, new): (Folder, String, String, String)

    init(device: Folder, name: String, old: String, new: String) {
        (self.device, self.name, self.old, self.new) = (device, name, old, new)
    }

    func make() -> Bool {
        isDone.withLock { isDone in
            guard !isDone, device.read(name) == old else { return false }
            device.write(name, new)
            isDone = true
            return true
        }
    }
}
