import CalendarMerge
import ICalendar
import Testing

@Suite("Three-way merges of random versions")
struct RandomMergeTests {
    /// Three versions and their texts.
    private struct Round {
        let (base, mine, theirs): (RandomVersion, RandomVersion, RandomVersion)
        let (b, m, t): ([UInt8], [UInt8], [UInt8])

        init(_ random: inout SeededGenerator) {
            var versions = [RandomVersion(), RandomVersion(), RandomVersion()]
            versions[0].edit(&random, isBase: true)
            (versions[1], versions[2]) = (versions[0], versions[0])
            versions[1].edit(&random)
            versions[2].edit(&random)
            let texts = versions.map { $0.text(&random) }
            (base, mine, theirs) = (
                RandomVersion(texts[0]), RandomVersion(texts[1]), RandomVersion(texts[2])
            )
            (b, m, t) = (texts[0], texts[1], texts[2])
        }
    }

    @Test(
        "50 rounds of each policy that has another outcome",
        arguments: [ConflictPolicy.server, .mine, .newer])
    func rounds(policy: ConflictPolicy) throws {
        let merge = ThreeWayMerge(zones: SystemZones.database, policy: policy)
        var random = SeededGenerator(seed: 20_261_122)
        for number in 0..<50 {
            let round = Round(&random)
            let (b, m, t) = (round.b, round.m, round.t)
            let result = try merge.result(b, m, t)
            let text = try #require(result.text)
            let merged = RandomVersion(text)
            let told = Comment(rawValue: "round \(number)")

            // Nothing changed here: theirs, byte by byte; also where base and mine differ in form.
            #expect(try merge.result(b, b, t) == .init(text: t, clashes: []), told)
            let reformed = round.base.text(&random)
            #expect(try merge.result(b, reformed, t) == .init(text: t, clashes: []), told)
            // Nothing changed there: mine, in another form.
            let fromMine = try merge.result(b, m, reformed)
            #expect(fromMine.clashes.isEmpty, told)
            #expect(try RandomVersion(#require(fromMine.text)) == round.mine, told)
            // The result again with what led to it: it holds all of it.
            #expect(try merge.result(b, m, text).text == text, told)
            #expect(try merge.result(t, text, t).text == text, told)
            #expect(try merge.result(m, m, text).text == text, told)
            // It can be read, and nothing is in it twice.
            #expect(ComponentScanner.scan(text).components.count == merged.components.count, told)
            #expect(!merged.components.keys.contains { $0.hasSuffix("twice") }, told)
            try check(round, merged, result.clashes, told)
        }
    }

    /// Compares line by line with what each side did, by rules written down here alone.
    private func check(
        _ round: Round, _ merged: RandomVersion, _ clashes: [ThreeWayMerge.Clash], _ told: Comment
    ) throws {
        let ids = Set(round.base.components.keys).union(round.mine.components.keys)
            .union(round.theirs.components.keys)
        for id in ids {
            let told = Comment(rawValue: told.rawValue + " " + id)
            let own = clashes.filter { $0.recurrenceID == id }
            let (b, m, t) = (
                round.base.components[id], round.mine.components[id], round.theirs.components[id]
            )
            let found = merged.components[id]
            // A component's coming and going is decided as a whole, and told where the other side had edited it.
            guard let m, let t else {
                let kept = m ?? t
                let isNew = b == nil
                if found != (isNew ? kept : kept == b ? nil : kept) {
                    #expect(!own.isEmpty || clashes.contains { $0.property == "DTSTART" }, told)
                }
                continue
            }
            guard let found else {
                Issue.record("\(told): both sides have it")
                continue
            }
            for name in Set(m.keys).union(t.keys).union(b?.keys ?? [:].keys) {
                let (before, left, right) = (b?[name], m[name], t[name])
                let expected = left == before ? right : right == before ? left : left
                if found[name] == expected, left == before || right == before || left == right {
                    continue
                }
                // Otherwise somebody is told, and what stands is one side's, or a participant's parameters of both.
                let property =
                    name.hasPrefix("alarm")
                    ? "DESCRIPTION"
                    : name.hasPrefix("attendee") ? "ATTENDEE" : String(name.prefix { $0 != ":" })
                let isTold =
                    own.contains { $0.property == property || $0.property == "VALARM" }
                    || clashes.contains { $0.property == "DTSTART" && property == "EXDATE" }
                    || own.contains { $0.property == "VEVENT" }
                let isParticipant = property == "ATTENDEE" || property == "ORGANIZER"
                // An EXDATE of an instance that stays.
                let isRevived =
                    property == "EXDATE"
                    && clashes.contains {
                        $0.property == "VEVENT" && name.hasSuffix($0.recurrenceID)
                    }
                #expect(
                    isTold || isParticipant || isRevived,
                    "\(told) \(name): \(before ?? []) \(left ?? []) \(right ?? []) -> \(found[name] ?? [])"
                )
                #expect(
                    found[name] == left || found[name] == right || isParticipant, "\(told) \(name)")
            }
        }
    }

    @Test("damaged texts are refused or merged into a text that can be merged again")
    func garbage() throws {
        let merge = ThreeWayMerge(zones: SystemZones.database)
        var random = SeededGenerator(seed: 7)
        var (refused, merged) = (0, 0)
        for _ in 0..<100 {
            let round = Round(&random)
            let texts = [round.b, round.m, round.t].map { text in
                var text = text
                for _ in 0..<random.below(4) {
                    let place = random.below(text.count)
                    switch random.below(4) {
                    case 0: text[place] = UInt8(random.below(256))
                    case 1: text.remove(at: place)
                    case 2: text.insert(UInt8(random.below(256)), at: place)
                    default: text.removeSubrange(place..<min(text.count, place + random.below(60)))
                    }
                }
                return text
            }
            guard let result = merge.merge(base: texts[0], mine: texts[1], theirs: texts[2]) else {
                refused += 1
                continue
            }
            guard let text = result.text else { continue }
            merged += 1
            #expect(try merge.result(text, text, text).text == text)
            #expect(try merge.result(texts[0], texts[1], text).text == text)
        }
        #expect(refused > 10 && merged > 10)
    }
}
