package import CalendarFiles
package import ICalendar

/// Finds the calendars of a store that are no files of this machine: kept in a database, or what somebody shows of theirs.
///
/// A source of such a calendar is a ``CalendarSource/Kind/folder`` whose ``CalendarSource/location`` begins with ``scheme``: all
/// that holds for a folder of one file an event holds for it, but that nobody looks at a disk.
package protocol KeptCalendars: Sendable {
    /// The bank of a location that begins with ``scheme``; nil for one that is not known (any more).
    func bank(at location: String) -> (any KeptBank)?

    /// Makes an empty calendar where new ones are kept.
    ///
    /// - Parameters:
    ///   - name: what its location may be made of.
    ///   - now: the time.
    /// - Returns: its location; nil where new ones are folders.
    func makeCalendar(_ name: String, at now: Instant) throws(BankError) -> String?

    /// Removes a calendar with all that it has; there may be none.
    func removeCalendar(at location: String) throws(BankError)

    /// What the state of all of them is called that the store shows: the same wherever the same is shown. Nil where the store says
    /// that itself.
    var state: String? { get }
    /// The name of the other user whose calendar is at a location; nil for one's own.
    func owner(at location: String) -> String?
    /// Whether the store shows what is elsewhere and has nothing of its own: who shows it makes it anew, and nobody else.
    var isView: Bool { get }
    /// The number of a calendar that is the same in each view of the store; nil where there is one store, whose number it is.
    func number(of source: CalendarSource) -> Int64?
}

extension KeptCalendars {
    package var state: String? { nil }
    package func makeCalendar(_ name: String, at now: Instant) throws(BankError) -> String? { nil }
    package func removeCalendar(at location: String) throws(BankError) {}
    package func owner(at location: String) -> String? { nil }
    package var isView: Bool { false }
    package func number(of source: CalendarSource) -> Int64? { nil }
}

/// A calendar of ``KeptCalendars``, as ``ResourceBank`` is one of files: texts with names, which are read and written as a whole.
package protocol KeptBank: Sendable {
    /// The resources, each with a word that is another one when its text is.
    ///
    /// - Parameter names: those that are asked for; nil for all.
    func versions(of names: [String]?) throws(BankError) -> [String: String]

    /// The resources of these names; those that there are not are left out.
    ///
    /// - Parameter key: of the digests that say what was read.
    func read(_ names: [String], key: ContentDigest.Key) throws(BankError) -> [String: BankText]

    /// Makes several changes, or none, if what is there still has the digests that they say.
    func commit(_ changes: [ResourceChange], key: ContentDigest.Key) throws(BankError)

    /// What the calendar is called and shown with.
    var properties: BankProperties { get }
}

/// A calendar of ``KeptCalendars`` whose states have names that hold wherever it is shown, and outlive the store.
package protocol StatedBank: KeptBank {
    /// The state that the store shows; nil before it shows any.
    var state: KeptState? { get }

    /// What has changed since a state, or all that there is, in the order in which it is told, each with the state of whoever was told
    /// all up to it.
    ///
    /// - Returns: nil where that state is not known (any more).
    func changes(
        since state: KeptState?
    ) throws(BankError) -> [(name: String, isGone: Bool, state: KeptState)]?
}

/// A state of a ``StatedBank``.
package struct KeptState: Hashable, Sendable {
    /// Which database.
    package var generation: Int64
    /// The last change, and how much of it was told.
    package var members: MemberToken

    package init(generation: Int64, _ members: MemberToken) {
        (self.generation, self.members) = (generation, members)
    }
}

/// A bank of ``KeptCalendars`` for whoever keeps digests under a key.
struct KeyedBank: ResourceTexts {
    let bank: any KeptBank
    let key: ContentDigest.Key

    func read(_ names: [String]) throws(BankError) -> [String: BankText] {
        try bank.read(names, key: key)
    }

    func commit(_ changes: [ResourceChange]) throws(BankError) {
        try bank.commit(changes, key: key)
    }
}

/// Reads a calendar of ``KeptCalendars``.
struct KeptReader: SourceReader {
    let location: String
    let bank: (any KeptBank)?
    let key: ContentDigest.Key

    func describe() throws(AgendaError) -> SourceDescription {
        let said = try told("") { bank throws(BankError) in bank.properties }
        return SourceDescription(name: said.name, color: said.color, mayBeEmpty: true)
    }

    func list(_ request: ListingRequest) throws(AgendaError) -> SourceListing {
        SourceListing(Array(try listed(nil).values))
    }

    /// The resources of these names, by them; all without names.
    func listed(_ names: [String]?) throws(AgendaError) -> [String: ListedResource] {
        let versions = try told("") { bank throws(BankError) in try bank.versions(of: names) }
        return Dictionary(
            uniqueKeysWithValues: versions.map { name, version in
                (
                    name,
                    ListedResource(
                        href: name, place: location + "/" + name, size: 0,
                        version: ResourceVersion(version))
                )
            })
    }

    func open(_ resource: ListedResource) throws(AgendaError) -> any OpenResource {
        OpenBytes(try read(resource).bytes, version: resource.version)
    }

    func read(_ resource: ListedResource) throws(AgendaError) -> ResourceContent {
        let found = try told(resource.href) { bank throws(BankError) in
            try bank.read([resource.href], key: key)[resource.href]
        }
        guard let found else { throw AgendaError(.noSuchFile, place: resource.place) }
        return ResourceContent(bytes: found.bytes, version: resource.version)
    }

    private func told<T>(
        _ href: String, _ body: (any KeptBank) throws(BankError) -> T
    ) throws(AgendaError) -> T {
        guard let bank else { throw AgendaError(.noReader, place: location) }
        do throws(BankError) { return try body(bank) } catch {
            throw AgendaError(error.reason, href.isEmpty ? location : location + "/" + href)
        }
    }
}
