import AgendaKit
import Foundation
import ICalendar
import Synchronization
import Testing

@testable import AgendaService

/// An organizer and attendees who change one event at random, in a service that is killed at each step; in the end all have the
/// same.
@Suite("Scheduling with kills")
struct SchedulingModelTests {
    typealias Bench = SchedulingBench
    static let lives =
        Int(ProcessInfo.processInfo.environment["AGENDA_SCHEDULING_LIVES"] ?? "") ?? 12

    @Test("whatever was acknowledged is with everybody after each life", arguments: [1, 2, 3])
    func lives(_ seed: UInt64) async throws {
        var random = SplitMix64(state: seed)
        let kill = Kill()
        var bench = try await Bench("kim", "lee", "max", "zoe") { $0.step = { try kill.step($0) } }
        var model = Model()
        for life in 0..<Self.lives {
            kill.arm(Int.random(in: 1...40, using: &random))
            for _ in 0..<4 where !kill.isDead {
                try await model.change(bench, &random, kill)
            }
            kill.disarm()
            bench = try bench.reopened { $0.step = { try kill.step($0) } }
            await bench.settle()
            let left = try bench.people.people.postman.table.count()
            #expect(left == 0, "life \(life): \(left) errands are left")
            try await model.check(bench, "seed \(seed), life \(life): \(model.log.suffix(6))")
            guard !model.isBroken else { return }
        }
    }

    /// A process that dies at a step, and does nothing more.
    final class Kill: Sendable {
        private let state = Mutex<(left: Int, isDead: Bool)>((.max, false))

        var isDead: Bool { state.withLock(\.isDead) }
        func arm(_ steps: Int) { state.withLock { $0 = (steps, false) } }
        func disarm() { state.withLock { $0 = (.max, false) } }

        func step(_ step: Postman.Step) throws {
            try state.withLock { state in
                if state.left != .max { state.left -= 1 }
                if state.left <= 0 { state.isDead = true }
                if state.isDead { throw CancellationError() }
            }
        }
    }

    /// What was acknowledged.
    struct Model {
        static let others = ["lee", "max", "zoe"]
        var guests = ["lee"]
        var (day, place) = (1, 0)
        var exists = false
        /// Acknowledged answers since the event was last moved.
        var answers: [String: String] = [:]
        var log: [String] = []
        var isBroken = false

        mutating func change(_ bench: Bench, _ random: inout SplitMix64, _ kill: Kill) async throws
        {
            switch Int.random(in: 0..<10, using: &random) {
            case 0...4: await organize(bench, &random, kill)
            case 5 where exists:
                log.append("delete")
                let answer = await bench.ask("DELETE", "calendar/a.ics", as: "kim")
                let isGone = await bench.ask("GET", "calendar/a.ics", as: "kim").status == 404
                #expect(answer.status != 204 || isGone)
                exists = !isGone
                if isGone { answers = [:] }
            default: try await answer(bench, &random, kill)
            }
        }

        private mutating func organize(_ bench: Bench, _ random: inout SplitMix64, _ kill: Kill)
            async
        {
            var next = self
            next.guests = Self.others.filter { _ in Bool.random(using: &random) }
            if next.guests.isEmpty { next.guests = ["max"] }
            if Int.random(in: 0..<3, using: &random) == 0 { next.day = next.day % 20 + 1 }
            next.place += 1
            let text = Bench.event(
                next.guests, start: "202612\(Self.two(next.day))T100000Z",
                end: "202612\(Self.two(next.day))T110000Z", lines: "LOCATION:P\(next.place)")
            next.log.append("put \(next.guests) day \(next.day) P\(next.place)")
            let put = await bench.put(text, as: "kim")
            let stored = await bench.ask("GET", "calendar/a.ics", as: "kim").text
            let isWritten = stored.contains("LOCATION:P\(next.place)\r")
            #expect(isWritten || put.status >= 400, "acknowledged and not there")
            guard isWritten else { return log.append("not " + (next.log.last ?? "")) }
            if next.day != day || !exists { next.answers = [:] }
            next.answers = next.answers.filter {
                next.guests.contains($0.key) && guests.contains($0.key)
            }
            next.exists = true
            self = next
        }

        private mutating func answer(
            _ bench: Bench, _ random: inout SplitMix64, _ kill: Kill
        ) async throws {
            let name = Self.others.randomElement(using: &random) ?? "lee"
            let status = ["ACCEPTED", "TENTATIVE", "DECLINED"].randomElement(using: &random) ?? ""
            guard let href = try await bench.href(of: name) else { return }
            let text = await bench.ask("GET", href, as: name).text
            guard !text.contains("STATUS:CANCELLED"), exists, guests.contains(name),
                // A copy that a kill has kept from what the organizer has changed is answered as it is.
                text.contains("LOCATION:P\(place)\r")
            else { return }
            log.append("\(name) \(status)")
            let known = Bench.attendee(name, in: Bench.unfolded(text)) ?? ""
            let line = "ATTENDEE;PARTSTAT=\(status):mailto:\(name)@example.org"
            let new = Bench.unfolded(text).replacing(known, with: line).replacing(
                "\n", with: "\r\n")
            let put = await bench.ask("PUT", href, new, as: name)
            let stored = await bench.ask("GET", href, as: name).text
            let isWritten = Bench.status(name, in: Bench.unfolded(stored)) == status
            #expect(
                isWritten || put.status >= 400,
                "acknowledged and not there: \(put.status) \(put.text)")
            if isWritten { answers[name] = status } else { log.append("not that") }
        }

        private static func two(_ number: Int) -> String {
            number < 10 ? "0\(number)" : "\(number)"
        }

        mutating func check(_ bench: Bench, _ words: String) async throws {
            let own = try await bench.copy(of: "kim")
            func need(_ isRight: Bool, _ what: String, _ text: String?) {
                guard !isRight else { return }
                isBroken = true
                Issue.record("\(words): \(what):\n\(text ?? "nothing")\n---\n\(own ?? "nothing")")
            }
            need((own != nil) == exists, "the organizer's", own)
            for name in Self.others {
                let copy = try await bench.copy(of: name)
                guard exists, guests.contains(name) else {
                    need(copy?.contains("STATUS:CANCELLED") ?? true, "\(name) is not invited", copy)
                    continue
                }
                need(copy?.contains("LOCATION:P\(place)\n") == true, "\(name)'s place", copy)
                need(
                    copy?.contains("DTSTART:202612\(Self.two(day))T100000Z") == true,
                    "\(name)'s day", copy)
                need(copy?.contains("STATUS:CANCELLED") == false, "\(name) is invited", copy)
                for other in guests {
                    need(
                        Bench.status(other, in: copy) == Bench.status(other, in: own),
                        "what \(name) sees of \(other)", copy)
                }
                need(
                    Bench.status(name, in: own) == answers[name] ?? "NEEDS-ACTION",
                    "\(name)'s answer \(answers[name] ?? "-")", copy)
            }
        }
    }
}
