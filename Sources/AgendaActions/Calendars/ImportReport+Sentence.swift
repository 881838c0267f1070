package import AgendaKit

extension ImportReport {
    /// `2 files read, 10 unchanged: 3 events added, 1 removed`.
    package var sentence: Message {
        let files: Message = resourcesRead == 1 ? "1 file read" : "\(resourcesRead) files read"
        let gone: Message = resourcesRemoved > 0 ? ", \(resourcesRemoved) gone" : ""
        let events: Message =
            componentsAdded == 1 ? "1 event added" : "\(componentsAdded) events added"
        return "\(files), \(resourcesUnchanged) unchanged\(gone): "
            + "\(events), \(componentsRemoved) removed"
    }
}
