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

    init(live: LiveStore, links: SharedLinks, gate: Gate, allowsPrivateSources: Bool) {
        (self.live, self.links, self.gate) = (live, links, gate)
        self.allowsPrivateSources = allowsPrivateSources
    }

    var devices: Devices { gate.devices }
    /// What the service keeps of those who come in; there is no file before something is noted.
    var database: ServiceDatabase { devices.database }

    /// A path that lets one browser in, once, within a minute.
    func oncePath() -> String { "/login?once=" + once.make() }
}
