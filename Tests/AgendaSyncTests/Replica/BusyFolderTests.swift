import Dispatch
import Glibc
import ICalendar
import Synchronization
import Testing

@testable import AgendaSync

@Suite("A folder that other programs use")
struct BusyFolderTests {
    private let fixture = ReplicaFixture()

    @Test("nothing that another program appends meanwhile is lost")
    func appending() throws {
        let replica = try fixture.replica()
        let names = (0..<6).map { "e\($0).ics" }
        try fixture.pull(
            Dictionary(uniqueKeysWithValues: names.map { ($0, "start\n") }), into: replica)
        let isOver = Atomic(false)
        let calendar = fixture.calendar
        let appended = Mutex<[String]>([])
        let (queue, group) = (DispatchQueue(label: "writer"), DispatchGroup())
        // A thread of its own: those of Swift are busy.
        queue.async(group: group) {
            var generator = SeededGenerator(seed: 7)
            while !isOver.load(ordering: .relaxed) {
                let name = names[Int.random(in: 0..<6, using: &generator)]
                let file = open("\(calendar.path)/\(name)", O_WRONLY | O_APPEND)
                guard file >= 0 else { continue }
                let word = appended.withLock { words in
                    words.append("<\(words.count)>")
                    return words[words.count - 1]
                }
                _ = write(file, word, word.utf8.count)
                close(file)
                usleep(200)
            }
        }
        var replaced = 0
        for round in 0..<30 {
            let outcomes = try replica.commit(
                names.map { name in
                    Placement(
                        .put(bytes("page \(round)\n")), name,
                        expected: try replica.read(name)?.version, changes: [])
                }, [])
            replaced += outcomes.count { $0 == .done }
        }
        isOver.store(true, ordering: .relaxed)
        group.wait()
        let kept =
            names.compactMap { calendar.read($0) }
            + (try replica.trash()).map { String(decoding: $0.text, as: UTF8.self) }
        let words = Set(
            kept.joined().split(separator: ">").compactMap { $0.split(separator: "<").last })
        let all = appended.withLock { $0 }
        let lost = all.filter { !words.contains($0.dropFirst().dropLast()) }
        #expect(lost.isEmpty, "\(lost.count) of \(all.count)")
        // Both got something done.
        #expect(replaced > 0 && !all.isEmpty)
        #expect(calendar.names.count == 7)
    }

    @Test("while one process has the lease, another gets none")
    func otherProcess() async throws {
        let replica = try fixture.replica()
        let lease = try #require(try replica.takeLease())
        await #expect(processExitsWith: .exitCode(3)) {
            [folder = fixture.folder.path as String] in
            let replica = try InterruptedPageTests.replica(folder)
            if try replica.takeLease() == nil { exit(3) }
        }
        withExtendedLifetime(lease) {}
    }
}
