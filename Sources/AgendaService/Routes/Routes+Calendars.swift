internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import ICalendar

extension Route {
    /// Where events come from, and how they are.
    static let calendars: [Route] = [
        Route(
            method: "GET", path: "/v1/calendars",
            summary:
                "The calendars with their colours, in the order in which they were added: they are shown by `order`, lower numbers first, those of a `group` together; `usual`: where new events go, unless it is the user's own; `work`: the user's hours in minutes, and weekdays, 0 being Monday; `weekStart`, `clock` and `dateFormat`: how the page shows days and times.",
            parameters: [
                .init("details", .flag, "Say how each is set up, and how feeds and accounts are.")
            ]
        ) { call in
            if try call.query.flag("details") {
                let (states, accounts) = (try call.calendarStates(), try call.accountStates())
                return .json(
                    JSONWriter.document(zone: call.live.zone) { json in
                        json.lines("calendars", states)
                        json.lines("accounts", accounts)
                    }.bytes)
            }
            return try await call.document {
                let (sources, usual) = (try call.store.sources(), try? call.target(nil))
                let person = try call.person()
                let hours =
                    person.workingHours(between: nil, weekends: false)
                    ?? WorkingHours(start: 32_400, end: 61_200, weekdays: WorkingHours.workweek)
                let shown = call.shown
                return JSONWriter.document(zone: call.live.zone) { json in
                    json.member("usual", usual)
                    json.member("weekStart", shown.weekStart)
                    json.member("clock", shown.clock)
                    json.member("dateFormat", shown.dateFormat)
                    json.object("work") { json in
                        json.member("start", hours.start / 60)
                        json.member("end", hours.end / 60)
                        json.member("days", hours.weekdays.map(\.rawValue).sorted())
                    }
                    json.lines("calendars", sources) { source, json in
                        json.object { json in
                            json.member("id", call.number(of: source))
                            json.member("name", source.name)
                            json.member("color", source.color)
                            json.member("kind", source.kind.rawValue)
                            json.member("owner", call.owner(of: source))
                            json.member("writable", source.isWritable)
                            json.member("events", source.eventCount)
                            json.member("status", source.status.rawValue)
                            json.member("order", source.place)
                            json.member("group", source.group)
                        }
                    }
                }
            }
        },
        Route(
            method: "GET", path: "/v1/doctor", summary: "What could not be taken as written."
        ) { call in
            let all = try call.store.diagnostics()
            return .json(
                JSONWriter.document(zone: call.live.zone) { json in
                    json.lines("problems", all) { problem, json in
                        json.object { json in
                            json.member("file", problem.path)
                            json.member("line", problem.diagnostic.line)
                            json.member("event", problem.diagnostic.uid)
                            json.member("what", "\(problem.diagnostic.reason.description)")
                        }
                    }
                }.bytes)
        },
    ]
}
