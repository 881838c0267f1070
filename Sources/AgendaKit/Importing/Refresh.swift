/// What lives for one refresh: what was asked for, whose turn it is, and what was found so far.
struct Refresh {
    /// Whether to import every file again as if nothing were stored.
    let rebuilds: Bool
    /// The sources to look at; nil for all.
    var ids: Set<Int64>?
    /// Who changed sources, by their numbers, where that is another one than whoever changes their files.
    var origins: [Int64: ChangeOrigin] = [:]
    var lock: ImportLock
    /// The only resource of a source that is being added, read already.
    var scanned: ScannedFile?
    /// The large resource that was surveyed last.
    var surveyed: (resource: ListedResource, survey: ResourceSurvey?)?
    /// What was imported in batches.
    var batches: (report: ImportReport, resources: Set<ListedResource>) = (ImportReport(), [])
    /// What the present attempt found out about each source.
    var results: [RefreshResult] = []

    init(_ store: EventStore, rebuilds: Bool = false, ids: Set<Int64>? = nil) {
        lock = ImportLock(store)
        (self.rebuilds, self.ids) = (rebuilds, ids)
    }
}
