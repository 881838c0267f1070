internal import CalendarFiles
internal import CalendarMerge
internal import Glibc

/// The work of the watching thread: waits for the kernel, keeps the plans up to date, and reports changes
/// when they have settled. All watchers of a process have one thread and one instance of inotify, of which an account may have 128:
/// a service of many people watches for hundreds.
struct WatchLoop: ~Copyable {
    /// Who wants to hear of changes.
    private struct Reader {
        let channel: WatchChannel
        var wanted: Set<String> = []
        /// The polled paths that it knows of.
        var told: Set<String> = []
    }

    /// The watchers of the process are served here.
    static let shared = start(WatchTiming(), endsWithLast: false)

    private let board: WatchBoard
    private let timing: WatchTiming
    private var readers: [ObjectIdentifier: Reader] = [:]
    /// Whether there was one.
    private var hasBegun = false
    /// Who wants to hear of a path.
    private var audience: [String: Set<ObjectIdentifier>] = [:]
    private var inotify = Inotify()
    private let mounts = MountChanges()
    private var plans: [String: WatchPlan] = [:]
    private var index = WatchIndex()
    /// Why a path is polled; nil if the user need not know, as for a path that cannot be entered.
    private var polled: [String: String?] = [:]
    /// The paths that are missing: they may appear by a mount, which changes no name in a folder.
    private var absent: Set<String> = []
    /// What is mounted on the way to each path and in it.
    private var mounted: [String: Set<MountTable.Mount>] = [:]
    /// The last event in each path, counted over all paths, so that a path that is watched again has another one.
    private var last: [String: Int] = [:]
    private var eventCount = 0
    /// The paths of which the kernel reports every change.
    private var whole: Set<String> = []
    /// What is to be reported of each path.
    private var due: [String: Report] = [:]
    /// Hidden files and folders that tell of changes which may not be at their end; some have gone since.
    private var unfinished: Set<String> = []
    private var nextPoll = 0

    /// What is to be reported of a path.
    private struct Report {
        /// When something happened first, and when to report it, in milliseconds of the monotonic clock.
        var first: Int
        var at: Int
        /// The only files that may have changed; nil if that is not known.
        var files: NamedFiles? = NamedFiles()
    }

    private init(_ board: WatchBoard, timing: WatchTiming) {
        self.board = board
        self.timing = timing
    }

    /// Starts a thread.
    ///
    /// - Parameter endsWithLast: whether it ends when nobody wants to hear of anything any more, once somebody did.
    static func start(_ timing: WatchTiming, endsWithLast: Bool) -> WatchBoard {
        let board = WatchBoard()
        OwnThread.start {
            var loop = WatchLoop(board, timing: timing)
            repeat { loop.turn() } while !endsWithLast || !loop.hasBegun || !loop.readers.isEmpty
        }
        return board
    }

    private mutating func turn() {
        var isRemounted = wait()
        // Taken before the events are read: these are then at least as new as the questions.
        let questions = listen()
        if !questions.isEmpty, mounts.haveChanged() { isRemounted = true }
        if isRemounted {
            // Where something else is mounted now, nothing was reported.
            let present = MountTable.mounts()
            let changed = plans.filter { Self.mounts(of: $0.value, present) != mounted[$0.key] }
            let paths = absent.union(changed.keys)
            for path in paths { note(path, delay: 0) }
            plan(paths)
        }
        for event in inotify.read() { handle(event) }
        if Self.now() >= nextPoll {
            for path in polled.keys { note(path, delay: 0) }
            plan(Set(polled.keys))
            nextPoll = Self.now() + timing.poll
        }
        for (wanted, question) in questions {
            question.resume(
                returning: wanted.reduce(into: [:]) { marks, path in
                    marks[path] = last[path].map {
                        WatchMark(event: $0, isWhole: whole.contains(path))
                    }
                })
        }
        tell()
    }

    /// Takes what the watchers want.
    ///
    /// - Returns: what they ask, and of which paths.
    private mutating func listen() -> [(Set<String>, WatchChannel.Question)] {
        var asked: [(Set<String>, WatchChannel.Question)] = []
        for channel in board.take() {
            let id = ObjectIdentifier(channel)
            if channel.isCancelled {
                replace(by: [], for: id)
                readers[id] = nil
                for question in channel.questions() { question.resume(returning: [:]) }
                continue
            }
            if let wanted = channel.newlyWanted() {
                let isFirst = readers[id] == nil
                if isFirst { (readers[id], hasBegun) = (Reader(channel: channel), true) }
                replace(by: wanted, for: id, isFirst: isFirst)
                if isFirst { channel.beginsNow() }
            }
            asked += channel.questions().map { (readers[id]?.wanted ?? [], $0) }
        }
        return asked
    }

    /// The mounts on the way to a path and in it: on what it watches.
    private static func mounts(
        of plan: WatchPlan, _ present: [MountTable.Mount]
    ) -> Set<MountTable.Mount> {
        let watched = plan.paths
        return Set(present.filter { watched.contains($0.path) })
    }

    /// Sleeps until something happens or is due; returns whether something was mounted or unmounted.
    private func wait() -> Bool {
        var until = due.values.map(\.at).min()
        if !polled.isEmpty || board.wake < 0 { until = min(until ?? nextPoll, nextPoll) }
        let timeout = until.map { Int32(clamping: max(0, $0 - Self.now())) } ?? -1
        var descriptors = [inotify.descriptor, board.wake].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        descriptors.append(mounts.polled)
        poll(&descriptors, nfds_t(descriptors.count), timeout)
        return descriptors[2].revents != 0
    }

    private mutating func replace(
        by wanted: Set<String>, for id: ObjectIdentifier, isFirst: Bool = false
    ) {
        guard let reader = readers[id] else { return }
        readers[id]?.wanted = wanted
        for path in reader.wanted.subtracting(wanted) {
            audience[path]?.remove(id)
            if audience[path]?.isEmpty == true { drop(path) }
        }
        let new = wanted.subtracting(reader.wanted)
        for path in new { audience[path, default: []].insert(id) }
        let unplanned = new.filter { plans[$0] == nil }
        for path in unplanned { count(path) }
        plan(unplanned)
        tellPolled(new)
        if !isFirst, !new.isEmpty { reader.channel.tell(FileWatcher.Changes(paths: new)) }
    }

    private mutating func drop(_ path: String) {
        if let plan = plans.removeValue(forKey: path) {
            for place in index.remove(plan, of: path) { inotify.forget(place) }
        }
        audience[path] = nil
        due[path] = nil
        polled[path] = nil
        absent.remove(path)
        whole.remove(path)
        mounted[path] = nil
        last[path] = nil
    }

    /// Determines again what to watch for these paths.
    private mutating func plan(_ paths: Set<String>) {
        guard !paths.isEmpty else { return }
        // Before the paths are read: what is mounted meanwhile is seen, or told.
        let present = MountTable.mounts()
        for path in paths {
            var failure: Int32 = 0
            var isWatched = true
            let plan = WatchPlan(path: path) { place, mask in
                let error = inotify.watch(place, mask: mask)
                guard error != 0 else { return }
                isWatched = false
                // What is not there is no failure.
                if ![ENOENT, ENOTDIR, ELOOP, EACCES].contains(error) { failure = error }
            }
            let earlier = plans.updateValue(plan, forKey: path)
            let unwatched = earlier.map { index.remove($0, of: path) } ?? []
            index.add(plan, of: path)
            for place in unwatched.subtracting(plan.paths) { inotify.forget(place) }
            unfinished.formUnion(plan.unfinished)
            mounted[path] = Self.mounts(of: plan, present)
            let isAbsent = !plan.isComplete
            if isAbsent { absent.insert(path) } else { absent.remove(path) }
            // Where the system tells of mounts, a missing path needs no looking.
            let isFollowed = mounts.areTold && (!isAbsent || plan.isReadable && isWatched)
            polled[path] = reason(plan, failure, isFollowed: isFollowed)
            if isWatched, plan.isLocal, !isAbsent, polled[path] == nil {
                whole.insert(path)
            } else {
                whole.remove(path)
            }
        }
        nextPoll = Self.now() + timing.poll
        tellPolled(paths)
    }

    /// Tells which paths are polled, and why, those who do not know it.
    private mutating func tellPolled(_ paths: Set<String>) {
        for path in paths {
            guard let known = polled[path], let reason = known else { continue }
            for id in audience[path] ?? [] where readers[id]?.told.insert(path).inserted == true {
                readers[id]?.channel.tell(FileWatcher.Changes(polled: [path: reason]))
            }
        }
    }

    /// Why a path must be polled; `.none` if it need not be.
    private func reason(_ plan: WatchPlan, _ failure: Int32, isFollowed: Bool) -> String?? {
        switch failure {
        case 0: break
        case ENOSPC:
            return "the limit of watched folders (fs.inotify.max_user_watches) is reached"
        case EMFILE:
            return "the limit of watching programs (fs.inotify.max_user_instances) is reached"
        default: return String(cString: strerror(failure))
        }
        if let type = plan.remoteFileSystem {
            return "its file system (\(type)) does not tell of all changes"
        }
        return isFollowed ? .none : .some(nil)
    }

    private mutating func handle(_ event: Inotify.Event) {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
            // Events were lost, and nothing says which.
            for path in plans.keys { note(path, delay: 0) }
            return plan(Set(plans.keys))
        }
        if LeftoverFiles.tellsOfChange(event.name) {
            for folder in event.paths { unfinished.insert(FileSystem.path(folder, event.name)) }
        }
        var moved: Set<String> = []
        for path in index.paths(of: event) {
            guard let plan = plans[path] else { continue }
            let (effect, file) = plan.effect(of: event)
            guard effect > .none else { continue }
            let isNew = event.mask & UInt32(IN_CREATE) != 0
            note(
                path, delay: isNew ? timing.open : timing.delay(of: effect), file,
                isDeleted: event.mask & UInt32(IN_DELETE) != 0)
            if effect == .moved { moved.insert(path) }
        }
        if !moved.isEmpty { plan(moved) }
    }

    private mutating func count(_ path: String) {
        eventCount += 1
        last[path] = eventCount
    }

    /// Notes that something may have changed in a path.
    ///
    /// - Parameter file: the only file in which; nil if anything may have changed.
    private mutating func note(
        _ path: String, delay: Int, _ file: String? = nil, isDeleted: Bool = false
    ) {
        count(path)
        let now = Self.now()
        var report = due[path] ?? Report(first: now, at: now)
        report.at = min(report.first + timing.cap, now + delay)
        if let file { report.files?.note(file, isDeleted: isDeleted) } else { report.files = nil }
        if report.files?.areMany == true { report.files = nil }
        due[path] = report
    }

    private mutating func tell() {
        let now = Self.now()
        let paths = Set(due.filter { $0.value.at <= now }.keys)
        guard !paths.isEmpty else { return }
        unfinished = unfinished.filter(FileSystem.exists)
        // Where a change was killed, who looks at all of the folder puts files back.
        let killed = unfinished.filter {
            LeftoverFiles.isLeft(FileSystem.name(path: $0), in: FileSystem.folder(of: $0))
        }
        let folders = Set(killed.map(FileSystem.folder))
        var changes: [ObjectIdentifier: FileWatcher.Changes] = [:]
        for path in paths {
            var files = due.removeValue(forKey: path)?.files
            if plans[path]?.trees.isDisjoint(with: folders) != true { files = nil }
            for id in audience[path] ?? [] {
                changes[id, default: FileWatcher.Changes()].paths.insert(path)
                changes[id]?.files[path] = files
            }
        }
        for (id, changes) in changes { readers[id]?.channel.tell(changes) }
    }

    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
    }
}
