import Testing

@testable import AgendaScreen
@testable import agenda

@Suite("Frames on a slow line")
struct LinePaceTests {
    private let question = Array("\u{1B}[5n".utf8)

    @Test("a terminal that answers has at most a second of 9,600 baud on its way")
    func pace() {
        var pace = LinePace()
        #expect(pace.question(after: 5_000) == question)
        // Whether it answers at all is not known yet.
        #expect(!pace.isBusy && pace.isAsking && !pace.hasAnswered)
        pace.answered()
        #expect(!pace.isBusy && !pace.isAsking && pace.hasAnswered)
        #expect(pace.question(after: 600) == question)
        #expect(!pace.isBusy && pace.isAsking)
        #expect(pace.question(after: 600) == question)
        #expect(pace.isBusy)
        pace.answered()
        #expect(!pace.isBusy && pace.isAsking)
        pace.answered()
        #expect(!pace.isAsking)
    }

    @Test("one that does not answer is asked once, and never waited for")
    func silent() {
        var pace = LinePace()
        #expect(pace.question(after: 5_000) == question)
        for _ in 0..<10 {
            #expect(pace.question(after: 5_000) == [])
            #expect(!pace.isBusy && !pace.hasAnswered)
        }
    }

    @Test("after another program had the terminal, all begins anew")
    func anew() {
        var pace = LinePace()
        _ = pace.question(after: 1)
        pace.answered()
        _ = pace.question(after: 5_000)
        pace.forget()
        #expect(!pace.isBusy && !pace.isAsking)
        #expect(pace.question(after: 1) == question)
    }
}
