import AgendaKit
import AgendaWords
import AgendaSync
import Testing
@testable import AgendaActions
@testable import TerminalOutput

@testable import agenda

@Suite("Progress bar")
struct ProgressBarTests {
    private static func progress(_ done: Int, of count: Int) -> ImportProgress {
        var progress = ImportProgress()
        progress.path = "/home/kim/big.ics"
        (progress.bytesDone, progress.byteCount) = (done, count)
        return progress
    }

    @Test("share, megabytes, rate and time left, as much as fits")
    func line() {
        let progress = Self.progress(200_000_000, of: 800_000_000)
        #expect(
            ProgressBar.line(progress, after: .seconds(4), width: 80, language: .english)
                == "big.ics [#####---------------] 25 %, 200 of 800 MB, 50 MB/s, 12 s left")
        #expect(
            ProgressBar.line(progress, after: .seconds(40), width: 200, language: .english)
                == "big.ics [#####---------------] 25 %, 200 of 800 MB, 5 MB/s, 2 min 0 s left")
        #expect(
            ProgressBar.line(progress, after: .seconds(4), width: 50, language: .english)
                == "big.ics [#####---------------] 25 %")
    }

    @Test("how far a synchronisation is, cut to the line")
    func synchronisation() {
        #expect(
            ProgressBar.line(.fetching(2_500, of: 10_000), of: "work/Home", width: 80)
                == "work/Home [#####---------------] 2500 of 10000 fetched")
        #expect(
            ProgressBar.line(.sending(3, of: 2), of: "work/\u{1B}[31m", width: 80)
                .hasSuffix(" [####################] 3 of 2 sent"))
        #expect(ProgressBar.line(.sending(1, of: 2), of: "work/Home", width: 10) == "work/Home")
    }

    @Test("files that are empty, or grew while they were read")
    func edges() {
        #expect(
            ProgressBar.line(Self.progress(0, of: 0), after: .zero, width: 80, language: .english)
                == "big.ics [####################] 100 %, 0 of 0 MB, 0 MB/s, 0 s left")
        #expect(
            ProgressBar.line(
                Self.progress(9_000_000, of: 3_000_000), after: .seconds(1), width: 80,
                language: .english)
                == "big.ics [####################] 100 %, 3 of 3 MB, 3 MB/s, 0 s left")
    }
}
