import Foundation
import Glibc

/// A command that was started and will be killed, and its effect if it succeeds.
struct KillAttempt {
    enum Effect {
        case adds(LocalEvent)
        case deletes(LocalEvent)
        case edits(LocalEvent)
        case imports(LocalEvent)
        case registers(TestSource)
        case forgets(TestSource)
        case nothing
    }

    let arguments: [String]
    let child: Child
    var effect = Effect.nothing
    /// A command that runs at the same time and must succeed.
    var companion: (arguments: [String], child: Child)?
    /// Examines the result in a separate store.
    var inspect: (() throws -> Void)?
}

extension KillsCheck {
    /// Starts a command, or its opposite if it has nothing to do.
    func start(_ command: Command) throws -> KillAttempt {
        switch command {
        case .add: return try startAdd()
        case .delete:
            let events = world.events.values.sorted { $0.summary < $1.summary }
            guard let event = events.randomElement(using: &random), let id = event.id else {
                return try startAdd()
            }
            return try start(["delete", id, "--scope", "all"], .deletes(event))
        case .edit:
            let events = world.events.values.sorted { $0.summary < $1.summary }
            guard let event = events.randomElement(using: &random), let id = event.id else {
                return try startAdd()
            }
            number += 1
            let edited = event.moved(to: "Hall \(number), upstairs; left")
            return try start(
                ["edit", id, "--location", edited.location, "--scope", "all"],
                .edits(edited))
        case .undo:
            let add = try startAdd()
            try settle(add, after: try add.child.wait())
            guard case .adds(let event) = add.effect, let added = world.events[event.summary] else {
                throw Fault("what was added is not there")
            }
            return try start(["undo"], .deletes(added))
        case .importing:
            number += 1
            let event = LocalEvent("kill-\(number) Übung, laut", days: days, random: &random)
            let path = agenda.scratch.file("import.ics")
            try Data(event.calendar(uid: "import-\(number)").utf8).write(to: URL(filePath: path))
            return try start(["import", path], .imports(event))
        case .restore:
            try loseStore()
            return try start(Self.listing)
        case .refresh, .migrate, .create, .mirror:
            try changeSource()
            return try start(["refresh"])
        case .rebuild: return try start(["refresh", "--rebuild"])
        case .sourceAdd:
            guard let source = source(isRegistered: false) else { return try start(.sourceRemove) }
            return try start(
                ["source", "add", source.path, "--name", source.name], .registers(source))
        case .sourceRemove:
            guard let source = source(isRegistered: true) else { return try start(.sourceAdd) }
            return try start(["source", "remove", source.name], .forgets(source))
        case .together:
            try changeSource()
            var attempt = try startAdd()
            let refresh = try start(["refresh"])
            if Bool.random(using: &random) {
                attempt.companion = (refresh.arguments, refresh.child)
                return attempt
            }
            var other = refresh
            other.companion = (attempt.arguments, attempt.child)
            other.effect = attempt.effect
            return other
        }
    }

    private func start(
        _ arguments: [String], _ effect: KillAttempt.Effect = .nothing
    ) throws -> KillAttempt {
        KillAttempt(arguments: arguments, child: try agenda.start(arguments), effect: effect)
    }

    private func startAdd() throws -> KillAttempt {
        number += 1
        let event = LocalEvent("kill-\(number) Übung, laut", days: days, random: &random)
        return try start(event.addArguments, .adds(event))
    }

    /// Deletes or corrupts the database after an acknowledged change, when its backup is complete.
    private func loseStore() throws {
        let add = try startAdd()
        try settle(add, after: try add.child.wait())
        let database = agenda.scratch.file("agenda.db")
        if Bool.random(using: &random) {
            for suffix in ["", "-wal", "-shm"] { unlink(database + suffix) }
        } else {
            try SystemCalls.write("no database at all", to: database, flags: 0)
        }
    }

    private func source(isRegistered: Bool) -> TestSource? {
        world.sources.filter { $0.isRegistered == isRegistered }.randomElement(using: &random)
    }

    private func changeSource() throws {
        try world.sources.randomElement(using: &random)?.change(&random)
    }

    /// Waits for the other processes and records what the store must now contain; returns whether
    /// the command reported success.
    @discardableResult
    func settle(_ attempt: KillAttempt, after ending: Child.Ending) throws -> Bool {
        if let companion = attempt.companion {
            try check(try companion.child.wait(), of: companion.arguments)
        }
        if let inspect = attempt.inspect {
            try inspect()
        } else if ending != .signal(SIGKILL) {
            try check(ending, of: attempt.arguments)
        }
        let isDone = ending == .status(0)
        switch attempt.effect {
        case .adds(let event):
            // The id on a line of its own is the acknowledgement.
            let output = agenda.output(of: ["add"])
            guard output.hasSuffix("\n") else {
                if isDone { throw Fault("agenda add has printed no id") }
                world.doubt(event)
                return false
            }
            world.add(event.acknowledged(by: String(output.dropLast())))
            return isDone || attempt.arguments.first == "add"
        case .deletes(let event): isDone ? world.delete(event) : world.doubt(event)
        case .edits(let edited) where isDone: world.add(edited.acknowledged)
        case .edits(let edited): world.doubt(changedTo: edited)
        case .imports(let event): isDone ? world.add(event.acknowledged) : world.doubt(event)
        case .registers(let source): source.isRegistered = isDone ? true : nil
        case .forgets(let source): source.isRegistered = isDone ? false : nil
        case .nothing: break
        }
        return isDone
    }

    private func check(_ ending: Child.Ending, of arguments: [String]) throws {
        if ending == .status(0) { return }
        throw Fault(
            "agenda \(arguments.joined(separator: " ")): \(ending): "
                + agenda.complaints(of: arguments))
    }
}
