internal import AgendaJSON
internal import AgendaKit
internal import ICalendar

extension Route {
    /// Changes as they happen, as server-sent events (HTML Living Standard, section 9.2).
    static let live: [Route] = [
        Route(
            method: "GET", path: "/v1/stream",
            summary:
                "Changes as they happen: `id` is the revision, `change` has a line as of `agenda watch --jsonl` for each event, `item` the same with `todo` for each to-do and `journal` for each journal entry, each with `by` if it is known who made it (`edit`, `sync`, `file`, `feed`, `assistant`, `device`) and for edits, assistants and devices the `number` in `/v1/history` and the `device`'s name, `commit` means that something was changed which the timeline does not show (a to-do without a day, a calendar's colour), `reset` means to load the timeline again.",
            parameters: [
                .init(
                    "since", .number, "The revision that is known; `Last-Event-ID` says the same.",
                    range: 0...Int.max >> 1)
            ],
            content: .events
        ) { call in
            let known = call.request.fields["Last-Event-ID"].flatMap { Int64($0) }
            let since = try call.query.number("since", in: 0...(Int.max >> 1)).map { Int64($0) }
            let present = try call.store.revision()
            let reader = StreamReader(
                live: call.live, revision: known ?? since ?? present, newest: present,
                isLetIn: call.isStillLetIn)
            return ServiceResponse(
                200,
                fields: [
                    "Content-Type": "text/event-stream", "Cache-Control": "no-store",
                    "X-Accel-Buffering": "no",
                ], body: .stream { await reader.next() })
        }
    ]
}

/// One who reads changes: nothing but the revision that was sent last.
private actor StreamReader {
    private let live: LiveStore
    private var revision: Int64
    private var hasBegun = false
    private var known: Int?
    /// What is told first to a reader of another store: its revisions mean nothing here.
    private var reset: Int64?

    /// A browser's session may end while it reads.
    private let isLetIn: @Sendable () -> Bool

    init(
        live: LiveStore, revision: Int64, newest: Int64, isLetIn: @escaping @Sendable () -> Bool
    ) {
        (self.live, self.revision, self.isLetIn) = (live, min(revision, newest), isLetIn)
        reset = revision > newest ? newest : nil
    }

    private var today: CivilDate { live.zone.wallTime(at: live.clock.now).date }

    /// The log's when this reader began, or was told to begin again.
    private func generation() async -> Int {
        if let known { return known }
        let present = await live.log.generation
        known = present
        return present
    }

    func next() async -> [UInt8]? {
        guard hasBegun else {
            hasBegun = true
            // Readers that lost their connection at the same moment come back at different ones.
            return Array(
                "retry: \(2_000 + Int.random(in: 0..<1_000))\nid: \(revision)\nevent: ping\ndata: \(today.iso)\n\n"
                    .utf8)
        }
        if let reset {
            self.reset = nil
            return Array("id: \(reset)\nevent: reset\ndata:\n\n".utf8)
        }
        while let news = await live.log.next(
            after: revision, generation: await generation())
        {
            guard isLetIn() else { return nil }
            switch news {
            case .nothing: return Array("event: ping\ndata:\n\n".utf8)
            case .reset(let present):
                (revision, known) = (present, await live.log.generation)
                return Array("id: \(present)\nevent: reset\ndata:\n\n".utf8)
            case .changes(let changes, let items, let present):
                let old = revision
                revision = present
                if changes.isEmpty, items.isEmpty {
                    return Array("id: \(present)\nevent: commit\ndata:\n\n".utf8)
                }
                return live.texts.text(from: old, to: present) {
                    // The last one says the revision: who has only the first part asks again.
                    (changes.isEmpty
                        ? [] : event("change", changes, revision: items.isEmpty ? present : nil))
                        + (items.isEmpty ? [] : event("item", items, revision: present))
                }
            }
        }
        return nil
    }

    private func event(
        _ name: String, _ changes: [some JSONValue], revision: Int64?
    ) -> [UInt8] {
        var output = OutputBuffer(revision.map { "id: \($0)\n" } ?? "")
        output.append("event: \(name)\n")
        for change in changes {
            output.append("data: ")
            output.bytes += JSONWriter.lines([change], zone: live.zone).bytes
        }
        output.append("\n")
        return output.bytes
    }
}
