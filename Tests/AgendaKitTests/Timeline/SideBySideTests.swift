import Testing

@testable import AgendaKit

@Suite("Ranges side by side")
struct SideBySideTests {
    /// The places of ranges as `lane/lanes`, with `+` for each lane more that one reaches.
    private func places(_ ranges: Range<Int>...) -> String {
        SideBySide(ranges).places
            .map { "\($0.lane)/\($0.lanes)" + String(repeating: "+", count: $0.reach - 1) }
            .joined(separator: " ")
    }

    @Test("one alone, and those that only touch, have the whole width")
    func apart() {
        #expect(places() == "")
        #expect(places(0..<2) == "0/1")
        #expect(places(0..<2, 2..<4, 6..<7) == "0/1 0/1 0/1")
        #expect(places(4..<5, 0..<1) == "0/1 0/1")
    }

    @Test("two that overlap share it; the earlier one is on the left, of two the longer one")
    func two() {
        #expect(places(0..<4, 2..<6) == "0/2 1/2")
        #expect(places(2..<6, 0..<4) == "1/2 0/2")
        #expect(places(0..<2, 0..<4) == "1/2 0/2")
        #expect(places(0..<2, 0..<2) == "0/2 1/2")
    }

    @Test("a lane is used again once it is free, and a chain is one cluster")
    func chain() {
        #expect(places(0..<3, 2..<5, 4..<7) == "0/2 1/2 0/2")
        #expect(places(0..<6, 0..<2, 3..<5) == "0/2 1/2 1/2")
        #expect(places(0..<3, 2..<5, 5..<7) == "0/2 1/2 0/1")
    }

    @Test("a range reaches over lanes in which nothing overlaps it")
    func reach() {
        #expect(places(0..<2, 0..<2, 0..<4, 2..<4) == "1/3 2/3 0/3 1/3+")
        #expect(places(0..<9, 0..<2, 1..<3, 6..<8) == "0/3 1/3 2/3 1/3+")
        #expect(places(0..<2, 0..<3, 1..<4, 3..<5) == "1/3 0/3 2/3 0/3+")
    }

    @Test("forty an hour have forty lanes")
    func many() {
        let places = SideBySide(Array(repeating: 0..<1, count: 40)).places
        #expect(places.map(\.lane) == Array(0..<40))
        #expect(places.allSatisfy { $0.lanes == 40 && $0.reach == 1 })
    }
}
