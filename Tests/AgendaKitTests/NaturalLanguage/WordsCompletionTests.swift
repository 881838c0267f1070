import ICalendar
import Testing

@testable import AgendaKit

/// On Wednesday, 2026-11-25, at 9:00 in Berlin.
@Suite("Words that are completed by an answer")
struct WordsCompletionTests {
    private func context(_ language: String) throws -> WordContext {
        WordContext(
            now: try Make.instant("20261125T080000Z"), zone: try Make.zone("Europe/Berlin"),
            vocabulary: Vocabulary(language: language))
    }

    private func completion(_ text: String, _ language: String) throws -> WordsCompletion {
        let context = try context(language)
        let reading = WordsCompletion.Reading(text, in: context)
        let doubt = try #require(reading.doubt)
        return WordsCompletion(text, doubt) { WordsCompletion.Reading($0, in: context) }
    }

    @Test(
        "a bare answer finishes the sentence, and keeps the day that was said",
        arguments: [
            ("en", "Doctor friday at 3", "2pm", "Doctor friday at 2pm"),
            ("en", "Doctor friday at 3", "pm", "Doctor friday at 3 pm"),
            ("en", "Doctor at 3 tomorrow", "15:00", "Doctor at 15:00 tomorrow"),
            ("en", "Doctor tomorow 10am", "tomorrow", "Doctor tomorrow 10am"),
            ("en", "Sprint 42 15:00", "today", "Sprint 42 15:00 today"),
            ("en", "Doctor", "tomorrow 3pm", "Doctor tomorrow 3pm"),
            ("en", "Dinner tonight", "8", "Dinner tonight 8"),
            ("de", "Arzt Freitag um 3", "15 Uhr", "Arzt Freitag um 15 Uhr"),
            ("zh", "明天三点开会", "15:00", "明天15:00点开会"),
        ])
    func answers(_ language: String, _ text: String, _ answer: String, _ whole: String) throws {
        #expect(try completion(text, language).text(answer: answer) == whole)
    }

    @Test("other words are read alone")
    func anew() throws {
        let completion = try completion("Doctor friday at 3", "en")
        #expect(completion.text(answer: "Dinner saturday 7pm") == nil)
        #expect(completion.text(answer: "Dinner") == nil)
    }

    @Test(
        "the choices are whole texts with the same day, time and title",
        arguments: [
            ("Doctor tomorrow at 3", ["Doctor tomorrow at 03:00", "Doctor tomorrow at 15:00"]),
            ("Doctor next friday 10am", ["Doctor 2026-11-27 10am", "Doctor 2026-12-04 10am"]),
            (
                "Weekly sync monday 10am",
                ["\"Weekly\" sync monday 10am", "sync monday 10am Weekly"]
            ),
            ("Doctor frday 10am", ["Doctor friday 10am", "Doctor frday 10am today"]),
        ])
    func choices(_ text: String, _ wholes: [String]) throws {
        let context = try context("en")
        func meaning(_ text: String) -> String {
            let reading = WordsCompletion.Reading(text, in: context)
            return "\(reading.title) \(reading.start?.icalendar ?? "-")"
        }
        #expect(try completion(text, "en").choices.map(meaning) == wholes.map(meaning))
    }
}

extension WordsCompletion.Reading {
    /// The reading of a new event's words.
    fileprivate init(_ text: String, in context: WordContext) {
        let words = EventWords(reading: text, in: context)
        self.init(
            title: words.title, doubt: words.doubts.first, takesToday: words.when.takesToday,
            start: nil)
        do throws(Doubt) {
            start = try words.when.plan(in: context, allowsPast: true).start
        } catch {
            doubt = doubt ?? error
        }
    }
}
