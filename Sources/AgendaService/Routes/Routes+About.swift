internal import AgendaJSON
internal import AgendaKit

extension Route {
    /// About the service itself.
    static let about: [Route] = [
        Route(
            method: "GET", path: "/healthz", summary: "Whether the store can be read.",
            content: .text,
            statuses: [200, 503], audience: .all
        ) { call in
            _ = try call.store.revision()
            return .text("ok\n")
        },
        Route(
            method: "GET", path: "/metrics", summary: "Counts and times for Prometheus.",
            content: .text
        ) { call in
            let sources = try call.store.sources(counting: false)
            let gauges = [
                ("agenda_store_revision", "Revision of the store.", Int(try call.store.revision())),
                (
                    "agenda_stream_readers", "Open streams that wait for changes.",
                    await call.live.log.readerCount
                ),
                ("agenda_sources", "Calendars that are read.", sources.count),
                (
                    "agenda_sources_failed", "Calendars that cannot be read.",
                    sources.count { $0.status == .failed }
                ),
            ].map { (name: $0.0, help: $0.1, value: $0.2) }
            // Where accounts cannot be read, the other numbers still can.
            let accounts = (try? await Call.blocking { try call.accounts() }) ?? []
            let sync = accounts.isEmpty ? [] : accounts.gauges
            return .text(
                call.service.metrics.text(gauges + sync), type: "text/plain; version=0.0.4")
        },
        Route(method: "GET", path: "/v1/openapi.json", summary: "This document.", audience: .all) {
            call in
            .json(OpenAPI.document(Route.all).bytes)
        },
    ]
}
