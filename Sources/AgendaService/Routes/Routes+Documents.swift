internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import AgendaSync
internal import CalendarMerge
internal import ICalendar

extension Route {
    /// What commands print with `--json`, byte for byte, by the same functions.
    static let documents: [Route] = [
        document(
            "/v1/sources", "What is read, and how it is.", "source list --json",
            [
                .init(
                    "hostsAlone", .flag,
                    "Of feeds name the host, and not the address, which may be a secret.")
            ]
        ) { call in
            let (store, zone) = (call.store, call.live.zone)
            let sources = try store.sources()
            return sources.document(
                try store.contents(in: zone), try call.online()?.feeds(of: sources) ?? [:],
                zone: zone, namesAddresses: try !call.query.flag("hostsAlone"))
        },
        document("/v1/accounts", "The accounts and their calendars.", "account list --json") {
            try $0.accounts().document(zone: $0.live.zone)
        },
        document("/v1/outbox", "What servers do not have as it is here.", "outbox list --json") {
            let zone = $0.live.zone
            return (try $0.online().map { try OutboxItem.all($0, zone) } ?? [])
                .document(zone: zone)
        },
        document("/v1/trash", "What synchronisations replaced or removed.", "sync trash --json") {
            (try $0.online().map(TrashItem.all) ?? []).document(zone: $0.live.zone)
        },
        document("/v1/status", "What the daemon does.", "status --json") { call in
            let (process, status) = DaemonStatus.present(database: call.live.path)
            return DaemonStatus.document(process, status, zone: call.live.zone)
        },
        document("/v1/shares", "The links by which others read.", "share list --json") {
            try $0.service.links.all().document(zone: $0.live.zone)
        },
        document(
            "/v1/devices", "The devices that may synchronise.", "device list --json"
        ) {
            try $0.service.devices.described(at: $0.live.clock.now).document(zone: $0.live.zone)
        },
        answer(
            "/v1/todos", "The open to-dos, or all.", "todo list --json",
            [
                .init("all", .flag, "Also what is done or cancelled."),
                .init("due", .date, "Only what is due by this day."),
                .init("category", .list, "Only with this category; may be repeated."),
            ] + .filter
        ) { call in
            let (zone, all) = (try call.zone(), try call.query.flag("all"))
            let due = try call.query.date("due")
            var filter = try call.filter()
            filter.categories = Set(call.query.all("category"))
            return try await call.live.provider(zone, filter).todos().filter { item in
                (all || !item.isClosed)
                    && (due.map { day in item.dueDate(in: zone).map { $0 <= day } ?? false } ?? true)
            }.document(zone: zone)
        },
        answer(
            "/v1/alarms", "The alarms of the last day and the next days.", "alarms list --json",
            [.init("days", .number, "How many days to look ahead; by default 7.", range: 1...366)]
        ) { call in
            let days = try call.query.number("days", in: 1...366) ?? 7
            let notes = try AlarmNotes(database: call.live.path).all()
            let found = try await call.plannedProvider().alarms(
                notes, days: days, at: call.live.clock.now)
            return EventAlarm.document(found, zone: call.live.zone)
        },
        answer(
            "/v1/month", "A month's weeks and events.", "month --json",
            [.init("month", .text, "Such as 2026-11; by default this month.", format: "month")]
        ) { call in
            var month = Month(of: try call.today())
            if let text = try call.query.text("month") {
                guard let first = CivilDate(iso: text + "-01") else {
                    throw Problem.badParameter(
                        "month", "expected a month such as 2026-11, got '\(text)'",
                        remedy: "give such a month")
                }
                month = Month(of: first)
            }
            let provider = try call.provider()
            return month.document(
                try await provider.days(month.dates),
                items: try await provider.items(on: month.dates),
                firstWeekday: call.live.person.firstWeekday)
        },
        answer(
            "/v1/busy", "When somebody is busy, and nothing of what for.",
            "export --format json --busy-only", .days
        ) { call in
            let dates = try call.dates(NodeWindow.sliceLength)
            var filter = try call.filter()
            (filter.me, filter.keepsHidden) = (call.live.me, true)
            return BusyCalendar(
                try await call.live.provider(try call.zone(), filter).days(dates)
            )
            .document(dates: dates, zone: call.live.zone)
        },
    ]

    private static func answer(
        _ path: String, _ summary: String, _ command: String, _ parameters: [Parameter] = [],
        _ write: @escaping @Sendable (Call) async throws -> OutputBuffer
    ) -> Route {
        Route(
            method: "GET", path: path,
            summary: "\(summary) As 'agenda \(command)' prints it.", parameters: parameters
        ) { call in .json(try await write(call).bytes) }
    }

    /// A document that is made of many files.
    private static func document(
        _ path: String, _ summary: String, _ command: String, _ parameters: [Parameter] = [],
        _ write: @escaping @Sendable (Call) throws -> OutputBuffer
    ) -> Route {
        answer(path, summary, command, parameters) { call in
            try await Call.blocking { try write(call) }
        }
    }
}

extension Call {
    /// The state of feeds and accounts, if there is one.
    func online() throws -> OnlineAccess? {
        try OnlineAccess.existing(live.person)
    }

    func accounts() throws -> [AccountStanding] { try online().map(AccountStanding.all) ?? [] }

    /// Runs what waits for files, which no thread of Swift's own may.
    static func blocking<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await OwnThread.value { Result { try body() } }.get()
    }
}
