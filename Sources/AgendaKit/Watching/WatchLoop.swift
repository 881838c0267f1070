internal import CalendarFiles
internal import CalendarMerge
internal import Dispatch
internal import Glibc

/// The work of the watching thread: waits for the kernel, keeps the plans up to date, and reports changes
/// when they have settled.
struct WatchLoop: ~Copyable {
    private let channel: WatchChannel
    private let timing: WatchTiming
    private var inotify = Inotify()
    private let mounts = MountChanges()
    private var plans: [String: WatchPlan] = [:]
    /// Why a path is polled; nil if the user need not know, as for a path that cannot be entered.
    private var polled: [String: String?] = [:]
    /// The paths that are missing: they may appear by a mount, which changes no name in a folder.
    private var absent: Set<String> = []
    /// What is mounted on the way to each path and in it.
    private var mounted: [String: Set<MountTable.Mount>] = [:]
    private var told: Set<String> = []
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

    private init(_ channel: WatchChannel, timing: WatchTiming) {
        self.channel = channel
        self.timing = timing
    }

    /// Starts the thread, and returns once everything is watched.
    static func start(_ channel: WatchChannel, timing: WatchTiming) {
        let isReady = DispatchSemaphore(value: 0)
        OwnThread.start {
            var loop = WatchLoop(channel, timing: timing)
            loop.replace(by: channel.newlyWanted() ?? [], isFirst: true)
            isReady.signal()
            while !channel.isCancelled { loop.turn() }
            for question in channel.questions() { question.resume(returning: [:]) }
        }
        isReady.wait()
    }

    private mutating func turn() {
        var isRemounted = wait()
        if let wanted = channel.newlyWanted() { replace(by: wanted, isFirst: false) }
        // Taken before the events are read: these are then at least as new as the questions.
        let questions = channel.questions()
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
        if !polled.isEmpty, Self.now() >= nextPoll {
            for path in polled.keys { note(path, delay: 0) }
            plan(Set(polled.keys))
        }
        if !questions.isEmpty {
            let marks = last.reduce(into: [:]) { marks, last in
                marks[last.key] = WatchMark(
                    event: last.value, isWhole: whole.contains(last.key))
            }
            for question in questions { question.resume(returning: marks) }
        }
        tell()
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
        if !polled.isEmpty || channel.wake < 0 { until = min(until ?? nextPoll, nextPoll) }
        let timeout = until.map { Int32(clamping: max(0, $0 - Self.now())) } ?? -1
        var descriptors = [inotify.descriptor, channel.wake].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        descriptors.append(mounts.polled)
        poll(&descriptors, nfds_t(descriptors.count), timeout)
        return descriptors[2].revents != 0
    }

    private mutating func replace(by wanted: Set<String>, isFirst: Bool) {
        for path in Set(plans.keys).subtracting(wanted) {
            plans[path] = nil
            due[path] = nil
            polled[path] = nil
            absent.remove(path)
            mounted[path] = nil
            last[path] = nil
        }
        let new = wanted.subtracting(plans.keys)
        for path in new { count(path) }
        plan(new)
        if !isFirst { for path in new { note(path, delay: 0) } }
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
            plans[path] = plan
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
        inotify.keep(plans.values.reduce(into: []) { $0.formUnion($1.paths) })
        nextPoll = Self.now() + timing.poll
        let new = polled.filter { $0.value != nil && !told.contains($0.key) }
        guard !new.isEmpty else { return }
        told.formUnion(new.keys)
        channel.tell(FileWatcher.Changes(polled: new.compactMapValues { $0 }))
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
        for (path, plan) in plans {
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
        var changes = FileWatcher.Changes(paths: paths)
        for path in paths {
            guard let files = due.removeValue(forKey: path)?.files,
                plans[path]?.trees.isDisjoint(with: folders) == true
            else { continue }
            changes.files[path] = files
        }
        channel.tell(changes)
    }

    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1_000 + Int(time.tv_nsec) / 1_000_000
    }
}
