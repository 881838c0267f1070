@testable import AgendaBank
import AgendaNode
@testable import AgendaService
@testable import AgendaServiceTests
import Foundation
import ICalendar
import Synchronization
import Testing

extension PeopleBench {
    private static let count = Mutex(0)

    /// Several nodes of a bank of its own, each with a folder that nobody else has.
    static func overBank(
        _ routing: Routing, count: Int = 2,
        _ change: (inout People.Options, Int) -> Void = { _, _ in }
    ) throws -> PeopleBench {
        let number = Self.count.withLock { count in
            count += 1
            return count
        }
        let test = try TestBank("people\(number)", role: "bank_people_node")
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "agenda-people-\(UUID().uuidString)")
        let zone = try #require(SystemZones.database.rules(named: "Europe/Berlin"))
        var desk = UserDesk(
            try UserTable(
                folder: folder.appending(path: "desk").path,
                database: BankPeople(test.owner, isOwner: true)), zone: zone)
        desk.clock = ServiceBench.Clock()
        desk.homes = BankHomes(test.owner)
        let nodes = try (0..<count).map { index in
            let path = folder.appending(path: "node\(index)").path
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            var options = Self.options(zone)
            options.limits.requests = 10_000_000
            options.homes = BankHomes(test.node)
            options.executor = BlockingThreads.shared
            options.upkeep.node = "node\(index)"
            change(&options, index)
            return try People(UserTable(folder: path, database: BankPeople(test.node)), options)
        }
        return PeopleBench(nodes, desk, folder: folder, routing)
    }
}
