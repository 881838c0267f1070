import AgendaWords
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Vocabularies of the languages' files")
struct VocabularyTests {
    @Test("every meaning is one that the grammar knows")
    func meanings() {
        for language in Language.all {
            for (meaning, phrases) in language.section("vocabulary")?.entries ?? []
            where !["colon-clear", "hint-prefix"].contains(meaning) {
                let isKnown = WordMeaning(meaning.replacing("#", with: "1")) != nil
                #expect(isKnown, "\(language.code): \(meaning) => \(phrases)")
            }
        }
    }

    @Test(
        "a meaning is a name with numbers and names behind it",
        arguments: [
            ("day -1", WordMeaning.day(-1)), ("weekday 1", .weekday(.monday, isSure: true)),
            ("weekday? 7", .weekday(.sunday, isSure: false)),
            ("weekday-of-week 3 -1", .weekdayOfWeek(.wednesday, -1)),
            ("weekdays 6 7", .weekdays([.saturday, .sunday])),
            ("day-part 1 small-hours", .dayPart(1, .smallHours)),
            ("weekday-part 5 evening", .weekdayPart(.friday, .evening)),
            ("frequency monthly 3", .frequency(.monthly, 3)), ("unit week", .unit(.week)),
            ("clock 12", .clock(43_200)), ("zone Europe/Berlin", .zone("Europe/Berlin")),
            ("zone", .zone("")), ("pm", .meridiem(isAfternoon: true)),
        ])
    func reading(text: String, meaning: WordMeaning) {
        #expect(WordMeaning(text) == meaning)
    }

    @Test(
        "anything else has none",
        arguments: [
            "", "day", "weekday 8", "unit eon", "part tea", "frequency often 1", "every 2 x",
        ])
    func nothing(text: String) {
        #expect(WordMeaning(text) == nil)
    }

    @Test("of the words in brackets one is meant")
    func brackets() {
        #expect(Vocabulary.phrases("erst(er|en)") == ["erster", "ersten"])
        #expect(Vocabulary.phrases("(|an )(a|b)") == ["a", "b", "an a", "an b"])
        #expect(Vocabulary.phrases("plain (") == ["plain ("])
    }
}
