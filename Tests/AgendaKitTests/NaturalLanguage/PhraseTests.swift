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

    @Test(
        "a day named in a language that is not the reader's is asked about, and not taken as today",
        arguments: PhraseTable.rows(foreignDayPhrases))
    func foreignDays(_ row: PhraseTable.Row) {
        #expect(PhraseTable.reading(row) == row.expected)
    }
}

private let foreignDayPhrases = """
    # en dayFirst 2026-11-20T12:00:00+01:00
    Bericht montag 20:00 => ? unsaidDay: montag
    Termin dienstags 18:00 => ? unsaidDay: dienstags
    Essen übermorgen um 18:00 => ? unsaidDay: übermorgen
    例会 周一 18:00 => ? unsaidDay: 周一
    开会 明天 18:00 => ? unsaidDay: 明天
    Report lundi 18:00 => ? unsaidDay: lundi
    Cena mañana 21:00 => ? unsaidDay: mañana
    Встреча завтра 18:00 => ? unsaidDay: завтра
    会議 月曜日 18:00 => ? unsaidDay: 月曜
    "Bericht montag" 20:00 => Bericht montag; 2026-11-20 20:00-21:00
    Bericht montag friday 20:00 => Bericht montag; 2026-11-20 20:00-21:00
    Mom's lunch 18:00 => Mom's lunch; 2026-11-20 18:00-19:00
    # de dayFirst 2026-11-20T12:00:00+01:00
    例会 周一 18:00 => ? unsaidDay: 周一
    Report vendredi 18:00 => ? unsaidDay: vendredi
    # zh dayFirst 2026-11-20T12:00:00+01:00
    Bericht montag 20:00 => ? unsaidDay: montag
    Essen morgen 18:00 => ? unsaidDay: morgen
    Besprechung 每周例会 monday 18:00 => Besprechung 例会; 2026-11-23 18:00-19:00; FREQ=WEEKLY
    跟老王明天18:00吃饭 => 跟老王吃饭; 2026-11-21 18:00-19:00
    """
