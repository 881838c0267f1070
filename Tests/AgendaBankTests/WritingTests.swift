import Testing

@testable import AgendaBank

@Suite("Writing to a bank", .enabled(if: TestBank.isThere, TestBank.comment))
struct WritingTests {
    private let test: TestBank
    private let bank: PostgresBank
    init() throws {
        test = try TestBank()
        bank = test.bank()
    }

    @Test("a tag is half of the SHA-256 of the bytes, wherever and whenever they are written")
    func tags() async throws {
        let user = try await test.user()
        // FIPS 180-4's example: SHA-256("abc") begins with these 16 bytes.
        let abc = try await bank.put("abc", "a.ics", user, if: nil)
        #expect(abc.etag == "ba7816bf8f01cfea414140de5dae2223")
        let other = try await bank.put("x", "a.ics", user, if: abc.etag)
        #expect(other.etag != abc.etag)
        #expect(try await bank.put("abc", "a.ics", user, if: other.etag).etag == abc.etag)
        let bytes: [UInt8] = [0, 255, 13, 10, 0]
        _ = try await bank.put(
            bytes, "b.ics", in: user.calendar, of: user.id, if: nil, uid: "b", kind: "VTODO")
        let body = try await bank.bodies(["b.ics", "c.ics"], of: user.calendar, user.id)
        #expect(body["b.ics"]?.bytes == bytes)
        #expect(body["b.ics"]?.kind == "VTODO")
        #expect(body.count == 1)
    }

    @Test("who has not read what is there changes nothing")
    func conditions() async throws {
        let user = try await test.user()
        let first = try await bank.put("1", "a.ics", user, if: nil)
        #expect(await refusal { _ = try await bank.put("2", "a.ics", user, if: nil) } == .changed)
        #expect(await refusal { _ = try await bank.put("2", "a.ics", user, if: "x") } == .changed)
        #expect(
            await refusal { _ = try await bank.put("2", "b.ics", user, if: first.etag) } == .changed
        )
        let remove = { (etag: String) in
            try await bank.remove("a.ics", in: user.calendar, of: user.id, if: etag)
        }
        #expect(await refusal { _ = try await remove("x") } == .changed)
        #expect(try await bank.text("a.ics", user) == "1")
        _ = try await remove(first.etag)
        #expect(try await bank.text("a.ics", user) == nil)
        #expect(await refusal { _ = try await remove(first.etag) } == .changed)
        #expect(await refusal { _ = try await remove("") } == .changed)
        #expect(
            await refusal { _ = try await bank.put("2", "a.ics", user, if: first.etag) } == .changed
        )
        // A refused write is no change: the calendar's, one text, its removal.
        #expect(try await bank.home(of: user.id).token.modseq == 4)
    }

    @Test("what is asked twice is done once, and no identifier names two things")
    func identifiers() async throws {
        let user = try await test.user()
        let name = BankIdentifier.random()
        let first = try await bank.put("1", "a.ics", user, if: nil, name)
        let second = try await bank.put("2", "a.ics", user, if: first.etag)
        // The answer was lost, and somebody else has written since.
        let again = try await bank.put("1", "a.ics", user, if: nil, name)
        #expect([first.isRepeated, again.isRepeated] == [false, true])
        #expect([again.modseq, again.modseq + 1] == [first.modseq, second.modseq])
        #expect(again.etag == first.etag)
        #expect(try await bank.text("a.ics", user) == "2")
        #expect(
            await refusal { _ = try await bank.put("3", "a.ics", user, if: nil, name) }
                == .otherOperation)
        #expect(
            await refusal { _ = try await bank.put("1", "b.ics", user, if: nil, name) }
                == .otherOperation)
        #expect(
            await refusal {
                _ = try await bank.remove(
                    "a.ics", in: user.calendar, of: user.id, if: second.etag, name)
            } == .otherOperation)
        // Another user may have the same one.
        let other = try await test.user()
        #expect(try await bank.put("1", "a.ics", other, if: nil, name).isRepeated == false)
    }

    @Test("two that write the same resource at once: one of them is told so")
    func race() async throws {
        let user = try await test.user()
        let first = try await bank.put("0", "a.ics", user, if: nil)
        let done = await withTaskGroup(of: PostgresFault.Reason?.self) { group in
            for number in 1...20 {
                group.addTask {
                    await refusal {
                        _ = try await test.bank().put("\(number)", "a.ics", user, if: first.etag)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(done.filter { $0 == nil }.count == 1)
        #expect(done.filter { $0 == .changed }.count == 19)
    }

    @Test("a UID is at one name of a calendar, and a name keeps its UID")
    func identities() async throws {
        let user = try await test.user()
        let other = try await bank.makeCalendar("other", of: user.id).calendar
        let put = { (href: String, calendar: Int32, uid: String, expected: String?) in
            try await bank.put(
                Array("\(href)\(uid)".utf8), href, in: calendar, of: user.id, if: expected,
                uid: uid, kind: "VEVENT")
        }
        let first = try await put("a.ics", user.calendar, "1", nil)
        do {
            _ = try await put("b.ics", user.calendar, "1", nil)
            Issue.record("a UID was stored twice")
        } catch {
            let fault = error as? PostgresFault
            #expect([fault?.reason.rawValue, fault?.detail] == ["heldUID", "a.ics"])
        }
        #expect(
            await refusal { _ = try await put("a.ics", user.calendar, "2", first.etag) } == .heldUID
        )
        _ = try await put("b.ics", other, "1", nil)
        #expect(try await bank.names(holding: "1", in: user.calendar, user.id) == ["a.ics"])
        #expect(try await bank.names(holding: "2", in: user.calendar, user.id) == [])
        // After its end the UID is free, and so is the name.
        _ = try await bank.remove("a.ics", in: user.calendar, of: user.id, if: first.etag)
        _ = try await put("b.ics", user.calendar, "1", nil)
        _ = try await put("a.ics", user.calendar, "2", nil)
    }

    @Test("a move is one change, here or to another calendar")
    func moves() async throws {
        let user = try await test.user()
        let other = try await bank.makeCalendar("other", of: user.id).calendar
        let first = try await bank.put("1", "a.ics", user, if: nil)
        let token = try await bank.token(user)
        let move = {
            (from: String, calendar: Int32, to: String, target: Int32, replaced: String?) in
            try await bank.move(
                from, in: calendar, of: user.id, if: first.etag, to: to, in: target,
                replacing: replaced)
        }
        let moved = try await move("a.ics", user.calendar, "b.ics", user.calendar, nil)
        #expect([moved.modseq, moved.modseq - 1] == [first.modseq + 1, first.modseq])
        #expect(moved.etag == first.etag)
        #expect(try await bank.told(user, since: token) == ["-a.ics", "b.ics"])
        _ = try await move("b.ics", user.calendar, "c.ics", other, nil)
        #expect(try await bank.told(user, since: nil) == [])
        #expect(try await bank.text("c.ics", (user.id, other)) == "1")
        // What is there has to be known.
        let second = try await bank.put("2", "d.ics", user, if: nil)
        #expect(
            await refusal { _ = try await move("c.ics", other, "d.ics", user.calendar, nil) }
                == .changed)
        _ = try await move("c.ics", other, "d.ics", user.calendar, second.etag)
        #expect(try await bank.text("d.ics", user) == "1")
        #expect(
            await refusal {
                _ = try await move("d.ics", user.calendar, "d.ics", user.calendar, first.etag)
            }
                == .changed)
        // Its UID is there already.
        _ = try await bank.put(
            Array("x".utf8), "e.ics", in: other, of: user.id, if: nil, uid: "a.ics", kind: "VEVENT")
        #expect(
            await refusal { _ = try await move("d.ics", user.calendar, "f.ics", other, nil) }
                == .heldUID)
    }

    @Test("calendars are made, named and removed; another one of the same name is another")
    func calendars() async throws {
        let user = try await test.user()
        #expect(await refusal { _ = try await bank.makeCalendar("work", of: user.id) } == .exists)
        let name = BankIdentifier.random()
        let made = try await bank.makeCalendar(
            "home", components: "VEVENT VTODO", properties: #"{"a": 1}"#, of: user.id, name)
        let again = try await bank.makeCalendar("home", of: user.id, name)
        #expect([again.calendar, again.isRepeated ? 1 : 0] == [made.calendar, 1])
        _ = try await bank.setProperties(
            #"{"b": "x"}"#, without: ["a"], most: 64, of: made.calendar, user.id)
        _ = try await bank.setProperties(#"{"c": "y"}"#, most: 64, of: 0, user.id)
        let home = try await bank.home(of: user.id)
        #expect(home.calendars.map(\.slug) == ["work", "home"])
        #expect(home.calendars.map(\.components) == [nil, "VEVENT VTODO"])
        #expect(home.calendars.map(\.properties) == ["{}", #"{"b": "x"}"#])
        #expect(home.properties == #"{"c": "y"}"#)
        #expect(
            await refusal {
                _ = try await bank.setProperties(
                    #"{"d": 1}"#, most: 1, of: made.calendar, user.id)
            } == .tooMany)
        let place = (id: user.id, calendar: made.calendar)
        _ = try await bank.put("1", "a.ics", place, if: nil)
        let token = try await bank.token(place)
        _ = try await bank.removeCalendar(made.calendar, of: user.id)
        #expect(
            await refusal { _ = try await bank.put("2", "b.ics", place, if: nil) } == .noCalendar)
        #expect(await refusal { _ = try await bank.told(place, since: nil) } == .noCalendar)
        let second = try await bank.makeCalendar("home", of: user.id).calendar
        #expect(second != made.calendar)
        #expect(try await bank.told((user.id, second), since: nil) == [])
        // Whoever knew the first one has to read the second.
        #expect(try await bank.told((user.id, second), since: token) == nil)
        #expect(
            await refusal { _ = try await bank.put("1", "a.ics", (user.id, 0), if: nil) }
                == .noCalendar)
    }

    @Test("who is frozen writes nothing, and what they wrote stays done")
    func frozen() async throws {
        let user = try await test.user()
        let name = BankIdentifier.random()
        _ = try await bank.put("1", "a.ics", user, if: nil, name)
        try test.sql("UPDATE agenda.users SET state = 'frozen' WHERE id = \(user.id)")
        #expect(await refusal { _ = try await bank.put("2", "b.ics", user, if: nil) } == .frozen)
        #expect(try await bank.put("1", "a.ics", user, if: nil, name).isRepeated)
        #expect(try await bank.text("a.ics", user) == "1")
        #expect(
            await refusal { _ = try await bank.put("1", "a.ics", (1 << 40, 1), if: nil) } == .noUser
        )
        #expect(try await bank.user(named: "nobody's name") == nil)
        let login = try test.sql("SELECT name FROM agenda.users WHERE id = \(user.id)")
        let found = try await bank.user(named: login[0])
        #expect(found?.id == user.id)
        #expect(found?.isActive == false)
    }

    @Test("a warning while it wrote is no acknowledgement")
    func warned() async throws {
        // As the server does when somebody cancels the wait for the standby.
        let warning = PostgresStatement(
            "warning", [], isOfUser: false, isWrite: true, "SELECT agenda_test_warn()")
        try test.sql(
            """
            CREATE OR REPLACE FUNCTION agenda_test_warn() RETURNS integer LANGUAGE plpgsql AS $$
                BEGIN RAISE WARNING 'canceling wait for synchronous replication'; RETURN 1; END $$
            """)
        let connection = try PostgresConnection(test.node)
        do {
            _ = try connection.rows(warning, of: nil)
            Issue.record("it was acknowledged")
        } catch { #expect(error.reason == .unsettled) }
        #expect(!connection.isBroken)
    }
}
