import Synchronization

@testable import AgendaSync

/// Two devices and one server. People edit on all three, and every value that they write is unlike any other, so that
/// afterwards each can be looked for.
final class Model: Sendable {
    struct People {
        var random: SeededGenerator
        var serial = 0
        /// What was written, and by whom nobody has replaced it knowingly.
        var alive: Set<String> = []
        var edits = 0

        mutating func chance(_ percent: Int) -> Bool {
            Int.random(in: 0..<100, using: &random) < percent
        }

        mutating func number(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }

        /// A value that was never written before.
        mutating func value() -> String {
            serial += 1
            let digits = String(serial)
            let value = "v" + String(repeating: "0", count: 5 - digits.count) + digits
            alive.insert(value)
            return value
        }

        /// What somebody saw and replaced or deleted is not lost.
        mutating func supersede(_ text: some StringProtocol) {
            alive = alive.filter { !text.contains($0) }
        }
    }

    let server: MemoryServer
    let devices: [Device]
    let clock = TestClock()
    let people: Mutex<People>

    init(_ dialect: Dialect, seed: UInt64) {
        let server = MemoryServer(dialect)
        self.server = server
        let clock = clock
        devices = (0..<2).map { _ in Device(server: server, clock: clock) }
        people = Mutex(People(random: SeededGenerator(seed: seed)))
    }

    // MARK: - Edits

    /// An edit on a device: mostly of a property, sometimes of the files themselves.
    func edit(_ replica: MemoryReplica) {
        people.withLock { people in
            people.edits += 1
            let names = replica.names
            guard let name = names.randomElement(using: &people.random), let text = replica[name]
            else {
                return Self.create(in: replica, &people)
            }
            switch people.number(0..<12) {
            case 0: Self.create(in: replica, &people)
            case 1:
                people.supersede(text)
                replica[name] = nil
            case 2:
                people.serial += 1
                replica[name] = nil
                replica["renamed-\(people.serial).ics"] = text
            default: replica[name] = Self.edited(text, &people)
            }
        }
    }

    /// An edit by another client, straight on the server.
    func editServer() {
        people.withLock { people in
            people.edits += 1
            guard let name = server.names.randomElement(using: &people.random),
                let text = server[name]
            else { return }
            if people.chance(10) {
                people.supersede(text)
                server[name] = nil
            } else {
                server[name] = Self.edited(text, &people)
            }
        }
    }

    private static func create(in replica: MemoryReplica, _ people: inout People) {
        let new = created(&people)
        replica[new.name] = new.text
    }

    /// A new event, and the name of its file.
    static func created(_ people: inout People) -> (name: String, text: String) {
        let value = people.value()
        let rule = people.chance(50) ? ["RRULE:FREQ=DAILY;COUNT=9"] : []
        // Cyrus refuses events that last no time.
        return ("new-\(value).ics", event("uid-\(value)", value, ["DURATION:PT1H"] + rule))
    }

    /// A text in which somebody has changed a property, or added an override.
    static func edited(_ text: String, _ people: inout People) -> String {
        var lines = text.split(separator: "\r\n").map(String.init)
        let ends = lines.indices.filter { lines[$0] == "END:VEVENT" }
        guard let end = ends.randomElement(using: &people.random),
            let begin = lines[..<end].lastIndex(of: "BEGIN:VEVENT")
        else { return text }
        let isMaster = !lines[begin..<end].contains { $0.hasPrefix("RECURRENCE-ID") }
        switch people.number(0..<8) {
        case 0 where isMaster:
            // A time that nobody else ever writes.
            people.serial += 1
            let (hour, minute) = (people.serial / 60 % 24, people.serial % 60)
            let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
            let value = "202701\(two(people.serial / 1440 + 1))T\(two(hour))\(two(minute))00Z"
            people.alive.insert(value)
            set("DTSTART", "DTSTART:\(value)", in: &lines, begin..<end, &people)
        case 1 where lines.contains { $0.hasPrefix("RRULE") } && ends.count == 1:
            let value = people.value()
            let override = [
                "BEGIN:VEVENT", "UID:" + uid(lines), "DTSTAMP:20261122T100000Z",
                "RECURRENCE-ID:2026120\(people.number(2..<8))T090000Z", "DTSTART:20261203T150000Z",
                "DURATION:PT1H", "SUMMARY:\(value)", "END:VEVENT",
            ]
            lines.insert(contentsOf: override, at: lines.count - 1)
        case 2:
            lines.insert("CATEGORIES:\(people.value())", at: end)
        case 3, 4:
            set("SUMMARY", "SUMMARY:\(people.value())", in: &lines, begin..<end, &people)
        case 5:
            set("X-MINE", "X-MINE:\(people.value())", in: &lines, begin..<end, &people)
        case 6:
            set("DESCRIPTION", "DESCRIPTION:\(people.value())", in: &lines, begin..<end, &people)
        default:
            set("LOCATION", "LOCATION:\(people.value())", in: &lines, begin..<end, &people)
        }
        return lines.map { $0 + "\r\n" }.joined()
    }

    private static func uid(_ lines: [String]) -> String {
        lines.first { $0.hasPrefix("UID:") }.map { String($0.dropFirst(4)) } ?? ""
    }

    private static func set(
        _ name: String, _ line: String, in lines: inout [String], _ range: Range<Int>,
        _ people: inout People
    ) {
        if let place = lines[range].firstIndex(where: { $0.hasPrefix(name + ":") }) {
            people.supersede(lines[place])
            lines[place] = line
        } else {
            lines.insert(line, at: range.upperBound)
        }
    }

    // MARK: - A round

    /// Edits, synchronisations that are disturbed and interrupted, and at last two undisturbed ones of each device.
    ///
    /// - Returns: What is wrong; empty where nothing is.
    func round() async -> [String] {
        for _ in 0..<people.withLock({ $0.number(1..<6) }) {
            people.withLock { Self.create(in: devices[0].replica, &$0) }
        }
        for device in devices { await device.sync() }
        for _ in 0..<people.withLock({ $0.number(1..<6) }) {
            for device in devices {
                for _ in 0..<people.withLock({ $0.number(0..<4) }) { edit(device.replica) }
            }
            if people.withLock({ $0.chance(30) }) { editServer() }
            let device = devices[people.withLock { $0.number(0..<2) }]
            await disturbed(device)
            if people.withLock({ $0.chance(10) }) { clock.advance(90_000) }
        }
        // Whatever was set apart is tried again.
        clock.advance(90_000)
        for device in devices + devices {
            let report = await device.sync()
            if let stop = report.stop { return ["stopped: \(stop)"] }
        }
        return faults()
    }

    private func disturbed(_ device: Device) async {
        let (percent, steps) = people.withLock { people in
            (people.chance(50) ? 15 : 0, people.chance(50) ? people.number(1..<40) : .max)
        }
        await device.sync(fuse: Fuse(steps)) { _, _ in
            if self.people.withLock({ $0.chance(5) }) { self.edit(device.replica) }
            return self.people.withLock { people in
                guard people.chance(percent) else { return nil }
                return [
                    .dropped, .answerLost, .answerLost, .twice, .twice, .cut, .loginPage,
                    .status(503, retryAfter: "120"), .status(401, retryAfter: nil),
                    .status(500, retryAfter: nil), .status(423, retryAfter: nil),
                ].randomElement(using: &people.random)
            }
        }
    }

    private func faults() -> [String] {
        var faults: [String] = []
        let there = server.texts.sorted()
        for (index, device) in devices.enumerated() {
            if device.replica.texts.sorted() != there {
                let here = device.replica.texts
                faults.append(
                    "device \(index) differs, here:\n\(here.filter { !there.contains($0) }.joined())"
                        + "there:\n\(there.filter { !here.contains($0) }.joined())")
            }
            let state = device.replica.known
            if !state.operations.isEmpty || !state.setApart.isEmpty || !state.holds.isEmpty {
                faults.append(
                    "device \(index) has left: \(state.operations) \(state.setApart) \(state.holds)"
                )
            }
        }
        let uids = there.compactMap { SyncedText(Array($0.utf8))?.uid }
        if Set(uids).count < uids.count { faults.append("duplicates: \(uids.sorted())") }
        let kept = devices.flatMap { device in
            device.replica.known.conflicts.values.flatMap { [$0.mine, $0.theirs] }
        }.map { String(decoding: $0, as: UTF8.self) }
        let trash = devices.flatMap { $0.replica.with { $0.trash.map(\.text) } }
            .map { String(decoding: $0, as: UTF8.self) }
        for value in people.withLock({ $0.alive }).sorted()
        where !(there + kept).contains(where: { $0.contains(value) }) {
            let isInTrash = trash.contains { $0.contains(value) }
            faults.append("lost: \(value)\(isInTrash ? ", but in the trash" : "")")
        }
        return faults
    }
}
