internal import AgendaActions

/// What a request has that only its user can know, and that names the user by its mark.
enum MarkedSecret {
    case feed(String)
    case ticket(String)
    case link(String)
    /// What the page keeps.
    case page(String)

    init?(_ request: ServiceRequest) {
        let segments = request.segments ?? []
        switch (segments.first, segments.count) {
        case ("feeds"?, 2):
            guard segments[1].hasSuffix(".ics") else { return nil }
            self = .feed(String(segments[1].dropLast(4)))
        case ("feeds"?, 3): self = .feed(segments[1])
        case ("devices"?, 2): self = .ticket(segments[1])
        case ("login"?, 1):
            // Only the button uses a link; its page is the same for all.
            let query = try? Query(request.target, known: ["once"])
            guard request.method == "POST", let code = try? query?.text("once") else {
                return nil
            }
            self = .link(code)
        default:
            guard let secret = request.fields[Gate.secretField] else { return nil }
            self = .page(secret)
        }
    }

    var text: String {
        switch self {
        case .feed(let text), .ticket(let text), .link(let text), .page(let text): text
        }
    }
}
