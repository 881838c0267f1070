package import AgendaJSON
package import AgendaKit
package import AgendaWords

/// A mirror with what its next run would do. It says nothing of the secret that its blocks' names are made with.
package struct ListedMirror: ListedObject {
    package static var listName: StaticString { "mirrors" }
    package let mirror: Mirror
    package let report: MirrorReport
    /// Of what it says.
    private let language: Language

    /// - Parameter language: of its state as a sentence.
    package init(_ mirror: Mirror, _ report: MirrorReport, language: Language = .current) {
        (self.mirror, self.report, self.language) = (mirror, report, language)
    }

    package func writeMembers(to json: inout JSONWriter) {
        mirror.writeSettings(to: &json)
        let (state, about) = report.state
        json.member("status", report.sentence.text(in: language))
        json.member("state", state)
        json.member("about", about)
        json.member("blocks", report.unchanged)
        json.member("toAdd", report.added)
        json.member("toChange", report.changed)
        json.member("toRemove", report.removed)
        json.member("held", report.held)
        json.member("left", report.left)
        json.member("released", report.released)
    }
}

extension Mirror {
    /// What can be set, and where it is.
    package func writeSettings(to json: inout JSONWriter) {
        json.member("name", name)
        json.member("calendars", sources)
        json.member("target", target)
        json.member("shows", details.map(\.rawValue).sorted())
        json.member("title", title)
        json.member("days", days)
        json.member("private", isPrivate)
        json.member("flat", isFlat)
        json.member("paused", isPaused)
    }
}

extension MirrorReport {
    /// How it stands, for programs: `current`, `waiting` for its next run, `held` for a person, or why nothing is written; and
    /// the calendar that this is about.
    package var state: (name: String, about: String?) {
        switch stop {
        case .elsewhere: ("elsewhere", nil)
        case .takenOver: ("taken-over", nil)
        case .paused: ("paused", nil)
        case .missing(let name): ("missing", name)
        case .unread(let name): ("unread", name)
        case .readOnly(let name): ("read-only", name)
        case .shrunk: ("shrunk", nil)
        case .grown: ("grown", nil)
        case nil:
            (held > 0 ? "held" : added + changed + removed > 0 ? "waiting" : "current", nil)
        }
    }
}
