import ICalendar
import Testing

@testable import AgendaKit

/// What a mail may do to an event, by what it is, whose the stored event is, and who sent it.
struct OwnerCase: CustomTestStringConvertible, Sendable {
    enum Stored: String, CaseIterable, Sendable {
        case none, own, organized, other, same

        /// The `ORGANIZER` of the stored event.
        var organizer: String? {
            switch self {
            case .none, .own: nil
            case .organized: "me@example.org"
            case .other: "carl@example.org"
            case .same: "boss@example.org"
            }
        }
    }

    let method: String
    let stored: Stored
    /// What becomes of a mail whose sender it names.
    let outcome: String
    let isInFolder: Bool

    var testDescription: String { "\(method), \(stored), \(isInFolder ? "folder" : "local")" }

    /// Written by hand from RFC 5546 3.2: only the organizer updates and cancels, only the organizer gets answers. In the order
    /// of `Stored`.
    private static let table: [(method: String, outcomes: [String])] = [
        ("REQUEST", ["added", "own", "own", "theirs", "updated"]),
        ("PUBLISH", ["added", "own", "own", "theirs", "updated"]),
        ("", ["added", "own", "own", "theirs", "updated"]),
        ("ADD", ["asks", "own", "own", "theirs", "updated"]),
        ("CANCEL", ["unknown", "own", "own", "theirs", "cancelled"]),
        ("REPLY", ["unknown", "updated", "updated", "not mine", "not mine"]),
        ("COUNTER", ["unknown", "not mine", "undecided", "not mine", "not mine"]),
        ("DECLINECOUNTER", ["unknown", "unchanged", "unchanged", "unchanged", "unchanged"]),
        ("REFRESH", ["unknown", "not mine", "sends", "not mine", "not mine"]),
    ]

    static let all = table.flatMap { row in
        zip(Stored.allCases, row.outcomes).flatMap { stored, outcome in
            [false, true].map {
                OwnerCase(
                    method: row.method, stored: stored, outcome: outcome, isInFolder: $0)
            }
        }
    }
}

@Suite("Who may change an event by mail")
struct EventOwnerTests {
    private static let me = CalendarAddresses(["me@example.org"])

    private static func calendar(_ lines: [String], method: String = "") -> String {
        let text = Make.calendar(lines.joined(separator: "\r\n"))
        return method.isEmpty
            ? text : text.replacing("VERSION", with: "METHOD:\(method)\r\nVERSION")
    }

    private static func event(organizer: String?, _ more: String...) -> [String] {
        ["UID:a", "DTSTAMP:20261101T000000Z"]
            + (organizer.map { ["ORGANIZER:mailto:\($0)"] } ?? []) + more
    }

    private static let talk = [
        "DTSTART:20261202T090000Z", "DTEND:20261202T100000Z", "SUMMARY:My own talk",
        "LOCATION:Hall 3", "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:me@example.org",
        "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:kim@example.org",
    ]

    /// What comes: from the boss, or for an answer from Kim to me.
    private static func message(_ method: String) -> String {
        let pizza = [
            "SEQUENCE:9", "DTSTART:20261201T100000Z", "DTEND:20261201T110000Z",
            "SUMMARY:Free pizza",
        ]
        let invited = ["ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:me@example.org"]
        let kim = ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:kim@example.org"]
        let lines =
            switch method {
            case "REPLY", "REFRESH":
                event(organizer: "me@example.org", "SEQUENCE:9") + kim
            case "COUNTER": event(organizer: "me@example.org") + pizza + kim
            case "CANCEL", "DECLINECOUNTER":
                event(organizer: "boss@example.org", "SEQUENCE:9") + invited
            default: event(organizer: "boss@example.org") + pizza + invited
            }
        return calendar(lines, method: method)
    }

    /// A bench whose local calendar, or folder, has the event.
    private struct Desk {
        let bench: Bench
        let folder: TemporaryFolder

        init(_ stored: OwnerCase.Stored, isInFolder: Bool = false) async throws {
            let event =
                stored == .none
                ? nil : EventOwnerTests.event(organizer: stored.organizer) + EventOwnerTests.talk
            try await self.init(event, isInFolder: isInFolder)
        }

        init(_ event: [String]?, isInFolder: Bool = false) async throws {
            (bench, folder) = (try Bench(), try TemporaryFolder())
            let text = event.map { EventOwnerTests.calendar($0) }
            if let text, !isInFolder {
                let incoming = try IncomingCalendar(Array(text.utf8), place: "file")
                _ = try await bench.editor.receive(incoming)
            }
            if isInFolder {
                try folder.write(
                    text ?? Make.calendar("UID:b\r\nDTSTART:20261203T090000Z"), to: "a.ics")
                var source = CalendarSource(name: "Team", kind: .folder, location: folder.path)
                source.isWritable = true
                _ = try await bench.importer.addSource(source)
            }
        }

        func take(
            _ text: String, _ answer: InvitationAnswer? = nil,
            from sender: MessageSender = MessageSender(), into name: String? = nil
        ) async throws -> TakenInvitation {
            let incoming = try IncomingCalendar(Array(text.utf8), place: "mail")
            return try await bench.editor.take(
                try Invitation(incoming), answer: answer, as: EventOwnerTests.me, from: sender,
                zone: bench.zone, into: name, followsEvents: name == nil)
        }

        /// The outcome in a word.
        func outcome(
            of text: String, _ answer: InvitationAnswer? = nil, from sender: MessageSender
        ) async throws -> String {
            do {
                let taken = try await take(text, answer, from: sender)
                if let message = taken.messages.first {
                    return message.method == .refresh ? "asks" : "sends"
                }
                return "\(taken.item.outcome)"
            } catch let error as AgendaError {
                switch error.reason {
                case .invitation(.ownEvent): return "own"
                case .invitation(.otherOrganizer): return "theirs"
                case .invitation(.notOrganizer): return "not mine"
                case .invitation(.undecided): return "undecided"
                case .invitation(.unnamedSender): return "unnamed"
                default: return "\(error.reason)"
                }
            }
        }

        /// The texts that all calendars have of the event.
        func stored() async throws -> [String] {
            var texts: [String] = []
            for source in try bench.store.sources(holding: "a") {
                var calendar = await bench.editor.calendar(source)
                texts += try await calendar.read(SeriesName(kind: .event, uid: "a"), href: nil)
                    .texts.map { String(decoding: $0, as: UTF8.self) }
            }
            return texts
        }
    }

    private static let changes = ["added", "updated", "cancelled", "asks", "sends"]

    @Test("by method, stored event and sender", arguments: OwnerCase.all)
    func table(_ example: OwnerCase) async throws {
        let text = Self.message(example.method)
        let isAnswer = ["REPLY", "COUNTER", "REFRESH"].contains(example.method)
        let named = isAnswer ? "kim@example.org" : "boss@example.org"
        let senders: [(sender: MessageSender, outcome: String)] = [
            (MessageSender(), example.outcome),
            (MessageSender([named]), example.outcome),
            // Reply-To or Sender.
            (MessageSender(["calendar@example.com", named]), example.outcome),
            (
                MessageSender(["evil@example.net"]),
                Self.changes.contains(example.outcome) ? "unnamed" : example.outcome
            ),
            (
                MessageSender([]),
                Self.changes.contains(example.outcome) ? "unnamed" : example.outcome
            ),
            (MessageSender(["evil@example.net"], isTrusted: true), example.outcome),
        ]
        for (sender, outcome) in senders {
            let desk = try await Desk(example.stored, isInFolder: example.isInFolder)
            let before = try await desk.stored()
            #expect(
                try await desk.outcome(of: text, from: sender) == outcome, "\(sender)")
            let after = try await desk.stored()
            if !["added", "updated", "cancelled"].contains(outcome) {
                #expect(after == before, "\(sender)")
            } else {
                #expect(after != before, "\(sender)")
            }
            if [.own, .organized].contains(example.stored) {
                #expect(after.joined().contains("SUMMARY:My own talk\r\n"))
                #expect(after.joined().contains("DTSTART:20261202T090000Z\r\n"))
                #expect(!after.joined().contains("CANCELLED"))
            }
        }
    }

    @Test(
        "no answer to somebody's invitation touches an event of one's own",
        arguments: [InvitationAnswer.Status.accepted, .tentative, .declined],
        [OwnerCase.Stored.own, .organized])
    func answers(_ status: InvitationAnswer.Status, _ stored: OwnerCase.Stored) async throws {
        let desk = try await Desk(stored)
        let before = try await desk.stored()
        for method in ["REQUEST", "ADD"] {
            #expect(
                try await desk.outcome(
                    of: Self.message(method), InvitationAnswer(status),
                    from: MessageSender(["boss@example.org"])) == "own")
        }
        #expect(try await desk.stored() == before)
    }

    @Test("a refusal of a newer version changes one's own answer and nothing else")
    func refusal() async throws {
        let desk = try await Desk(.same)
        let before = try await desk.stored().joined()
        let taken = try await desk.take(Self.message("REQUEST"), InvitationAnswer(.declined))
        try #require(taken.messages.map(\.to) == [["boss@example.org"]])
        #expect(String(decoding: taken.messages[0].text, as: UTF8.self).contains("SEQUENCE:9\r\n"))
        let after = try await desk.stored().joined()
            .replacing("LAST-MODIFIED:20261120T120000Z\r\n", with: "")
        #expect(
            after
                == before.replacing(
                    "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:me@",
                    with: "ATTENDEE;PARTSTAT=DECLINED:mailto:me@"))
        // Who thinks better of it gets the newer version.
        _ = try await desk.take(Self.message("REQUEST"), InvitationAnswer(.accepted))
        #expect(try await desk.stored().joined().contains("SUMMARY:Free pizza\r\n"))
    }

    @Test("another one's address as EMAIL beside one's own is no disguise")
    func disguise() async throws {
        let desk = try await Desk(.same)
        let evil = MessageSender(["evil@example.net"])
        for method in ["REQUEST", "CANCEL"] {
            let text = Self.message(method).replacing(
                "ORGANIZER:mailto:boss@example.org",
                with: "ORGANIZER;EMAIL=boss@example.org:mailto:evil@example.net")
            #expect(try await desk.outcome(of: text, from: evil) == "theirs")
        }
        let own = try await Desk(.organized)
        let reply = Self.message("REPLY").replacing(
            "ACCEPTED:mailto:kim@example.org",
            with: "ACCEPTED;EMAIL=kim@example.org:mailto:evil@example.net")
        #expect(try await own.take(reply, from: evil).replies.map(\.outcome) == [.uninvited])
    }

    @Test("a copy in another calendar is no way around: the event is one's own in each")
    func elsewhere() async throws {
        let desk = try await Desk(.own)
        let other = try TemporaryFolder()
        try other.write(Make.calendar("UID:b\r\nDTSTART:20261203T090000Z"), to: "b.ics")
        var source = CalendarSource(name: "Team", kind: .folder, location: other.path)
        source.isWritable = true
        _ = try await desk.bench.importer.addSource(source)
        do {
            _ = try await desk.take(Self.message("REQUEST"), into: "Team")
            Issue.record("was taken")
        } catch let error as AgendaError {
            #expect(error.reason == .invitation(.ownEvent))
        }
        let incoming = try IncomingCalendar(Array(Self.message("REQUEST").utf8), place: "file")
        let received = try await desk.bench.editor.receive(incoming, into: "Team", as: Self.me)
        #expect(
            received.items.map(\.outcome) == [
                .refused(AgendaError(.invitation(.ownEvent), place: "a"))
            ])
    }

    /// What becomes of a message that is imported, in a word; the sender if it is refused for that.
    private func imported(
        _ text: String, _ desk: Desk, from sender: MessageSender, followsEvents: Bool = true
    ) async throws -> String {
        let incoming = try IncomingCalendar(Array(text.utf8), place: "mail")
        let received = try await desk.bench.editor.receive(
            incoming, as: Self.me, from: sender, followsEvents: followsEvents)
        let outcome = try #require(received.items.first).outcome
        if case .refused(let error) = outcome,
            case .invitation(.unnamedSender(let address, isNew: false)) = error.reason
        {
            return address
        }
        return "\(outcome)"
    }

    @Test(
        "an import of somebody else's mail changes no stored event either",
        arguments: [("REQUEST", "updated"), ("PUBLISH", "updated"), ("CANCEL", "cancelled")],
        [false, true])
    func imports(example: (method: String, outcome: String), isInFolder: Bool) async throws {
        let evil = ["evil@example.net"]
        for (sender, outcome) in [
            (MessageSender(evil), evil[0]),
            (MessageSender(["boss@example.org"]), example.outcome),
            (MessageSender(), example.outcome),
            (MessageSender(evil, isTrusted: true), example.outcome),
        ] {
            let desk = try await Desk(.same, isInFolder: isInFolder)
            let before = try await desk.stored()
            #expect(
                try await imported(Self.message(example.method), desk, from: sender) == outcome,
                "\(sender)")
            let after = try await desk.stored()
            #expect((after == before) == (outcome == evil[0]))
        }
    }

    @Test("nor does it put a newer copy beside the event, into another calendar")
    func importsBeside() async throws {
        let desk = try await Desk(.same, isInFolder: true)
        let text = Self.message("REQUEST")
        #expect(
            try await imported(
                text, desk, from: MessageSender(["evil@example.net"]), followsEvents: false)
                == "evil@example.net")
        #expect(
            try await imported(
                text, desk, from: MessageSender(["boss@example.org"]), followsEvents: false)
                == "added")
    }

    @Test("an import takes a new event from anybody, and an export, which is no message")
    func importsWithoutOrganizer() async throws {
        let evil = MessageSender(["evil@example.net"])
        let new = try await Desk(OwnerCase.Stored.none)
        #expect(try await imported(Self.message("REQUEST"), new, from: evil) == "added")
        for method in ["", "PUBLISH"] {
            let text = Self.calendar(
                Self.event(organizer: nil, "SEQUENCE:9", "DTSTART:20261201T100000Z"),
                method: method)
            #expect(try await imported(text, Desk(.same), from: evil) == "updated")
        }
    }

    @Test("a deputy of the organizer or the attendee may send for them (SENT-BY)")
    func deputy() async throws {
        let request = Self.message("REQUEST").replacing(
            "ORGANIZER:", with: "ORGANIZER;SENT-BY=\"mailto:office@example.org\":")
        let office = MessageSender(["office@example.org"])
        #expect(try await Desk(.same).outcome(of: request, from: office) == "updated")
        let reply = Self.message("REPLY").replacing(
            "ATTENDEE;", with: "ATTENDEE;SENT-BY=\"mailto:office@example.org\";")
        #expect(try await Desk(.organized).outcome(of: reply, from: office) == "updated")
    }

    @Test("an attendee passes on an event that is new, and cannot change one that is here")
    func forwarded() async throws {
        let text = Self.message("REQUEST").replacing(
            "SUMMARY", with: "ATTENDEE:mailto:kim@example.org\r\nSUMMARY")
        let kim = MessageSender(["kim@example.org"])
        #expect(try await Desk(OwnerCase.Stored.none).outcome(of: text, from: kim) == "added")
        #expect(try await Desk(.same).outcome(of: text, from: kim) == "unnamed")
    }

    @Test(
        "a proposal is taken over from who is invited, not from who has written themselves into it")
    func proposals() async throws {
        let desk = try await Desk(.organized)
        let evil = Self.message("COUNTER").replacing("kim@example.org", with: "evil@example.net")
        let answer = InvitationAnswer(.accepted)
        #expect(
            try await desk.outcome(of: evil, answer, from: MessageSender(["evil@example.net"]))
                == "invitation(AgendaKit.InvitationFault.attendeeNotInvited)")
        let both = evil.replacing(
            "SEQUENCE", with: "ATTENDEE:mailto:kim@example.org\r\nSEQUENCE")
        #expect(
            try await desk.outcome(of: both, answer, from: MessageSender(["evil@example.net"]))
                == "unnamed")
        let kim = MessageSender(["kim@example.org"])
        let taken = try await desk.take(Self.message("COUNTER"), answer, from: kim)
        #expect(taken.item.outcome == .updated)
        let after = try await desk.stored().joined()
        #expect(after.contains("DTSTART:20261201T100000Z\r\n"))
        #expect(after.contains("SUMMARY:My own talk\r\n"))
    }
}
