import AgendaActions
import AgendaJSON
import AgendaKit

/// What was taken over from another program, or would be, as `agenda adopt --json` prints it.
struct AdoptionReport {
    /// What became of something that the other program has.
    enum Outcome: String {
        /// It was new here.
        case added
        /// It is here already, and stays as it is.
        case present
        /// It could not be read.
        case failed
        /// It was left where it is: nothing says where the server has it.
        case left
    }

    /// A folder that is a source now.
    struct Source: JSONObject {
        var source: CalendarSource
        var outcome: Outcome
        /// How many events it has; nil if nobody has counted.
        var events: Int?

        func writeMembers(to json: inout JSONWriter) {
            json.member("name", source.name)
            json.member("path", source.location)
            json.member("kind", source.kind.rawValue)
            json.member("color", source.color)
            json.member("writable", source.isWritable)
            json.member("outcome", outcome.rawValue)
            json.member("events", events)
        }
    }

    /// A line of the configuration file.
    struct Setting: JSONObject {
        var setting: AdoptionPlan.Setting
        var outcome: Outcome

        func writeMembers(to json: inout JSONWriter) {
            json.member("key", setting.key.rawValue)
            json.member("value", setting.value)
            json.member("outcome", outcome.rawValue)
        }
    }

    /// An account with its folders.
    struct Account: JSONObject {
        struct Calendar: JSONObject {
            var name: String
            var path: String
            var outcome: Outcome

            func writeMembers(to json: inout JSONWriter) {
                json.member("name", name)
                json.member("path", path)
                json.member("outcome", outcome.rawValue)
            }
        }

        var name: String
        var outcome: Outcome
        var calendars: [Calendar] = []

        func writeMembers(to json: inout JSONWriter) {
            json.member("name", name)
            json.member("outcome", outcome.rawValue)
            json.member("calendars", calendars)
        }
    }

    /// The other program's name, as on the command line.
    let program: String
    let isDryRun: Bool
    var sources: [Source] = []
    var accounts: [Account] = []
    /// What was copied into a calendar here.
    var items: [ReceivedEvents.Item] = []
    var settings: [Setting] = []
    /// Whether the status is 0, not 3.
    var isComplete = true

    func document(_ person: Person) -> OutputBuffer {
        JSONWriter.document(zone: person.zone) { json in
            json.member("program", program)
            json.member("dryRun", isDryRun)
            json.member("complete", isComplete)
            json.lines("sources", sources)
            json.lines("accounts", accounts)
            json.lines("items", items) { item, json in
                json.object { json in
                    json.member("kind", item.todoStatus == nil ? "event" : "todo")
                    json.member("uid", item.uid)
                    json.member("summary", item.summary)
                    json.member("calendar", item.calendar)
                    json.member("outcome", item.outcome.name)
                }
            }
            json.lines("settings", self.settings)
        }
    }
}

extension TOMLValue: JSONValue {
    func write(to json: inout JSONWriter) {
        switch self {
        case .string(let text): json.value(text)
        case .integer(let number): json.value(number)
        case .boolean(let isTrue): json.value(isTrue)
        case .array(let values): json.value(values)
        }
    }
}
