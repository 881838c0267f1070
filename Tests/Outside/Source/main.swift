// The matches of a club, which another program keeps as values, as a calendar of their own kind.
import AgendaJSON
import AgendaKit
import ICalendar

struct Match: Sendable {
    var opponent: String
    var start: CivilDateTime
    /// How often it was moved.
    var moves = 0
}

actor Club {
    private var matches: [Match]

    init(_ matches: [Match]) { self.matches = matches }

    func all() -> [Match] { matches }

    func move(_ opponent: String, to start: CivilDateTime) {
        for index in matches.indices where matches[index].opponent == opponent {
            matches[index].start = start
            matches[index].moves += 1
        }
    }
}

struct ClubReader: SourceReader {
    let location: String
    let club: Club

    nonisolated(nonsending) func describe() async throws(AgendaError) -> SourceDescription {
        SourceDescription(name: "Matches", color: "green")
    }

    nonisolated(nonsending) func list(
        _ request: ListingRequest
    ) async throws(AgendaError) -> SourceListing {
        SourceListing(
            await club.all().map { match in
                ListedResource(
                    href: match.opponent, place: "\(location)/\(match.opponent)", size: 0,
                    version: ResourceVersion("\(match.moves)"))
            })
    }

    nonisolated(nonsending) func open(
        _ resource: ListedResource
    ) async throws(AgendaError) -> any OpenResource {
        guard let match = await club.all().first(where: { $0.opponent == resource.href }) else {
            throw AgendaError(.cannotRead(cause: "the match is off"), place: resource.place)
        }
        var event = Event(
            uid: "\(match.opponent)@club.example.org",
            start: .zoned(match.start, tzid: "Europe/Berlin"))
        event.end = .duration(CalendarDuration(seconds: 5_400))
        event.summary = "Match against \(match.opponent)"
        let text = CalendarWriter.calendar([event]) { SystemZones.database.rules(named: $0) }
        return OpenBytes(Array(text.utf8), version: ResourceVersion("\(match.moves)"))
    }
}

let today = SystemClock().now.utc.date
let club = Club([
    Match(opponent: "Rovers", start: CivilDateTime(today + 2, hour: 15, minute: 0)),
    Match(opponent: "United", start: CivilDateTime(today + 9, hour: 15, minute: 0)),
])
let kind = CalendarSource.Kind(rawValue: "org.example.club")
let store = try EventStore.inMemory()
let importer = Importer(
    store: store, clock: SystemClock(),
    readers: SourceReaders([kind: { ClubReader(location: $0, club: club) }]))
_ = try await importer.addSource(CalendarSource(name: "", kind: kind, location: "club:1"))

let zone = SystemZones.database.rules(named: "Europe/Berlin") ?? .utc
let provider = EventProvider(store: store, clock: SystemClock(), zone: zone)
let before = try await provider.timeline()
await club.move("United", to: CivilDateTime(today + 10, hour: 18, minute: 30))
let report = try await importer.refresh()
precondition(report.resourcesRead == 1 && report.resourcesUnchanged == 1)

guard let update = try await provider.update(after: before) else { fatalError("nothing moved") }
print(update.jsonLines(), terminator: "")
for event in try await provider.days(today..<today + 14).nodes.flatMap(\.events) {
    print(event.json(in: zone), terminator: "")
}
