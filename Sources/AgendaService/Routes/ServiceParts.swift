internal import AgendaKit
internal import Synchronization

/// What the answers to all requests share.
final class ServiceParts: Sendable {
    let live: LiveStore
    let links: SharedLinks
    let gate: Gate
    let once = OnceLinks()
    let documents = DocumentCache()
    let metrics = Metrics()
    let answered = AnsweredRequests()
    let files = ServiceParts.pageFiles
    private static let pageFiles = PageAssets()
    /// Where browsers find the service.
    let addresses = Mutex<[String]>([])

    /// Whether what a page subscribes to may be in private networks and on this machine.
    let allowsPrivateSources: Bool

    /// Whose service it is, among those of several people; nil where one person is served.
    let seat: UserSeat?

    init(
        live: LiveStore, links: SharedLinks, gate: Gate, allowsPrivateSources: Bool,
        seat: UserSeat? = nil
    ) {
        (self.live, self.links, self.gate, self.seat) = (live, links, gate, seat)
        self.allowsPrivateSources = allowsPrivateSources
    }

    var devices: Devices { gate.devices }
    /// What the service keeps of those who come in; there is no file before something is noted.
    var database: ServiceDatabase { devices.database }

    /// A path that lets one browser in, once, within a minute.
    func oncePath() -> String { "/login?once=" + once.make(mark: mark) }

    /// Whether a one-time link is good; it is not a second time.
    func takesLink(_ code: String) -> Bool { once.take(code) || seat?.takesLink(code) == true }

    /// The user's name that devices are told.
    var user: String { seat?.name ?? Device.user }
    /// What the secrets of links begin with.
    var mark: String { seat?.mark ?? "" }
}
