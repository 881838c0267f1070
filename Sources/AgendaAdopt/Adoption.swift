package import AgendaActions
import CalendarFiles

/// Takes over what other programs have configured and kept, for a person. What they have is read and never changed; what
/// is here already stays as it is.
package struct Adoption {
    let person: Person
    let isDryRun: Bool
    let isJSON: Bool

    /// - Parameters:
    ///   - person: for whom.
    ///   - isDryRun: whether only to say what would be taken over.
    ///   - isJSON: whether to print one JSON document instead of lines.
    package init(for person: Person, isDryRun: Bool, isJSON: Bool) {
        (self.person, self.isDryRun, self.isJSON) = (person, isDryRun, isJSON)
    }

    /// Whether what is done is said, a line each.
    var showsLines: Bool { !isJSON && (isDryRun || !person.isQuiet) }

    /// Takes over khal's calendars and settings.
    ///
    /// - Parameter file: its configuration; nil for the one where khal looks.
    package func khal(_ file: String?) async throws {
        let path = file.map(absolute) ?? AdoptedFile.usual(["khal/config", "~/.khal/khal.conf"])
        let configuration = try AdoptedFile.read(path) { (text) throws(AdoptionFailure) in
            try ConfigObj(text)
        }
        let plan = KhalPlan(configuration, path: path).plan
        guard !plan.folders.isEmpty || !plan.faults.isEmpty else {
            throw CommandFailure.failure("\(path): names no calendars: is this khal's?")
        }
        var run = AdoptionRun("khal", self)
        try await run.take(plan)
        try run.finish()
    }

    /// Takes over todoman's folders and formats.
    ///
    /// - Parameter file: its configuration; nil for the one where todoman looks.
    package func todoman(_ file: String?) async throws {
        let path =
            file.map(absolute) ?? Environment.variable("TODOMAN_CONFIG")
            ?? AdoptedFile.usual(["todoman/config.py"])
        let plan = try AdoptedFile.read(path) { (text) throws(AdoptionFailure) in
            try TodomanPlan(PythonAssignments(text), path: path).plan
        }
        var run = AdoptionRun("todoman", self)
        try await run.take(plan)
        try run.finish()
    }
}
