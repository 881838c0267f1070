import Foundation
import ICalendar
import Testing

@testable import AgendaKit

/// A machine of a person: its copies of two calendars, of which one is mirrored with the other into a calendar of a server.
final class MirrorModelMachine {
    let name: String
    let desk: MirrorDesk
    private let server: MirrorModelServer
    /// What was agreed with the server, by file.
    private var agreed: [String: String] = [:]
    /// The files that the server did not take at the last synchronisation.
    private var refused: Set<String> = []
    /// What it has of the sources.
    private(set) var sources: [String: String] = [:]
    let rules: RuleSet

    init(
        _ name: String, _ server: MirrorModelServer, rules: RuleSet, mirror: Mirror?
    ) async throws {
        (self.name, self.server, self.rules) = (name, server, rules)
        desk = try await MirrorDesk()
        try await desk.folder.shell("mkdir team; cp home/note.ics team")
        try await desk.bench.add(desk.folder.path + "/team", name: "team", kind: .folder)
        let mirrors = Mirrors(database: desk.folder.path + "/agenda.db")
        if let mirror {
            try mirrors.remove("m")
            try mirrors.add(mirror)
        } else {
            try mirrors.update("m") {
                ($0.sources, $0.days, $0.owner) = (["home", "team"], 150, name)
            }
        }
        desk.mirror = try mirrors.mirror(named: "m")
        try desk.bench.store.setRules(rules)
    }

    /// Whether it believes that it writes the mirror.
    var isOwner: Bool {
        get throws {
            try Mirrors(database: desk.folder.path + "/agenda.db").mirror(named: "m").owner == name
        }
    }

    var turn: Int {
        get throws {
            try Mirrors(database: desk.folder.path + "/agenda.db").mirror(named: "m").turn
        }
    }

    func take() throws {
        try Mirrors(database: desk.folder.path + "/agenda.db").update("m") { $0.take(name) }
    }

    /// Gets what the sources hold now.
    func fetch(_ present: [String: String]) throws {
        for (path, text) in present where sources[path] != text {
            try desk.folder.write(text, to: path)
        }
        for path in sources.keys where present[path] == nil { try desk.folder.remove(path) }
        sources = present
    }

    private var files: [String: String] {
        get throws {
            try Dictionary(uniqueKeysWithValues: desk.files.map { ($0, try desk.text($0)) })
        }
    }

    /// Runs the mirror; one that does not own it writes nothing.
    ///
    /// - Parameter cut: how many of the files that the run writes are written before it is killed; nil for all.
    @discardableResult
    func run(isConfirmed: Bool = true, cut: ((Int) -> Int)? = nil) async throws -> MirrorReport {
        let wasOwner = try isOwner
        let before = try files
        let notes = try notesFile.read() ?? MirrorNotes()
        let report = try await desk.run(
            as: name, isConfirmed: isConfirmed, refused: refused)
        if !wasOwner {
            #expect(try report.change == nil && files == before, "\(name) wrote though it may not")
        }
        if let cut { try kill(before, notes, cut) }
        return report
    }

    /// As if a run had been killed after some of its writes: its notes are written last, but for which blocks it adds.
    private func kill(
        _ before: [String: String], _ notes: MirrorNotes, _ cut: (Int) -> Int
    ) throws {
        let after = try files
        let written = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
        for name in written.dropFirst(cut(written.count + 1)) {
            if let text = before[name] {
                try desk.folder.write(text, to: "work/" + name)
            } else {
                try desk.folder.remove("work/" + name)
            }
        }
        let added = try (notesFile.read() ?? MirrorNotes()).blocks.filter {
            $0.value.removedDay == nil
        }
        .keys.filter { notes.blocks[$0].map { $0.removedDay != nil } ?? true }
        var begun = notes
        if !added.isEmpty { begun.pending = (notes.pending ?? []).union(added) }
        try notesFile.write(begun)
    }

    private var notesFile: SideFile<MirrorNotes> {
        MirrorNotes.file(
            database: desk.folder.path + "/agenda.db", secret: desk.mirror.secret)
    }

    func loseNotes() throws { try notesFile.write(MirrorNotes()) }

    /// The files that the server has not got, or not so.
    var unsent: [String] {
        get throws { try files.filter { server.items[$0.key] != $0.value }.keys.sorted() }
    }

    /// Sends what changed here, and gets what changed there; where both changed, the server's stands.
    func sync() throws {
        refused = []
        for (name, text) in try files.sorted(by: { $0.key < $1.key }) {
            let (old, there) = (agreed[name], server.items[name])
            if text == old || there != nil && there != old {
                try take(there, as: name)
            } else if old == nil || there != nil {
                if let put = server.put(name, text, over: old, by: self.name) {
                    if put.href != name { try desk.folder.remove("work/" + name) }
                    try write(put.text, to: put.href)
                } else if server.items.values.contains(where: {
                    MirrorModelServer.uid($0) == MirrorModelServer.uid(text)
                }) {
                    // Another file there has it, which comes now.
                    try desk.folder.remove("work/" + name)
                } else {
                    refused.insert(name)
                }
            } else {
                // Changed here and gone there.
                try take(nil, as: name)
            }
        }
        let here = try files
        for name in agreed.keys.sorted() where here[name] == nil {
            if let there = server.items[name], there == agreed[name] {
                server.delete(name, by: self.name)
                agreed[name] = nil
            } else {
                agreed[name] = nil
            }
        }
        for (name, text) in server.items.sorted(by: { $0.key < $1.key })
        where agreed[name] != text {
            try write(text, to: name)
        }
    }

    private func take(_ text: String?, as name: String) throws {
        guard let text else {
            try desk.folder.remove("work/" + name)
            agreed[name] = nil
            return
        }
        if agreed[name] != text { try write(text, to: name) }
    }

    private func write(_ text: String, to name: String) throws {
        try desk.folder.write(text, to: "work/" + name)
        agreed[name] = text
    }
}
