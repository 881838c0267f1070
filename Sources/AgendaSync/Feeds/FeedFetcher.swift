internal import CalendarFiles
internal import FoundationEssentials
internal import Glibc
package import ICalendar

/// The feeds of a user: asks their servers, and keeps a copy of each as one file that is only read.
///
/// Several processes may use one database and folder at once: what another has done meanwhile is never overwritten.
/// Nothing is asked for that nobody asked for: only ``add(_:_:)`` and ``refresh(_:progress:)`` use the network.
package struct FeedFetcher: Sendable {
    let table: FeedTable
    let folder: String
    let configuration: CurlExchange.Configuration
    let limits: HTTPLimits
    let http: HTTPClient
    let now: @Sendable () -> Instant
    let random: @Sendable () -> Double
    let sessions = OAuthSessions()
    let connect: @Sendable (CurlExchange.Configuration) -> any HTTPExchange

    /// - Parameters:
    ///   - database: Has the feeds' state.
    ///   - folder: Has the copies; created when it is first needed, for its owner only.
    ///   - configuration: What is the same for all feeds; each has certificates of its own.
    ///   - limits: What an answer may cost.
    ///   - http: Shared with accounts, so that a host's wishes hold for all.
    ///   - now: The clock.
    ///   - random: A number from 0 to 1, for the time until a failed feed is tried again.
    ///   - connect: What connects; each feed has one for itself.
    package init(
        database: RoomDatabase, folder: String, configuration: CurlExchange.Configuration,
        limits: HTTPLimits = .feed, http: HTTPClient,
        now: @escaping @Sendable () -> Instant,
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) },
        connect: @escaping @Sendable (CurlExchange.Configuration) -> any HTTPExchange = {
            CurlExchange($0)
        }
    ) throws(RoomDatabaseError) {
        table = try FeedTable(database)
        (self.folder, self.http) = (folder, http)
        (self.configuration, self.limits) = (configuration, limits)
        (self.now, self.random, self.connect) = (now, random, connect)
    }

    /// All feeds in the order in which they were added, and how they are.
    package func feeds() throws(RoomDatabaseError) -> [Feed] { try table.all() }

    /// The path of a feed's copy, which stays the same.
    package func path(of feed: Feed) -> String { file(feed.id).path }

    func file(_ id: Int) -> FeedFile { FeedFile(folder: folder, name: "\(id).ics") }

    /// Subscribes to a feed: fetches its first copy, and returns it with the name and colour that it gives itself.
    ///
    /// - Parameter text: An address of http, https, webcal or webcals; without a scheme, of https.
    /// - Throws: ``FeedError``; then nothing is kept.
    package func add(
        _ text: String, _ settings: FeedSettings = FeedSettings()
    ) async throws(FeedError) -> Feed {
        try settings.check()
        let candidates = FeedAddress.candidates(text)
        guard let first = candidates.first else { throw FeedError(.invalidAddress) }
        try refuseTwice(candidates)
        var feed = Feed(id: 0, url: first, settings, now: now())
        var answer = await ask(feed, conditionally: false, isTrial: candidates.count > 1)
        // What proves who asks was not meant for the other.
        if candidates.count > 1, settings.credentials == nil,
            FeedAddress.isWorthTheOther(after: answer)
        {
            feed.url = candidates[1]
            answer = await ask(feed, conditionally: false)
        }
        return try keep(feed, answer)
    }

    private func keep(
        _ feed: Feed, _ answer: Result<HTTPResponse, HTTPError>
    ) throws(FeedError) -> Feed {
        let (content, response) = try FeedContent.first(answer)
        do {
            return try locked {
                try refuseTwice([feed.url])
                var new = Feed(id: try freeNumber(), url: feed.url, feed.settings, now: now())
                new.follow(response)
                do {
                    new.take(content, response, try file(new.id).write(content.bytes), now())
                    new.schedule(now())
                    try table.save(new)
                } catch let fault as FeedFault {
                    throw FeedError(.noCopy(fault))
                } catch {
                    unlink(file(new.id).path)
                    throw error
                }
                return new
            }
        } catch {
            throw FeedError(error, path: folder)
        }
    }

    /// Changes how a feed is asked for; it is then due at the latest when the new settings say so.
    package func set(_ settings: FeedSettings, of id: Int) throws(FeedError) -> Feed {
        try settings.check()
        do {
            return try locked {
                guard var feed = try table.feed(id) else { throw FeedError(.unknown(id: id)) }
                var changed = feed.settings
                changed.every = settings.every
                // Other credentials or fields may be what the fault was about.
                let isMended = changed != settings && feed.fault != nil
                feed.settings = settings
                if isMended {
                    feed.due = now()
                } else if feed.fault == nil {
                    feed.schedule(feed.asked)
                }
                try table.save(feed)
                return feed
            }
        } catch {
            throw FeedError(error, path: folder)
        }
    }

    /// Ends a subscription, and removes its copy.
    package func remove(_ id: Int) throws(FeedError) {
        do {
            try locked {
                guard try table.feed(id) != nil else { throw FeedError(.unknown(id: id)) }
                try table.remove(id)
                unlink(file(id).path)
            }
        } catch {
            throw FeedError(error, path: folder)
        }
    }

    /// Runs what changes feeds or copies, one process at a time.
    func locked<T>(_ body: () throws -> T) throws -> T {
        try createFolder()
        let lock = try FileLock.wait(path: "\(folder)/.lock")
        defer { lock.release() }
        return try body()
    }

    private func createFolder() throws(SystemFailure) {
        var path = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemFailure(errno) }
        }
    }

    private func refuseTwice(_ urls: [URL]) throws(FeedError) {
        do {
            if let feed = try table.all().first(where: { urls.contains($0.url) }) {
                throw FeedError(.exists(id: feed.id))
            }
        } catch {
            throw FeedError(error, path: folder)
        }
    }

    /// A number that no feed has, and no file: without its database a copy may be all that is left of a feed.
    private func freeNumber() throws(RoomDatabaseError) -> Int {
        var number = (try table.all().map(\.id).max() ?? 0) + 1
        while file(number).stamp != nil { number += 1 }
        return number
    }
}

extension FeedError {
    /// Says what a change stopped at.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as FeedError: self = error
        case let error as RoomDatabaseError: self.init(.state(error))
        default: self.init(.noCopy(.notWritten(path: path, cause: "\(error)")))
        }
    }
}
