import Synchronization
import Testing

@testable import AgendaSync

@Suite("A page whose answer breaks off")
struct PageSizeTests {
    /// Notes how many resources each page asks for, and lets a fault happen to those of a size.
    private final class Line: Sendable {
        private let pages = Mutex<[Int]>([])
        let device = Device(server: MemoryServer())

        /// - Parameter count: Resources on the server, none of them here.
        init(count: Int) {
            for number in 0..<count {
                device.server["\(1_000 + number).ics"] = event("\(number)", "s\(number)")
            }
        }

        /// Synchronises once.
        ///
        /// - Returns: What each page asked for, and why it stopped.
        func sync(
            _ fault: @escaping @Sendable (_ page: Int, _ number: Int) -> Fault?
        ) async -> (pages: [Int], stop: SyncStop?) {
            pages.withLock { $0 = [] }
            let exchange = FaultyExchange(device.server) { [self] _, request in
                let body = String(decoding: request.body, as: UTF8.self)
                guard request.method == "REPORT", !body.contains("sync-collection") else {
                    return nil
                }
                let size = MemoryServer.Contents.values(of: "d:href", in: body).count
                let number = pages.withLock { pages in
                    pages.append(size)
                    return pages.count
                }
                return fault(size, number)
            }
            let report = await device.sync(through: exchange)
            return (pages.withLock { $0 }, report.stop)
        }

        var isWhole: Bool { device.server.texts.sorted() == device.replica.texts.sorted() }
    }

    @Test(
        "is asked for in smaller ones, and so is what follows",
        arguments: [Fault.answerLost, .cut, .status(502, retryAfter: nil)])
    func smaller(fault: Fault) async {
        let line = Line(count: 730)
        let (pages, stop) = await line.sync { size, _ in size > 100 ? fault : nil }
        #expect(pages == [500, 100, 100, 100, 100, 100, 100, 100, 30])
        #expect(stop == nil && line.isWhole)
    }

    @Test("becomes as small as the server needs it")
    func smallest() async {
        let line = Line(count: 130)
        let (pages, stop) = await line.sync { size, _ in size > 20 ? .answerLost : nil }
        #expect(pages == [130, 26, 20, 20, 20, 20, 20, 20, 10])
        #expect(stop == nil && line.isWhole)
    }

    @Test("for which nothing came in time is asked for in the smallest ones at once")
    func slow() async {
        let line = Line(count: 530)
        let (pages, stop) = await line.sync { size, _ in size > 100 ? .silence : nil }
        #expect(pages == [500] + Array(repeating: 20, count: 26) + [10])
        #expect(stop == nil && line.isWhole)
    }

    @Test("stops the run where the smallest breaks off, too; what had come stays")
    func network() async {
        let line = Line(count: 1_200)
        let (pages, stop) = await line.sync { _, number in number > 1 ? .answerLost : nil }
        #expect(pages == [500, 500, 100, 20])
        guard case .server? = stop else {
            Issue.record("\(String(describing: stop))")
            return
        }
        #expect(line.device.replica.names.count == 500)
        // The next run asks for what is left.
        let (rest, again) = await line.sync { _, _ in nil }
        #expect(rest == [500, 200])
        #expect(again == nil && line.isWhole)
    }

    @Test(
        "is not asked for again where it was small, nobody took the request, or the server wants to be left alone",
        arguments: [
            (20, Fault.answerLost), (500, .dropped), (500, .status(503, retryAfter: "120")),
            (500, .status(401, retryAfter: nil)), (500, .loginPage),
        ])
    func once(count: Int, fault: Fault) async {
        let line = Line(count: count)
        let (pages, stop) = await line.sync { _, _ in fault }
        #expect(pages == [count])
        #expect(stop != nil && line.device.replica.names.isEmpty)
    }
}
