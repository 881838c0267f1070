import AgendaKit
import AgendaSync

extension OriginRule {
    /// A person's edits; and what has changed a source: a download, a synchronisation, or another program.
    init(_ person: Person) {
        self.init(edits: person.edits) { source in
            guard let path = source.location, let database = person.database else { return .file }
            let folder = RoomDatabase.beginning(beside: database)
            if path.hasPrefix(folder + "feeds/") { return .feed }
            if path.hasPrefix(folder + "accounts/") { return .sync }
            // The folder of an account may also be one that another program had ('agenda adopt').
            guard source.kind == .folder, let online = try? OnlineAccess.existing(person),
                let calendars = try? online.accountStore.calendars()
            else { return .file }
            return calendars.contains { $0.folder == path } ? .sync : .file
        }
    }
}
