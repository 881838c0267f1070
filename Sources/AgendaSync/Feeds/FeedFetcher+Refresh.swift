internal import FoundationEssentials
internal import ICalendar

extension FeedFetcher {
    /// Which kinds of content are wanted: a calendar, but servers call it many things.
    static let accepted = "text/calendar, text/plain;q=0.5, */*;q=0.1"

    /// Hosts that are asked at the same time.
    private static let width = 8

    /// Asks for feeds whether they are due or not, several hosts at the same time, and tells the outcome of each as it
    /// comes. A server that asked to be left alone is left alone.
    ///
    /// - Parameters:
    ///   - ids: The feeds.
    ///   - progress: Called from one task at a time.
    /// - Returns: The outcomes in the order of ``feeds()``.
    package func refresh(
        _ ids: Set<Int>, progress: @Sendable (FeedProgress) -> Void = { _ in }
    ) async throws(RoomDatabaseError) -> [FeedOutcome] {
        let feeds = try feeds().filter { ids.contains($0.id) }
        let hosts = Dictionary(grouping: feeds) { Origin($0.url)?.name ?? "" }
        let (stream, found) = AsyncStream<FeedOutcome>.makeStream()
        async let asking: Void = withTaskGroup { group in
            var waiting = hosts.values.sorted { $0[0].id < $1[0].id }[...]
            for _ in 0..<Self.width {
                guard let host = waiting.popFirst() else { break }
                group.addTask { await refresh(host, found) }
            }
            for await _ in group {
                guard let host = waiting.popFirst() else { continue }
                group.addTask { await refresh(host, found) }
            }
            found.finish()
        }
        var outcomes: [FeedOutcome] = []
        for await outcome in stream {
            outcomes.append(outcome)
            progress(FeedProgress(done: outcomes.count, total: feeds.count, outcome: outcome))
        }
        await asking
        return outcomes.sorted { $0.feed.id < $1.feed.id }
    }

    private func refresh(
        _ feeds: [Feed], _ found: AsyncStream<FeedOutcome>.Continuation
    ) async {
        for feed in feeds { found.yield(await refresh(feed)) }
    }

    private func refresh(_ feed: Feed) async -> FeedOutcome {
        if let pause = feed.pause, case let left = pause - now(),
            (1...RetryAfter.range.upperBound).contains(left)
        {
            return FeedOutcome(feed: feed, result: .waiting(seconds: left))
        }
        // A copy that is not what was written is none to ask about.
        let stamp = file(feed.id).stamp
        let isIntact = stamp != nil && stamp == feed.stamp
        let answer = await ask(feed, conditionally: isIntact)
        if case .failure(let error) = answer {
            switch error.reason {
            case .cancelled: return FeedOutcome(feed: feed, result: .cancelled)
            case .mustWait(let seconds): return await noted(seconds, feed)
            default: break
            }
        }
        do {
            return try locked { try settle(feed, answer, isIntact: isIntact) }
        } catch let error as RoomDatabaseError where error.isSuperseded {
            return FeedOutcome(feed: feed, result: .superseded)
        } catch {
            let fault = FeedFault.notWritten(path: folder, cause: "\(error)")
            return FeedOutcome(feed: feed, result: .kept(fault, isNews: true))
        }
    }

    /// Notes what another feed of the host was told, for the next process.
    private func noted(_ seconds: Int, _ asked: Feed) async -> FeedOutcome {
        var outcome = FeedOutcome(feed: asked, result: .waiting(seconds: seconds))
        outcome.feed.wait(seconds, now())
        // Not noted, it is told again.
        try? locked { if try table.feed(asked.id) == asked { try table.save(outcome.feed) } }
        return outcome
    }

    /// Brings copy and state to what the answer says.
    private func settle(
        _ asked: Feed, _ answer: Result<HTTPResponse, HTTPError>, isIntact: Bool
    ) throws -> FeedOutcome {
        guard var feed = try table.feed(asked.id), feed == asked else {
            return FeedOutcome(feed: asked, result: .superseded)
        }
        let now = now()
        var outcome = FeedOutcome(feed: feed, result: .unchanged)
        do throws(FeedFault) {
            let response: HTTPResponse
            do { response = try answer.get() } catch { throw .noAnswer(error) }
            let file = file(feed.id)
            switch FeedAnswer(
                response, count: file.stamp == nil ? nil : feed.count, wasConditional: isIntact)
            {
            case .keep(let fault): throw fault
            case .unchanged:
                // An answer without content changes the fields that it has (RFC 9111 section 3.2).
                feed.lifetime =
                    FeedFreshness.lifetime(response.fields, now: now) ?? feed.lifetime
            case .content(let content):
                if file.holds(content.bytes) {
                    feed.take(content, response, file.stamp, now)
                } else {
                    feed.take(content, response, try file.write(content.bytes), now)
                    feed.changed = now
                    outcome.result = .updated
                }
            }
            feed.follow(response)
            feed.schedule(now)
        } catch {
            let pause = (try? answer.get()).flatMap { RetryAfter.seconds($0, now: now) }
            let isNews = feed.fail(error, pause: pause, random: random(), now)
            outcome.result = .kept(error, isNews: isNews)
        }
        try table.save(feed)
        outcome.feed = feed
        return outcome
    }

    /// Sends the request for a feed.
    ///
    /// - Parameter isTrial: Whether there is another address to try: then a connection must come soon.
    func ask(
        _ feed: Feed, conditionally: Bool, isTrial: Bool = false
    ) async -> Result<HTTPResponse, HTTPError> {
        var request = HTTPRequest("GET", feed.url, limits: limits)
        if isTrial { request.limits.connecting = min(limits.connecting, 10) }
        request.fields = (conditionally ? feed.validators?.fields : nil) ?? [:]
        request.fields.add("Accept", Self.accepted)
        for (name, value) in feed.settings.fields.sorted(by: { $0.key < $1.key }) {
            request.fields[name] = value
        }
        var configuration = configuration
        configuration.authorities = feed.settings.authorities
        configuration.certificate = feed.settings.certificate
        if feed.settings.onlyPublic == true { configuration.addresses = .publicOnly }
        do throws(HTTPError) {
            let exchange = connect(configuration)
            var response = try await http.send(
                request, through: exchange, as: try await credentials(feed),
                redirects: .permanentMoves)
            if response.status == 401, case .oauth(let grant)? = feed.settings.credentials {
                // A token may be taken back before its end.
                await session(grant).forget()
                response = try await http.send(
                    request, through: exchange, as: try await credentials(feed),
                    redirects: .permanentMoves)
            }
            return .success(response)
        } catch {
            return .failure(error)
        }
    }

    private func session(_ grant: OAuthGrant) -> OAuthSession {
        sessions.session(grant) {
            OAuthSession(grant, http: http, exchange: connect(configuration), now: now)
        }
    }

    private func credentials(_ feed: Feed) async throws(HTTPError) -> HTTPCredentials? {
        let isAllowed = feed.settings.allowsUnencrypted
        let host = Origin(feed.url)?.name ?? ""
        if case .oauth(let grant)? = feed.settings.credentials {
            do throws(OAuthError) {
                return HTTPCredentials(
                    bearer: try await session(grant).accessToken(), for: feed.url,
                    allowsUnencrypted: isAllowed)
            } catch {
                throw error.asHTTPError(host: host)
            }
        }
        return try await feed.settings.storedCredentials(for: feed.url)
    }
}

extension FeedSettings {
    /// Reads the password or token; nil without one, and for a permission, whose tokens a session has.
    func storedCredentials(for url: URL) async throws(HTTPError) -> HTTPCredentials? {
        do throws(CredentialsError) {
            switch credentials {
            case .password(let user, let source)?:
                return HTTPCredentials(
                    user: user, password: try await source.read(), for: url,
                    allowsUnencrypted: allowsUnencrypted)
            case .bearer(let source)?:
                return HTTPCredentials(
                    bearer: try await source.read(), for: url,
                    allowsUnencrypted: allowsUnencrypted)
            case .oauth?, nil: return nil
            }
        } catch {
            throw error.asHTTPError(host: Origin(url)?.name ?? "")
        }
    }
}
