import Testing

@testable import AgendaKit

@Suite("The words that people type")
struct PhraseTests {
    @Test("English", arguments: PhraseTable.rows(englishPhrases))
    func english(_ row: PhraseTable.Row) {
        #expect(PhraseTable.reading(row) == row.expected)
    }

    @Test(
        "the documentation of gcalcli, khal and Fantastical",
        arguments: PhraseTable.rows(othersPhrases))
    func others(_ row: PhraseTable.Row) {
        #expect(PhraseTable.reading(row) == row.expected)
    }

    @Test("German", arguments: PhraseTable.rows(germanPhrases))
    func german(_ row: PhraseTable.Row) {
        #expect(PhraseTable.reading(row) == row.expected)
    }

    @Test("Chinese", arguments: PhraseTable.rows(chinesePhrases))
    func chinese(_ row: PhraseTable.Row) {
        #expect(PhraseTable.reading(row) == row.expected)
    }

    @Test("phrases written after the grammar", arguments: PhraseTable.rows(laterPhrases))
    func later(_ row: PhraseTable.Row) {
        #expect(PhraseTable.reading(row) == row.expected)
    }

    @Test("phrases of two weeks of use", arguments: PhraseTable.rows(diaryPhrases))
    func diary(_ row: PhraseTable.Row) {
        #expect(PhraseTable.reading(row) == row.expected)
    }

    @Test("phrases of somebody else", arguments: PhraseTable.rows(independentPhrases))
    func independent(_ row: PhraseTable.Row) {
        #expect(PhraseTable.reading(row) == row.expected)
    }

    @Test("the table holds at least 250 phrases, and at least 125 refusals")
    func size() {
        let rows = [englishPhrases, othersPhrases, germanPhrases, chinesePhrases]
            .flatMap(PhraseTable.rows)
        #expect(rows.count >= 250)
        let refusals = rows.count { $0.expected.hasPrefix("?") }
        #expect(refusals >= 125)
    }
}
