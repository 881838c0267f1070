import AgendaActions
import AgendaService
import FoundationEssentials
import ICalendar

/// What a tool that only reads asks the service, which answers in this process.
struct ToolQuestion {
    /// Without variables.
    let path: String
    var items: [(name: String, text: String, meaning: MCPParameter.Meaning)] = []

    /// The request's target.
    func target(_ person: Person) throws(CommandFailure) -> String {
        var (parts, first) = ([String](), person.today)
        for (name, text, meaning) in items {
            var value = text
            switch meaning {
            case .plain: break
            case .day:
                let day = try person.day(text, option: "--\(name)", from: first)
                if name == "from" { first = day }
                value = day.iso
            case .zone:
                value = try Environment.zone(named: text, place: "--\(name) \(text)").name
            }
            parts.append("\(name)=\(value.percentEncoded)")
        }
        return parts.isEmpty ? path : path + "?" + parts.joined(separator: "&")
    }

    /// Brings the calendars up to date, as commands do, and asks.
    func run(_ common: CommonOptions) async -> ToolRun {
        await .of(common) { person in
            let target = try target(person)
            let reading = try await OpenCalendars.open([], person, hints: false, isLenient: true)
            let complaint = (reading.refused.map(\.sentence) + reading.lines())
                .joined(separator: "\n")
            if reading.sources.isEmpty, !reading.refused.isEmpty { return .failed(complaint) }
            var access = AgendaService.Access(token: nil)
            access.isReadOnly = true
            let service = AgendaService(
                opened: reading.store, path: try person.databasePath(), for: person,
                access: access)
            let answer = await service.answer(ServiceRequest("GET", target))
            guard case .bytes(let bytes) = answer.body else { return .failed("no document") }
            guard answer.status == 200 else { return .failed(Self.sentence(of: bytes)) }
            return .answered(bytes, complaint: complaint)
        }
    }

    /// What a problem document says, and what to do.
    private static func sentence(of problem: [UInt8]) -> String {
        let value = try? JSONDecoder().decode(MCPValue.self, from: Data(problem))
        return ["detail", "remedy"].compactMap { value?[$0]?.text }.joined(separator: ": ")
    }
}
