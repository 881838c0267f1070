internal import AgendaKit
internal import AgendaSync
internal import CalendarFiles
internal import ICalendar

/// All that the DAV room asks of whatever keeps a person's calendars: the store with its folders, or a database of many people.
///
/// Each call answers from one state. None waits for a writer but those that write.
protocol ServedHome: Sendable {
    /// The calendars that the device may see, in the order in which they are shown.
    func calendars() throws(DAVFault) -> [ServedCalendar]

    /// The installations from which a calendar comes, this one first; of the home itself without one.
    func origins(of calendar: ServedCalendar?) -> [String]

    /// The home itself.
    func state() throws(DAVFault) -> HomeState

    /// The state of a calendar.
    func token(of calendar: ServedCalendar) throws(DAVFault) -> SyncToken

    /// What has changed since a state; all that there is without one.
    ///
    /// - Throws: `valid-sync-token` where that is not known.
    func members(
        of calendar: ServedCalendar, since token: SyncToken?
    ) throws(DAVFault) -> ServedChanges

    /// The resources of these names; those that there are not are left out.
    func resources(
        _ names: [String], of calendar: ServedCalendar
    ) throws(DAVFault) -> [String: ServedResource]

    /// The resources with what each of them holds (``ServedResource/kind``).
    func withKinds(
        _ resources: [ServedResource], of calendar: ServedCalendar
    ) throws(DAVFault) -> [ServedResource]

    /// The texts of resources, by their names; of one that cannot be read, why.
    func bodies(
        of resources: [ServedResource], in calendar: ServedCalendar
    ) -> [String: Result<ServedBody, DAVFault>]

    /// The resources with an event that has an instance in a range.
    ///
    /// - Returns: nil if the texts must be looked at.
    func resources(
        of calendar: ServedCalendar, in range: Range<Instant>, zone: TimeZoneRules
    ) throws(DAVFault) -> [ServedResource]?

    /// The names of the resources that hold a UID.
    func names(holding uid: String, in calendar: ServedCalendar) throws(DAVFault) -> [String]

    /// Stores a text as it is.
    ///
    /// - Parameter before: what has the name; it is refused (412) if that is another text by now, or there is none any more.
    ///   Nil for nothing.
    /// - Returns: its tag, if what is read back has the same bytes.
    func put(
        _ body: [UInt8], _ name: String, in calendar: ServedCalendar,
        replacing before: ServedResource?
    ) async throws(DAVFault) -> String?

    /// Removes a resource, unless it has another text by now.
    func delete(_ resource: ServedResource, in calendar: ServedCalendar) async throws(DAVFault)

    /// Gives a resource another name, or brings it to another calendar, unless it has another text by now.
    ///
    /// - Parameter before: what has the name there; nil for nothing.
    func move(
        _ resource: ServedResource, in calendar: ServedCalendar, to other: String,
        in target: ServedCalendar, replacing before: ServedResource?
    ) async throws(DAVFault)

    /// Makes an empty calendar.
    func makeCalendar(
        _ slug: String, kinds: Set<ScannedComponent.Kind>, _ properties: [DeadProperty]
    ) async throws(DAVFault)

    /// Puts a calendar into the trash.
    func removeCalendar(_ calendar: ServedCalendar) async throws(DAVFault)

    /// Sets and removes properties, all or none.
    func change(_ changes: [PropertyChange], of calendar: ServedCalendar) async throws(DAVFault)
}

/// What a home has besides its calendars.
struct HomeState: Hashable, Sendable {
    /// Changes whenever something in one of the calendars does.
    var tag: String
    /// What clients have set.
    var properties: [DeadProperty]
}

/// A calendar as a device sees it.
struct ServedCalendar: Hashable, Sendable {
    /// Its name in addresses; stays when the calendar gets another name.
    var slug: String
    /// The source that holds it; nil for the merge, and for the store's own calendar before its first event.
    var source: CalendarSource?
    /// What it is called.
    var name: String
    /// The components that it takes (RFC 4791 section 5.2.3).
    var kinds: [ScannedComponent.Kind] = [.event, .todo, .journal]
    /// Whether it shows no more than these components of what its source holds.
    var isPart = false
    /// Whether the device may change its resources.
    var isWritable: Bool
    /// Whether the device may change alarms, which are each one's own, where it may change nothing else.
    var takesAlarms = false
    /// Whose it is, if it is another user's.
    var owner: String?
    /// Whether the device may remove it.
    var isRemovable = false
    /// Whether a client wants invitations to come here.
    var isForInvitations = false
    /// What clients have set.
    var properties: [DeadProperty] = []

    var place: DAVPlace { .calendar(slug) }

    /// All calendars as one, which cannot be changed.
    static let merge = ServedCalendar(
        slug: "all", name: "All", kinds: [.event, .todo, .journal], isWritable: false)

    var isMerge: Bool { slug == Self.merge.slug }

    /// Bears what clients set of the inbox, whose name no calendar has.
    static let inbox = ServedCalendar(slug: "inbox", name: "", kinds: [], isWritable: false)

    subscript(_ name: XMLName) -> DeadProperty? { properties.first { $0.name == name } }
}

/// A property that a client has set, as it was sent.
struct DeadProperty: Hashable, Sendable {
    var name: XMLName
    /// The whole element, with its namespaces.
    var xml: String
    /// Its text.
    var text: String
}

/// What a client does to a property.
enum PropertyChange: Hashable, Sendable {
    case set(DeadProperty)
    case remove(XMLName)

    var name: XMLName {
        switch self {
        case .set(let property): property.name
        case .remove(let name): name
        }
    }
}

/// A resource without its text.
struct ServedResource: Hashable, Sendable {
    /// Its name in the calendar.
    var name: String
    /// Of its text, by the store's key.
    var digest: ContentDigest
    /// What it holds; nil where nobody has looked yet.
    var kind: ScannedComponent.Kind?
    /// Where the home finds its text.
    var key: Key

    /// What names its text (RFC 9110 section 8.8.3), with its quotes.
    var tag: String { StoreHome.tag(digest) }

    enum Key: Hashable, Sendable {
        /// The resource of a bank, by its name there, and the number of its row.
        case bank(String, Int64)
        /// A series of a resource, composed.
        case series(Int64)
        /// A series of the merge.
        case merged
    }
}

/// The text of a resource.
struct ServedBody: Hashable, Sendable {
    var bytes: [UInt8]
    var tag: String
    /// When it was last changed, as far as that is known.
    var modified: Instant?
}

/// What has changed in a calendar.
struct ServedChanges: Sendable {
    /// An entry of a listing, in the order in which they happened.
    enum Entry: Sendable {
        case changed(ServedResource)
        case gone(String)
    }
    var entries: [Entry]
    /// What to ask with next.
    var token: SyncToken
    /// The token with which a client goes on that has taken this many entries.
    var continuing: @Sendable (Int) -> SyncToken
}
