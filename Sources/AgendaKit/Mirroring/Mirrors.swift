public import ICalendar

/// The mirrors that `agenda mirror` has made, in a file beside the database that only its owner can read: they outlive a
/// database that is built anew, and hold the secrets that their blocks' names are made with.
public struct Mirrors: Sendable {
    private let file: SideFile<Document>

    private struct Document: VersionedDocument {
        var version = 1
        var mirrors: [Mirror] = []
    }

    /// The file of the mirrors of a database.
    package static func path(beside database: String) -> String { database + "-mirrors" }

    /// The mirrors of a database.
    ///
    /// - Parameter database: the path of the database's file.
    public init(database: String) {
        file = SideFile(
            path: Self.path(beside: database), fault: .unreadableMirrors, isPretty: true)
    }

    /// All mirrors in the order in which they were made; none if there is no file.
    ///
    /// - Throws: `unreadable`, also for a file that is no list of mirrors.
    public func all() throws(AgendaError) -> [Mirror] { try file.read()?.mirrors ?? [] }

    /// The mirror with a name.
    ///
    /// - Throws: `notFound`; as ``all()`` does.
    public func mirror(named name: String) throws(AgendaError) -> Mirror {
        let mirrors = try all()
        return mirrors[try Self.place(of: name, among: mirrors)]
    }

    /// Adds a mirror.
    ///
    /// - Throws: `invalid` if another one has its name; what reading and writing the file throws.
    public func add(_ mirror: Mirror) throws(AgendaError) {
        try file.change(from: Document()) { document throws(AgendaError) in
            guard !document.mirrors.contains(where: { $0.name == mirror.name }) else {
                throw AgendaError(.mirrorNameTaken, place: mirror.name)
            }
            document.mirrors.append(mirror)
        }
    }

    /// Changes the mirror with a name.
    ///
    /// - Returns: what became of it.
    /// - Throws: `notFound`; what reading and writing the file throws.
    @discardableResult
    public func update(
        _ name: String, _ body: (inout Mirror) -> Void
    ) throws(AgendaError) -> Mirror {
        try file.change(from: Document()) { document throws(AgendaError) in
            let place = try Self.place(of: name, among: document.mirrors)
            body(&document.mirrors[place])
            return document.mirrors[place]
        }
    }

    /// Forgets a mirror; its blocks stay.
    ///
    /// - Throws: `notFound`; what reading and writing the file throws.
    public func remove(_ name: String) throws(AgendaError) {
        try file.change(from: Document()) { document throws(AgendaError) in
            document.mirrors.remove(at: try Self.place(of: name, among: document.mirrors))
            return
        }
    }

    /// Where the mirror with a name is; case does not matter where only one has it.
    private static func place(
        of name: String, among mirrors: [Mirror]
    ) throws(AgendaError) -> Int {
        if let place = mirrors.firstIndex(where: { $0.name == name }) { return place }
        let alike = mirrors.indices.filter { mirrors[$0].name.lowercased() == name.lowercased() }
        guard alike.count == 1 else { throw AgendaError(.noSuchMirror, place: name) }
        return alike[0]
    }
}
