internal import Glibc
internal import ICalendar

extension FolderBank {
    /// How long changes wait for programs that have a file open for writing.
    private static let patience: Duration = .seconds(1)

    /// One file is changed as ``SharedFile`` says, several as a ``Page`` whose list says until the end that it can be undone.
    package func commit(_ changes: [ResourceChange]) throws(BankError) {
        try commit(changes) { _ in }
    }

    func commit(
        _ changes: [ResourceChange], atStep: @escaping @Sendable (Page.Step) -> Void
    ) throws(BankError) {
        for change in changes where !PageNames.isInside(change.name) {
            throw BankError(.badName, change.name)
        }
        guard changes.count > 1 else {
            for change in changes {
                do throws(SharedFile.Refusal) { try make(change) } catch {
                    throw BankError(error, change.name)
                }
            }
            return
        }
        LeftoverFiles.mendIfDue(folder)
        let end = ContinuousClock.now + Self.patience
        while true {
            do throws(BankError) { return try make(changes, until: end, atStep) } catch {
                guard error.reason == .inUse, ContinuousClock.now < end else { throw error }
            }
        }
    }

    private func make(_ change: ResourceChange) throws(SharedFile.Refusal) {
        let isReplaced = change.content != nil && change.condition != .absent
        let file = try SharedFile(folder, isReplaced ? place(change.name) : change.name)
        let turn = folder.turn()
        defer { withExtendedLifetime(turn) {} }
        guard let old = change.condition.digest else {
            guard let content = change.content else { throw .changed }
            return try file.create(content, like: model(of: change))
        }
        let present = try file.present()
        guard ContentDigest(present, key: key) == old else { throw .changed }
        if let content = change.content {
            try file.replace(present, with: content)
        } else {
            try file.remove(present)
        }
    }

    /// Makes all changes, or none.
    private func make(
        _ changes: [ResourceChange], until end: ContinuousClock.Instant,
        _ atStep: @escaping @Sendable (Page.Step) -> Void
    ) throws(BankError) {
        var items: [PageItem] = []
        for change in changes {
            let item = item(for: change)
            if let failure = item.failure { throw failure }
            items.append(item)
        }
        // Who looks meanwhile sees an event twice rather than not at all.
        let kinds: [PageItem.Kind] = [.create, .replace, .remove]
        items = kinds.flatMap { kind in items.filter { $0.kind == kind } }
        let names = PageNames(key: key)
        var page = Page(
            folder: folder, names: names, key: key, patience: end, atStep: atStep, items: items)
        var failure: BankError?
        do throws(SystemFailure) {
            try page.place()
            failure = page.items.lazy.compactMap(\.failure).first
            // Once the list has gone nobody undoes it.
            if failure == nil { try folder.finish(names) }
        } catch { failure = BankError(.failed(error)) }
        guard let failure else {
            atStep(.stored)
            clean(page)
            return atStep(.cleaned)
        }
        // If that fails, the list stays, so that whoever comes next can do it.
        if (try? folder.undo(page.items, names, key: key)) != nil { try? folder.finish(names) }
        withExtendedLifetime(page) {}
        throw failure
    }

    private func clean(_ page: Page) {
        for (index, item) in page.items.enumerated() {
            try? folder.remove(page.names.hidden(index, beside: item.place))
        }
    }

    /// Makes those of several changes that can be made, for whoever notes in a database which page is stored. What is as
    /// wanted already is made, and no change waits for another program.
    ///
    /// - Parameters:
    ///   - page: 16 hexadecimal digits that no other page has.
    ///   - isName: whether a resource may have a name.
    ///   - store: notes what came of each change, and the page if any file was touched; it is stored when this returns.
    /// - Throws: where nothing is stored but files may have been touched, or the hidden files could not be removed:
    ///   ``PageLeftovers`` mends both.
    package func commitEach(
        _ changes: [ResourceChange], page id: String, isName: (String) -> Bool,
        atStep: @escaping @Sendable (Page.Step) -> Void, store: ([PageItem]) throws -> Void
    ) throws {
        var items = changes.map { change in
            isName(change.name) && PageNames.isInside(change.name)
                ? item(for: change, acceptsPresent: true)
                : item(change, .refused(.badName, rescued: nil))
        }
        let planned = items.indices.filter { items[$0].isPlanned }
        let names = PageNames(id: id)
        var page = Page(
            folder: folder, names: names, key: key, atStep: atStep,
            items: planned.map { items[$0] })
        if !planned.isEmpty { try page.place() }
        for (index, item) in zip(planned, page.items) {
            items[index] = item
            items[index].isBrought = true
        }
        try store(items)
        atStep(.stored)
        if !planned.isEmpty {
            for (index, item) in page.items.enumerated() {
                try folder.remove(names.hidden(index, beside: item.place))
            }
            try folder.remove(names.list)
        }
        atStep(.cleaned)
    }

    private func item(_ change: ResourceChange, _ progress: PageItem.Progress) -> PageItem {
        let kind: PageItem.Kind =
            change.content == nil ? .remove : change.condition == .absent ? .create : .replace
        let text = change.content ?? []
        var item = PageItem(
            kind, change.name, at: kind == .replace ? place(change.name) : change.name,
            old: change.condition.digest, text: text, new: ContentDigest(text, key: key))
        item.model = model(of: change)
        item.progress = progress
        return item
    }

    /// What a change asks for, as far as the file's present content tells. What is swapped out is read in any case.
    ///
    /// - Parameter acceptsPresent: whether a file that is as wanted already is no matter, whoever made it so.
    private func item(for change: ResourceChange, acceptsPresent: Bool = false) -> PageItem {
        var item = item(change, .planned)
        do throws(OpenFolder.Unreadable) {
            let found = try version(item.place, change.condition)
            if acceptsPresent, found?.digest == (item.kind == .remove ? nil : item.new) {
                item.progress = .done(found, old: nil)
            } else if found?.digest != item.old {
                item.progress = .refused(.changed, rescued: nil)
            }
        } catch { item.progress = .refused(.unreadable(error), rescued: nil) }
        return item
    }

    private func model(of change: ResourceChange) -> stat? {
        change.model.flatMap { try? folder.status(place($0)) }
    }
}

extension OpenFolder {
    /// Removes a page's list; nothing of the page is undone after that.
    fileprivate func finish(_ names: PageNames) throws(SystemFailure) {
        try remove(names.list)
        try sync()
    }
}

extension PageItem {
    /// Why the file is as somebody else left it.
    fileprivate var failure: BankError? {
        if case .refused(let reason, _) = progress { BankError(reason, name) } else { nil }
    }
}
