internal import ICalendar

/// The result of refreshing one source, ready to be written.
struct RefreshResult: Sendable {
    /// The effect on one resource.
    enum Change: Sendable {
        /// New or changed content.
        case prepared(PreparedResource)
        /// The same content, imported again in place of what is stored.
        case rebuilt(ResourceRecord, PreparedResource)
        /// The content is the same; the version is new.
        case touched(ResourceRecord)
        /// The newer content cannot be used; what is stored stays.
        case broken(ResourceRecord, [Diagnostic])
        /// The resource is gone.
        case vanished(ResourceRecord)

        /// The row of the resource concerned: as it is to be, or as it was if it is gone or imported again.
        var record: ResourceRecord {
            switch self {
            case .prepared(let resource): resource.record
            case .rebuilt(let record, _), .touched(let record), .broken(let record, _),
                .vanished(let record):
                record
            }
        }

        /// Whether there is only a new version to write, which can wait.
        var isTouch: Bool {
            if case .touched = self { true } else { false }
        }

        /// How many events were found.
        var eventCount: Int {
            switch self {
            case .prepared(let resource), .rebuilt(_, let resource): resource.eventCount
            case .touched, .broken, .vanished: 0
            }
        }

        /// What was read of a resource of which nothing is stored.
        var newResource: PreparedResource? {
            if case .prepared(let resource) = self, resource.record.id == 0 {
                resource
            } else {
                nil
            }
        }

        /// Whether the resource is gone.
        var isVanishing: Bool {
            if case .vanished = self { true } else { false }
        }
    }

    var source: CalendarSource
    /// The resources as they were stored when the changes were worked out.
    var base: [ResourceRecord]
    /// The store's revision at that time; nil if it is not known.
    var revision: Int64?
    var changes: [Change] = []
    /// How many resources need not be read.
    var unchangedCount = 0
    /// Whether all of its resources were looked at: only then is it known what the source as a whole lacks.
    var isWhole = true
    /// Whether one of its files has a second name elsewhere.
    var isLinked = false
    /// Why the source as a whole could not be read.
    var failure: AgendaError?
    /// What is mounted where its files are, if that is to be noted (``SourceListing/mounts``).
    var mounts: [SourceMount]?
}

extension RefreshResult {
    /// Whether all that is to be written belongs to resources of which nothing is stored.
    var isAddingOnly: Bool { failure == nil && changes.allSatisfy { $0.newResource != nil } }

    /// How many components of new resources are to be written.
    var newComponentCount: Int { changes.reduce(0) { $0 + ($1.newResource?.parsedCount ?? 0) } }

    /// Whether readers see the same without it.
    var canWait: Bool {
        changes.allSatisfy(\.isTouch) && (failure == nil) == (source.status != .failed)
    }

    /// Whether there is anything to write.
    var isWorthWriting: Bool {
        !changes.isEmpty || mounts != nil || (failure == nil) != (source.status != .failed)
    }
}
