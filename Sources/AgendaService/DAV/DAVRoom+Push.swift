internal import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import FoundationEssentials
internal import ICalendar

// WebDAV-Push (bitfire's draft): devices say where they want to be told of changes.
extension DAVRoom {
    /// Seconds for which a subscription is good: as long as its device wants, within these ("Expiration").
    private static let validity = (least: 3 * 86_400, most: 30 * 86_400)

    /// Notes where a device wants to be told of changes of the home or a calendar ("Subscription Registration").
    func subscribe() throws(DAVFault) -> ServiceResponse {
        let slug: String
        switch place {
        case .home: slug = ""
        case .calendar(let name): slug = try calendar(name).slug
        default: throw DAVFault(405)
        }
        guard let content = try content(), content.name == .push("push-register") else {
            throw DAVFault(400, nil, "no push-register")
        }
        guard pushes.keys != nil else { throw .forbidden(.push("push-not-available")) }
        // DAVx5 up to 4.5.19 sends no trigger, and means all changes.
        let trigger = content[.push("trigger")]
        let wantsContent = trigger.map { $0[.push("content-update")] != nil } ?? true
        let wantsProperties = !slug.isEmpty && trigger?[.push("property-update")] != nil
        guard wantsContent || wantsProperties else {
            throw .forbidden(.push("no-supported-trigger"))
        }
        let now = person.clock.now
        let wish = content[.push("expires")].flatMap { HTTPDate.instant($0.value, now: now) }
        let seconds = min(max((wish ?? now) - now, Self.validity.least), Self.validity.most)
        var subscription = try subscription(content, slug)
        (subscription.wantsContent, subscription.wantsProperties) = (wantsContent, wantsProperties)
        subscription.expires = (now + seconds).secondsSinceEpoch
        subscription.told = try home.states(of: [slug])[slug] ?? PushState()
        let noted: (id: String, isNew: Bool)?
        do throws(RoomDatabaseError) { noted = try pushes.table.note(subscription) } catch {
            throw .away("\(error)")
        }
        guard let noted else { throw DAVFault(507, .dav("quota-not-exceeded")) }
        return ServiceResponse(
            noted.isNew ? 201 : 204,
            fields: [
                "Location": origin + DAVPlace.subscription(noted.id).href,
                "Expires": HTTPDate.text(now + seconds),
            ])
    }

    /// Where and how a device wants to be told.
    private func subscription(_ content: XMLElement, _ slug: String) throws(DAVFault)
        -> PushSubscription
    {
        let invalid = DAVFault.forbidden(.push("invalid-subscription"))
        guard let sent = content[.push("subscription")]?[.push("web-push-subscription")],
            let text = sent[.push("push-resource")]?.value
        else { throw invalid }
        guard let address = PushAddress(text, allowsPrivate: pushes.allowsPrivate) else {
            if let host = PushAddress(text, allowsPrivate: true)?.url.host() {
                pushes.say(private: host)
            }
            throw invalid
        }
        guard sent[.push("content-encoding")].map({ $0.value.lowercased() == "aes128gcm" }) ?? true,
            // The draft's name has changed.
            let key = (sent[.push("subscription-public-key")] ?? sent[.push("client-public-key")])
                .flatMap({ Base64URL.bytes($0.value) }),
            let secret = sent[.push("auth-secret")].flatMap({ Base64URL.bytes($0.value) }),
            secret.count == 16,
            // Refuses what is no key.
            (try? PushMessage.encrypted([], for: key, secret, by: .random(), salt: secret)) != nil
        else { throw invalid }
        return PushSubscription(
            device: device.id, slug: slug, address: address.url.absoluteString, key: key,
            secret: secret,
            wantsContent: true, wantsProperties: false,
            contact: origin.hasPrefix("https:") ? origin : "mailto:agenda@localhost", expires: 0,
            told: PushState())
    }

    /// Ends a subscription ("Subscription Removal").
    func unsubscribe(_ id: String) throws(DAVFault) -> ServiceResponse {
        let isFound: Bool
        do throws(RoomDatabaseError) { isFound = try pushes.table.remove(id, of: device.id) } catch
        {
            throw .away("\(error)")
        }
        guard isFound else { throw .notFound }
        return ServiceResponse(204)
    }

    /// How the device has reached the service.
    private var origin: String {
        let host = request.fields["Host"] ?? ""
        let isPlain = host.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "-.:[]".contains($0))
        }
        return "\(request.scheme)://\(host.isEmpty || !isPlain ? "localhost" : host)"
    }

    // MARK: Who need not be told

    /// Answers a request that changes something, and tells nothing of it to the subscriptions that it names ("Suppressing
    /// Notifications"), as far as nobody else has changed something meanwhile.
    func answerSparing() async -> ServiceResponse {
        let fields = request.fields.values("Push-Dont-Notify")
        guard !fields.isEmpty else { return await answer() }
        // The last segment of each address in quotes.
        let ids = fields.flatMap { field in
            field.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 1 }.compactMap {
                    $0.element.split(separator: "/").last.map(String.init)
                }
        }
        let held = await pushes.hold(fields.contains("*") ? nil : Set(ids))
        let slugs = Set(held.map(\.slug))
        let before = (try? home.states(of: slugs)) ?? [:]
        let response = await answer()
        let after = response.status < 300 ? (try? home.states(of: slugs)) ?? [:] : [:]
        var known: [String: PushState] = [:]
        for one in held {
            guard let old = before[one.slug], let new = after[one.slug],
                one.message(of: old, topic: "") == nil,
                isAlone(one.slug, old, new)
            else { continue }
            known[one.id] = new
        }
        await pushes.release(held, known: known)
        return response
    }

    /// Whether what is different between two states is no more than one request has changed.
    private func isAlone(_ slug: String, _ old: PushState, _ new: PushState) -> Bool {
        if old.content == new.content || slug.isEmpty { return true }
        guard let token = old.token.flatMap({ SyncToken($0) }), let calendar = try? calendar(slug),
            let changes = try? home.members(of: calendar, since: token)
        else { return false }
        return changes.entries.count <= 1
    }
}

extension ServedHome {
    /// What devices are told of calendars, by their slugs; of the home it is which calendars there are.
    ///
    /// - Parameter slugs: empty for the home. A calendar whose state is not known for now is left out.
    func states(of slugs: Set<String>) throws(DAVFault) -> [String: PushState] {
        let calendars = try calendars()
        var states: [String: PushState] = [:]
        for slug in slugs {
            guard !slug.isEmpty else {
                states[slug] = PushState(
                    content: NameDigest(calendars.map(\.slug).sorted().joined(separator: "/")).hex)
                continue
            }
            guard let calendar = calendars.first(where: { $0.slug == slug }) else {
                states[slug] = PushState(content: "gone")
                continue
            }
            guard let token = (try? token(of: calendar))?.text else { continue }
            let properties =
                [
                    calendar.name, calendar.source?.color ?? "",
                    "\(calendar.isWritable) \(calendar.kinds)",
                ]
                + calendar.properties.map(\.xml)
            states[slug] = PushState(
                content: token, properties: NameDigest(properties.joined(separator: "\n")).hex,
                token: token)
        }
        return states
    }
}
