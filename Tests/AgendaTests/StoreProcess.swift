import Foundation
import Testing

/// `agenda` with a store of its own.
struct StoreProcess {
    let folder: ScratchFolder
    var process: AgendaProcess

    init() throws {
        folder = try ScratchFolder()
        process = AgendaProcess(environment: ["AGENDA_DATABASE": folder.file("agenda.db")])
    }

    /// What a successful run prints.
    @discardableResult
    func callAsFunction(_ arguments: String...) throws -> String {
        let result = try process.run(arguments + AgendaProcess.pinned)
        try #require(result.status == 0, "\(arguments): \(result.complaints)")
        return result.output
    }

    /// How a run fails.
    func failure(_ arguments: String...) throws -> AgendaProcess.Result {
        try process.run(arguments + AgendaProcess.pinned)
    }

    /// The ids of the next days, in the order of the list.
    func ids(days: Int = 40) throws -> [String] {
        try self("list", "--days", "\(days)", "--format", "{id}").split(separator: "\n").map(
            String.init)
    }
}
