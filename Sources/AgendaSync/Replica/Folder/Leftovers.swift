internal import CalendarFiles
internal import ICalendar

/// What a page that was interrupted left in a folder: found by its hidden names, undone if it was not stored.
///
/// Call only where nobody else can have a page in this folder: with the replica's lease.
struct Leftovers {
    private let folder: OpenFolder
    private let key: ContentDigest.Key
    private let names: [String]

    init(_ folder: OpenFolder, key: ContentDigest.Key) throws {
        (self.folder, self.key) = (folder, key)
        names = try folder.names(beginningWith: PageFiles.prefix)
    }

    var isEmpty: Bool { names.isEmpty }

    /// Puts all files of pages other than the stored ones back as they were.
    ///
    /// A page without its list, or with one that has no end, touched no file yet, or is all cleaned up but for this.
    ///
    /// - Returns: Texts that have no place any more, because somebody changed a file since.
    func undo(exceptPages stored: String) throws -> [Discarded] {
        var rescued: [Discarded] = []
        for list in names where list.hasSuffix(".page") {
            guard let files = PageFiles(fileName: list), files.list == list,
                !stored.contains(files.id)
            else { continue }
            let items =
                try folder.read(list, key: key).flatMap { PageFiles.items(of: $0.bytes) } ?? []
            for (index, item) in items.enumerated() {
                try rescued += undo(item, files, index)
            }
        }
        return rescued
    }

    private func undo(
        _ item: PageItem, _ files: PageFiles, _ index: Int
    ) throws -> [Discarded] {
        let (hidden, third) = (files.hidden(index), files.third(index))
        // Stopped in the midst of a swap by three moves.
        if try folder.status(third) != nil {
            if try folder.status(item.name) == nil {
                try folder.move(third, to: item.name)
            } else {
                // The name is ours by now, or another program's: then ours is still hidden.
                try folder.remove(hidden)
                try folder.move(third, to: hidden)
            }
        }
        let swappedOut = try folder.read(hidden, key: key)
        let present = try folder.read(item.name, key: key)
        switch item.kind {
        case .create:
            // Was it there first, or ours? The same text either way, and the next page brings it again.
            guard swappedOut == nil, present?.version.digest == item.new else { return [] }
            try folder.hide(item.name, as: hidden)
            if try folder.read(hidden, key: key)?.version.digest == item.new { return [] }
            _ = try folder.putBack(hidden, to: item.name, over: { third }, isOurs: nil)
            return []
        case .replace, .remove:
            guard let swappedOut, item.kind == .remove || swappedOut.version.digest != item.new
            else { return [] }
            let rescued = try folder.putBack(item, files, index, key: key)
            return rescued.map { [Discarded(name: item.name, text: $0, reason: .rescued)] } ?? []
        }
    }

    /// Removes the hidden files, the lists last.
    func remove() throws {
        let names = try folder.names(beginningWith: PageFiles.prefix)
        for name in names where !name.hasSuffix(".page") { try folder.remove(name) }
        for name in names where name.hasSuffix(".page") { try folder.remove(name) }
    }
}
