/// What a refresh did.
public struct ImportReport: Hashable, Sendable {
    /// Resources whose content was read.
    public var resourcesRead = 0
    /// Resources that did not have to be read.
    public var resourcesUnchanged = 0
    /// Resources that are gone.
    public var resourcesRemoved = 0
    /// Components that were parsed, with or without libical.
    public var componentsParsed = 0
    /// Components that were stored.
    public var componentsAdded = 0
    /// Components that are no longer there.
    public var componentsRemoved = 0
    /// The store's revision afterwards.
    public var revision: Int64 = 0
    /// The sources with a file that has a second name elsewhere: what is written through that one, no folder reports.
    var linked: Set<Int64> = []

    /// Adds what was done besides; the revision is that of the later commit.
    mutating func add(_ other: ImportReport) {
        resourcesRead += other.resourcesRead
        resourcesUnchanged += other.resourcesUnchanged
        resourcesRemoved += other.resourcesRemoved
        componentsParsed += other.componentsParsed
        componentsAdded += other.componentsAdded
        componentsRemoved += other.componentsRemoved
        linked.formUnion(other.linked)
        revision = max(revision, other.revision)
    }
}
