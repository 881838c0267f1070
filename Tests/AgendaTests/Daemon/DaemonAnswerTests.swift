import AgendaKit
import Testing

@testable import AgendaActions
@testable import agenda

@Suite("A daemon's answer")
struct DaemonAnswerTests {
    private let viewpoint = Viewpoint(
        program: "0.1.0 abc1234", mounts: 4_026_531_841, root: [64, 2])

    @Test("has a line each for program, place and state")
    func text() throws {
        let answer = DaemonAnswer(
            viewpoint: viewpoint, freshness: Freshness(revision: 12, unsure: [7, 3]))
        #expect(answer.text == "agenda 1 fresh\n0.1.0 abc1234\n4026531841 64 2\n12 3 7")
        #expect(DaemonAnswer(answer.text) == answer)
        let sure = DaemonAnswer(
            viewpoint: viewpoint, freshness: Freshness(revision: 0, unsure: []))
        #expect(DaemonAnswer(sure.text) == sure)
    }

    @Test(
        "anything else is none",
        arguments: [
            "", "agenda 1 fresh", "agenda 2 fresh\np\n1 2 3\n4", "agenda 1 fresh\np\n1 2\n4",
            "agenda 1 fresh\np\n1 2 x\n4", "agenda 1 fresh\np\n1 2 3\n",
            "agenda 1 fresh\np\n1 2 3\n4 x",
            "agenda 1 fresh\np\n1 2 3\n4\n", "agenda 1 fresh\np\n1 2 3 4\n4",
        ])
    func other(text: String) {
        #expect(DaemonAnswer(text) == nil)
    }
}
