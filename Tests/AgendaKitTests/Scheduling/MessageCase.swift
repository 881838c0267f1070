import Foundation
import ICalendar
import Testing

@testable import AgendaKit

/// A case of `Messages`: mails or calendars as programs send them, what is done with each, and what is then stored and
/// sent, stated by hand.
///
///     == the case's name
///     me: kim@example.org, k@example.org      (unless it is the first of these alone)
///     <<
///     a message
///     >> accept comment=See you               (look, store, accept, decline, tentative)
///     outcome: added
///     | a line of the stored event, unfolded
///     ! what no line of it contains
///     days: 2026-11-20 10:00 confirmed, …     (all that the timeline shows, on Berlin's clock)
///     to: bea@example.org
///     > each line of what is sent, unfolded, but for what all messages have
struct MessageCase: Sendable, CustomTestStringConvertible {
    struct Step: Sendable {
        var message = ""
        var action = ""
        var outcome: String?
        var stored: [String] = []
        var absent: [String] = []
        var recipients = ""
        var sent: [String] = []
        var fault: String?
        var replies: [String] = []
        var days: String?
    }

    var name: String
    var me = ["kim@example.org"]
    var steps: [Step] = []

    var testDescription: String { name }

    static let all: [MessageCase] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "Messages")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".txt") }.sorted().flatMap { name in
            read((try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? "")
        }
    }()

    private static func read(_ text: String) -> [MessageCase] {
        var (cases, message, isMessage) = ([MessageCase](), [Substring](), false)
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            func value(_ mark: String) -> String? {
                line.hasPrefix(mark) ? String(line.dropFirst(mark.count)) : nil
            }
            if let action = value(">> ") {
                isMessage = false
                let text = message.joined(separator: "\r\n")
                cases[cases.count - 1].steps.append(Step(message: text, action: action))
            } else if line == "<<" {
                (isMessage, message) = (true, [])
            } else if isMessage {
                message.append(line)
            } else if let name = value("== ") {
                cases.append(MessageCase(name: name))
            } else if let addresses = value("me: ") {
                cases[cases.count - 1].me = addresses.split(separator: ", ").map(String.init)
            } else if let place = cases.last?.steps.indices.last {
                let index = cases.count - 1
                if let text = value("outcome: ") { cases[index].steps[place].outcome = text }
                if let text = value("| ") { cases[index].steps[place].stored.append(text) }
                if let text = value("! ") { cases[index].steps[place].absent.append(text) }
                if let text = value("to: ") { cases[index].steps[place].recipients = text }
                if let text = value("> ") { cases[index].steps[place].sent.append(text) }
                if let text = value("days: ") { cases[index].steps[place].days = text }
                if let text = value("fault: ") { cases[index].steps[place].fault = text }
                if let text = value("reply: ") { cases[index].steps[place].replies.append(text) }
            }
        }
        return cases
    }
}

@Suite("Messages of Outlook, Google, Apple, Exchange, Zimbra and Fastmail")
struct MessageTableTests {
    @Test("there are at least thirty") func count() { #expect(MessageCase.all.count >= 30) }

    @Test("what is stored and what is sent", arguments: MessageCase.all)
    func take(_ example: MessageCase) async throws {
        let bench = try Bench()
        for (number, step) in example.steps.enumerated() {
            let place = Comment(rawValue: "step \(number + 1): \(step.action)")
            let bytes = Array(step.message.utf8)
            let calendar = MailMessage(bytes)?.calendars.first ?? bytes
            let result: TakenInvitation
            do {
                let invitation = try Invitation(IncomingCalendar(calendar, place: "mail"))
                let words = step.action.split(separator: " ", maxSplits: 1).map(String.init)
                result = try await bench.editor.take(
                    invitation, answer: answer(words, bench.zone),
                    as: CalendarAddresses(example.me), zone: bench.zone,
                    delivery: { _ in words.last == "server" ? .server : .message },
                    commits: words[0] != "look")
            } catch let error as AgendaError {
                #expect(error.reason.wording.description == step.fault, place)
                continue
            }
            #expect(step.fault == nil, place)
            #expect("\(result.item.outcome)" == step.outcome, place)
            #expect(
                result.replies.map { "\($0.attendee.address) \($0.attendee.status) \($0.outcome)" }
                    == step.replies, place)
            let lines = try await stored(result.item.uid, bench)
            for line in step.stored { #expect(lines.contains(line), "\(place): \(line)\n\(lines)") }
            for text in step.absent {
                #expect(!lines.contains { $0.contains(text) }, "\(place): \(text)\n\(lines)")
            }
            if let days = step.days { #expect(try await self.days(bench) == days, place) }
            #expect(result.messages.flatMap(\.to).joined(separator: ", ") == step.recipients, place)
            #expect(result.messages.flatMap(sent) == step.sent, place)
        }
    }

    @Test("messages with any bytes changed are stored and answered, or refused")
    func mutations() async throws {
        let bench = try Bench()
        var takenCount = 0
        for (number, bytes) in Self.mutated(400).enumerated() {
            let answer = number.isMultiple(of: 2) ? InvitationAnswer(.accepted) : nil
            if await isTaken(bytes, answer, bench) { takenCount += 1 }
        }
        // Most changes are harmless.
        #expect(takenCount > 100)
    }

    private func isTaken(_ bytes: [UInt8], _ answer: InvitationAnswer?, _ bench: Bench) async
        -> Bool
    {
        let calendar = MailMessage(bytes)?.calendars.first ?? bytes
        guard let incoming = try? IncomingCalendar(calendar, place: "mail"),
            let invitation = try? Invitation(incoming)
        else { return false }
        let taken = try? await bench.editor.take(
            invitation, answer: answer, as: CalendarAddresses(["kim@example.org"]),
            zone: bench.zone)
        return taken != nil
    }

    /// The cases' messages with some bytes changed, removed and repeated.
    private static func mutated(_ count: Int) -> [[UInt8]] {
        let messages = MessageCase.all.flatMap(\.steps).map { Array($0.message.utf8) }
            .filter { !$0.isEmpty }
        // Numerical Recipes' generator: the same messages in each run.
        var state: UInt64 = 1
        func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        return (0..<count).map { number in
            var bytes = messages[number % messages.count]
            for _ in 0...next(3) {
                let (place, other) = (next(bytes.count), next(bytes.count))
                switch next(3) {
                case 0: bytes[place] = bytes[other]
                case 1: bytes.remove(at: place)
                default:
                    let end = min(bytes.count, place + next(40))
                    bytes.insert(contentsOf: bytes[place..<end], at: other)
                }
            }
            return bytes
        }
    }

    private func answer(_ words: [String], _ zone: TimeZoneRules) throws -> InvitationAnswer? {
        let statuses: [String: InvitationAnswer.Status] = [
            "accept": .accepted, "decline": .declined, "tentative": .tentative,
        ]
        guard let status = statuses[words[0]] else { return nil }
        var answer = InvitationAnswer(status)
        guard words.count > 1 else { return answer }
        func value(_ name: String) -> String? {
            words[1].hasPrefix(name + "=") ? String(words[1].dropFirst(name.count + 1)) : nil
        }
        answer.comment = value("comment")
        answer.day = value("on").flatMap { CivilDate(iso: $0) }
        answer.proposal = value("propose").flatMap { CivilDateTime(icalendar: $0) }
            .map { zone.instant(of: $0) }
        answer.isUninvited = words[1] == "uninvited"
        return answer
    }

    private func days(_ bench: Bench) async throws -> String {
        let nodes = try await bench.provider().timeline().nodes
        return nodes.flatMap { node in
            node.events.map { event in
                let wall = bench.zone.wallTime(at: bench.zone.instant(of: event.span.start))
                return "\(node.date.iso) \(wall.hour):\(wall.minute) \(event.status)"
            }
        }.joined(separator: ", ")
    }

    /// The unfolded lines of the stored event.
    private func stored(_ uid: String, _ bench: Bench) async throws -> [String] {
        var calendar = await bench.editor.calendar(try bench.store.localCalendar())
        let texts = try await calendar.read(SeriesName(kind: .event, uid: uid), href: nil).texts
        return texts.flatMap(unfolded)
    }

    private func unfolded(_ text: [UInt8]) -> [String] {
        String(decoding: text, as: UTF8.self).replacing("\r\n ", with: "").split(separator: "\r\n")
            .map(String.init)
    }

    /// The lines of a message that are not the same in each: without the calendar's own, time zones and `DTSTAMP`.
    private func sent(_ message: SchedulingMessage) -> [String] {
        var isZone = false
        return unfolded(message.text).filter { line in
            if line == "BEGIN:VTIMEZONE" { isZone = true }
            defer { if line == "END:VTIMEZONE" { isZone = false } }
            return !isZone
                && ![
                    "BEGIN:VCALENDAR", "END:VCALENDAR", "VERSION:2.0",
                    "PRODID:-//agenda//agenda//EN", "BEGIN:VEVENT", "END:VEVENT",
                    "DTSTAMP:20261120T120000Z",
                ].contains(line)
        }
    }
}
