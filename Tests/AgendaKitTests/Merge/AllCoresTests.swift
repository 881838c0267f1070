import Synchronization
import Testing

@testable import CalendarMerge

@Suite("Work on all cores")
struct AllCoresTests {
    @Test("keeps the order, whatever the last chunk lacks", arguments: [0, 1, 7, 8, 9, 1_000])
    func order(count: Int) {
        let numbers = Array(0..<count)
        #expect(AllCores.map(numbers, chunk: 8) { "\($0)" } == numbers.map { "\($0)" })
    }

    @Test("does each element once")
    func once() {
        let calls = (0..<500).map { _ in Counter() }
        _ = AllCores.map(calls, chunk: 1) { $0.count.withLock { $0 += 1 } }
        #expect(calls.allSatisfy { $0.count.withLock { $0 } == 1 })
    }

    @Test("ends when every thread of the pool does such work within such work")
    func nested() async {
        let sums = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    AllCores.map(Array(0..<20), chunk: 1) { row in
                        AllCores.map(Array(0..<20), chunk: 1) { row * $0 }.reduce(0, +)
                    }.reduce(0, +)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        // The numbers below 20 have the sum 190.
        #expect(sums == Array(repeating: 190 * 190, count: 200))
    }

    private final class Counter: Sendable {
        let count = Mutex(0)
    }
}
