import Testing

@testable import AgendaBank

@Suite("What has changed since", .enabled(if: TestBank.isThere, TestBank.comment))
struct TokenTests {
    private let test: TestBank
    private let bank: PostgresBank
    init() throws {
        test = try TestBank()
        bank = test.bank()
    }

    private func remove(
        _ href: String, _ user: (id: Int64, calendar: Int32), _ etag: String
    ) async throws {
        _ = try await bank.remove(href, in: user.calendar, of: user.id, if: etag)
    }

    @Test("a token tells what is newer, in its order, and nothing of other calendars")
    func changes() async throws {
        let user = try await test.user()
        let other = try await bank.makeCalendar("other", of: user.id).calendar
        let empty = try await bank.token(user)
        let first = try await bank.put("1", "z.ics", user, if: nil)
        _ = try await bank.put("1", "a.ics", user, if: nil)
        let token = try await bank.token(user)
        #expect(try await bank.told(user, since: empty) == ["z.ics", "a.ics"])
        #expect(try await bank.told(user, since: token) == [])
        _ = try await bank.put("1", "x.ics", (user.id, other), if: nil)
        // What happens elsewhere is no news here.
        #expect(try await bank.token(user) == token)
        _ = try await bank.put("2", "z.ics", user, if: first.etag)
        #expect(try await bank.told(user, since: token) == ["z.ics"])
        #expect(try await bank.told(user, since: nil) == ["a.ics", "z.ics"])
        let home = try await bank.home(of: user.id)
        #expect(home.calendars.first?.token == (try await bank.token(user)))
    }

    @Test(
        "what came and went in between is not told; what was there before is, also if it came back meanwhile"
    )
    func created() async throws {
        let user = try await test.user()
        let empty = try await bank.token(user)
        let first = try await bank.put("1", "a.ics", user, if: nil)
        let seen = try await bank.token(user)
        try await remove("a.ics", user, first.etag)
        #expect(try await bank.told(user, since: empty) == [])
        #expect(try await bank.told(user, since: seen) == ["-a.ics"])
        let again = try await bank.put("2", "a.ics", user, if: nil)
        #expect(try await bank.told(user, since: seen) == ["a.ics"])
        try await remove("a.ics", user, again.etag)
        // Whoever saw the first one has it still.
        #expect(try await bank.told(user, since: seen) == ["-a.ics"])
        #expect(try await bank.told(user, since: empty) == [])
    }

    @Test("a list is told in parts, and none of it twice or not at all")
    func parts() async throws {
        let user = try await test.user()
        for number in 0..<5 { _ = try await bank.put("1", "\(number).ics", user, if: nil) }
        let etag = try await bank.put("1", "m.ics", user, if: nil).etag
        // Two names of one change.
        _ = try await bank.move(
            "m.ics", in: user.calendar, of: user.id, if: etag, to: "l.ics", in: user.calendar)
        let all = try #require(try await bank.members(of: user.calendar, user.id)).members
        #expect(all.count == 6)
        for (index, member) in all.enumerated() {
            let rest = try await bank.told(user, since: member.token)
            #expect(rest?.filter { $0 != "-m.ics" } == all.dropFirst(index + 1).map(\.href))
        }
        let before = try #require(all.dropLast().last?.token)
        // The client of this token knew m.ics, so that its end is told.
        var middle = try await bank.token(user)
        (middle.modseq, middle.nonce) = (before.modseq, before.nonce)
        _ = middle
        let changes = try #require(
            try await bank.members(of: user.calendar, user.id, since: before)
        ).members
        #expect(changes.map(\.href) == ["l.ics"])
    }

    @Test("a token of a lost time is refused, however many changes there are by then")
    func restored() async throws {
        let user = try await test.user()
        for number in 0..<3 { _ = try await bank.put("1", "\(number).ics", user, if: nil) }
        let kept = try await bank.token(user)
        for number in 3..<6 { _ = try await bank.put("1", "\(number).ics", user, if: nil) }
        let lost = try await bank.token(user)
        let lostNews = try #require(try await bank.news(of: user.id)).token
        // Put back as it was, generation and all, and more is written than was lost.
        try test.sql(
            """
            DELETE FROM agenda.resource WHERE user_id = \(user.id) AND modseq > \(kept.modseq);
            DELETE FROM agenda.operation WHERE user_id = \(user.id) AND modseq > \(kept.modseq);
            DELETE FROM agenda.nonce WHERE user_id = \(user.id) AND modseq > \(kept.modseq);
            UPDATE agenda.calendar SET modseq = \(kept.modseq) WHERE user_id = \(user.id) AND id > 0;
            UPDATE agenda.users SET modseq = \(kept.modseq) WHERE id = \(user.id);
            """)
        #expect(try await bank.told(user, since: lost) == nil)
        for number in 0..<5 { _ = try await bank.put("2", "new\(number).ics", user, if: nil) }
        #expect(try await bank.token(user).modseq > lost.modseq)
        #expect(try await bank.told(user, since: lost) == nil)
        #expect(try await bank.news(of: user.id, since: lostNews) == nil)
        #expect(try await bank.told(user, since: kept)?.count == 5)
        var foreign = kept
        foreign.generation += 1
        #expect(try await bank.told(user, since: foreign) == nil)
    }

    @Test(
        "what is gone is forgotten after its days, and older tokens are refused, but a calendar's own is good"
    )
    func forgetting() async throws {
        let user = try await test.user()
        let quiet = try await bank.makeCalendar("quiet", of: user.id).calendar
        _ = try await bank.put("1", "q.ics", (user.id, quiet), if: nil)
        let still = try await bank.token((user.id, quiet))
        let first = try await bank.put("1", "a.ics", user, if: nil)
        let before = try await bank.token(user)
        try await remove("a.ics", user, first.etag)
        let after = try await bank.token(user)
        func age(_ days: Int) throws {
            try test.sql(
                "UPDATE agenda.nonce SET at = at - interval '\(days) days' WHERE user_id = \(user.id)"
            )
        }
        let count = "SELECT count(*) FROM agenda.resource WHERE user_id = \(user.id)"
        let texts =
            "SELECT count(before) FROM agenda.operation WHERE user_id = \(user.id)"
        #expect(try test.sql(texts) == ["1"])
        try age(31)
        _ = try await bank.put("1", "b.ics", user, if: nil)
        let connection = try PostgresConnection(test.owner)
        #expect(try BankSchema.own.forget(connection) > 0)
        // After a month what was removed is told still, but its text is gone.
        #expect(try test.sql(texts) == ["0"])
        #expect(try await bank.told(user, since: before) == ["-a.ics", "b.ics"])
        try age(170)
        #expect(try BankSchema.own.forget(connection) > 0)
        #expect(try test.sql(count) == ["2"])
        #expect(try await bank.told(user, since: before) == nil)
        #expect(try await bank.told(user, since: after) == ["b.ics"])
        #expect(try await bank.told((user.id, quiet), since: still) == [])
        #expect(try await bank.told((user.id, quiet), since: nil) == ["q.ics"])
        // Parts of a list go on also where nobody knows the order any more.
        for number in 0..<3 { _ = try await bank.put("1", "c\(number).ics", user, if: nil) }
        try age(200)
        _ = try await bank.put("1", "d.ics", user, if: nil)
        _ = try BankSchema.own.forget(connection)
        let all = try #require(try await bank.members(of: user.calendar, user.id)).members
        #expect(all.map(\.href) == ["b.ics", "c0.ics", "c1.ics", "c2.ics", "d.ics"])
        for (index, member) in all.enumerated() {
            #expect(
                try await bank.told(user, since: member.token)
                    == all.dropFirst(index + 1).map(\.href))
        }
    }

    @Test("a view gets in one answer what it lacks, of one moment")
    func news() async throws {
        let user = try await test.user()
        let first = try await bank.put("1", "a.ics", user, if: nil)
        _ = try await bank.put("1", "b.ics", user, if: nil)
        let cold = try #require(try await bank.news(of: user.id))
        #expect(cold.calendars.map(\.slug) == ["", "work"])
        #expect(cold.resources.map(\.href).sorted() == ["a.ics", "b.ics"])
        #expect(cold.resources.first?.body == Array("1".utf8))
        #expect(try await bank.news(of: user.id, since: cold.token)?.resources == [])
        #expect(try await bank.news(of: user.id, since: cold.token)?.calendars == [])
        try await remove("a.ics", user, first.etag)
        let other = try await bank.makeCalendar("other", of: user.id).calendar
        _ = try await bank.put("3", "x.ics", (user.id, other), if: nil)
        let warm = try #require(try await bank.news(of: user.id, since: cold.token))
        #expect(warm.resources.map(\.href).sorted() == ["a.ics", "x.ics"])
        #expect(warm.resources.first { $0.href == "a.ics" }?.body == nil)
        #expect(warm.calendars.map(\.slug).sorted() == ["other", "work"])
        _ = try await bank.removeCalendar(other, of: user.id)
        let last = try #require(try await bank.news(of: user.id, since: warm.token))
        #expect(last.calendars.map(\.isGone) == [true])
        #expect(last.resources == [])
        // Whoever reads while others write has each change that is counted, always.
        let writing = Task {
            for number in 0..<100 { _ = try await bank.put("1", "w\(number).ics", user, if: nil) }
        }
        var (token, have) = (last.token, 0)
        while have < 100 {
            let news = try #require(try await test.bank().news(of: user.id, since: token))
            have += news.resources.count
            #expect(Int64(have) == news.token.modseq - last.token.modseq)
            token = news.token
        }
        try await writing.value
    }
}
