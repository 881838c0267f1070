internal import ICalendar

/// Step 4: what is to be fetched, page by page. A page leaves the list in the transaction that stores it.
extension SyncRun {
    /// So many requests for one resource may fail in a row before it is the server that fails.
    private static let failureLimit = 6

    mutating func fetchPages() async throws(SyncStop) {
        let all = state.fetchOrder
        var pages = FetchPages(all, size: sync.options.pageSize)
        var (failures, count): ([DAVError], Int) = ([], 0)
        var request = pages.next().map(request(_:))
        defer { request?.task.cancel() }
        while let current = request {
            let answer = await current.answer()
            try checkCancellation()
            var isWhole = true
            if case .failure(let error) = answer {
                isWhole = false
                if pages.takeBack(current.page, after: error) {
                    request = pages.next().map(self.request(_:))
                    continue
                }
            }
            // The server makes the next page while this one is put in place. One that fails is left alone meanwhile.
            request = isWhole ? pages.next().map(self.request(_:)) : nil
            try await take(answer, of: current.page, &failures)
            count += current.page.count
            sync.progress(.fetching(count, of: all.count))
            request = request ?? pages.next().map(self.request(_:))
        }
    }

    /// A page that was asked for.
    private struct PageRequest {
        let page: [Href]
        let task: Task<Result<[Href: FetchResult], DAVError>, Never>

        func answer() async -> Result<[Href: FetchResult], DAVError> {
            await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    private func request(_ page: [Href]) -> PageRequest {
        let (client, collection) = (sync.client, sync.collection)
        return PageRequest(
            page: page,
            task: Task {
                do throws(DAVError) {
                    return .success(try await client.fetch(page, in: collection))
                } catch {
                    return .failure(error)
                }
            })
    }

    /// Takes the answer about a page; one that failed is halved, until what fails is alone and is set apart.
    private mutating func take(
        _ answer: Result<[Href: FetchResult], DAVError>, of page: [Href],
        _ failures: inout [DAVError]
    ) async throws(SyncStop) {
        var results: [Href: FetchResult] = [:]
        switch answer {
        case .success(let found): results = found
        case .failure(let error):
            guard WriteVerdict(error) != .stop else { throw stop(error) }
            if error.isMissing { throw .calendarGone(sync.collection) }
            if page.count > 1 {
                for half in [page[..<(page.count / 2)], page[(page.count / 2)...]].map(Array.init) {
                    let answer = await request(half).answer()
                    try checkCancellation()
                    try await take(answer, of: half, &failures)
                }
                return
            }
            let result = try await get(page[0])
            if case .failed = result { failures.append(error) } else { failures = [] }
            if failures.count == Self.failureLimit { throw .server(error) }
            results[page[0]] = result
        }
        if page.count > 1 { failures = [] }
        try take(results, of: page)
    }

    func get(_ href: Href) async throws(SyncStop) -> FetchResult {
        do {
            return try await sync.client.get(href)
        } catch {
            if WriteVerdict(error) != .stop, let status = error.status {
                return .failed(status: status)
            }
            throw stop(error)
        }
    }

    /// Puts a page in place. What another program changes meanwhile is read and merged again.
    private mutating func take(_ results: [Href: FetchResult], of page: [Href]) throws(SyncStop) {
        var rest = page
        for _ in 0..<3 {
            var batch = Batch(nextID: state.nextID)
            for href in rest {
                switch results[href] ?? .missing {
                case .found(let text, let etag): try reconcile(href, text, etag, into: &batch)
                case .missing:
                    batch.changes.append(.crossOff(href))
                    batch.changes.append(.takeBack(.fetching(href)))
                    if state.bases[href] != nil {
                        batch.changes.append(.plan(fetch: [], gone: [href], pendingAsItIs))
                    }
                case .failed(let status):
                    batch.changes += setApart(
                        .fetching(href), .answered(status: status, condition: nil))
                }
            }
            rest = try store(batch)
            if rest.isEmpty { return }
        }
        try commit([], rest.flatMap { setApart(.fetching($0), .busy, isDueAtOnce: true) })
    }

    /// Stores a batch.
    ///
    /// - Returns: What changed meanwhile and is to be reconciled anew.
    mutating func store(_ batch: Batch) throws(SyncStop) -> [Href] {
        if !batch.conflicts.isEmpty { try commit([], batch.conflicts.map { .record($0) }) }
        let outcomes = try commit(batch.items.map(\.placement), batch.changes)
        var again: [Href] = []
        var failed: [StateChange] = []
        for (item, outcome) in zip(batch.items, outcomes) {
            switch outcome {
            case .done:
                report.count(item)
                known?.names.insert(item.placement.name)
            case .changedMeanwhile:
                again.append(item.href)
                failed += batch.conflicts.filter { $0.href == item.href }.map { .resolve($0.id) }
            case .failed(let cause): failed += setApart(.fetching(item.href), .notWritable(cause))
            }
        }
        let copies = zip(batch.items, outcomes).compactMap { $1 == .done ? $0.copy : nil }
        if !failed.isEmpty || !copies.isEmpty { try commit(copies, failed) }
        return again
    }

    /// Sets a resource apart, later each time, and takes it from the list.
    func setApart(
        _ subject: SetApart.Subject, _ reason: SetApart.Reason, digest: ContentDigest? = nil,
        isDueAtOnce: Bool = false
    ) -> [StateChange] {
        let failures = (state.setApart[subject]?.failures ?? 0) + 1
        let item = SetApart(
            subject, reason, failures: failures,
            retry: isDueAtOnce ? sync.now() : retry(after: failures), digest: digest)
        if case .fetching(let href) = subject { return [.setApart(item), .crossOff(href)] }
        return [.setApart(item)]
    }
}
