internal import FoundationEssentials

// With a device's password.
extension ServiceCheck {
    mutating func lookAsDevice(writes: Bool) async {
        guard let account = await account() else { return }
        let client = CalDAVClient(
            base: account.base, http: http, exchange: exchange, credentials: credentials)
        guard let first = account.calendars.first else {
            return note(
                .calendars, "the device is shown no calendar",
                "look with 'agenda device list' which it may see, and with 'agenda source list' which there are"
            )
        }
        if let calendar = account.calendars.first(where: { $0.privileges == nil }) {
            note(
                .calendars, "\(calendar.shownName): what may be done there is not told",
                "let the proxy pass on answers as they come")
        } else {
            note(.calendars)
        }
        await lookChanges(first, client)
        guard writes else { return }
        guard let writable = account.calendars.first(where: { !$0.isReadOnly }) else {
            return note(
                .writing, "no calendar may be changed",
                "add a device without --read-only, and start 'agenda serve' without --read-only")
        }
        await write(to: writable, client)
    }

    /// The principal, the home and its calendars; nil, and noted, if the password leads to none.
    private mutating func account() async -> DiscoveredAccount? {
        let credentials = credentials
        let discovery = Discovery(
            http: http, exchange: exchange, credentials: { _ in credentials }, lookup: { _ in [] },
            accepts: { _ in false })
        do throws(DiscoveryError) {
            let account = try await discovery.find(start.absoluteString)
            if account.principal == nil || account.homes.count != 1 {
                note(
                    .password, "no principal is named with one home of calendars, as iPhones need",
                    "let the proxy pass on answers as they come")
            } else {
                note(.password)
            }
            return account
        } catch {
            if case .unauthorized = error.reason {
                note(
                    .password, "the password is not taken",
                    "look with 'agenda device list' whether the device may come in, and let the proxy pass Authorization on"
                )
            } else {
                note(
                    .password, "\(error)", "let the proxy pass on /dav/ to the service as it comes")
            }
            return nil
        }
    }

    private mutating func lookChanges(_ calendar: CollectionState, _ client: CalDAVClient) async {
        do throws(DAVError) {
            let changes = try await client.changes(in: calendar.href, since: "")
            note(.changes)
            guard let member = changes.changed.first,
                case .found(_, let etag) = try await client.get(member.href)
            else { return }
            if let etag, !etag.isWeak { return note(.versions) }
            note(
                .versions,
                etag == nil ? "the ETag of an event is lost" : "the ETag of an event is weak",
                "let the proxy not compress or change what is below /dav/: with nginx 'gzip off;'")
        } catch {
            note(
                .changes, "\(error)",
                "let the proxy pass on REPORT and Depth below /dav/, and answers as they come")
        }
    }

    private mutating func write(to calendar: CollectionState, _ client: CalDAVClient) async {
        let name = "agenda-check-" + String(UInt64.random(in: 0...(.max)), radix: 36)
        let text = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//agenda//serve --check//EN", "BEGIN:VEVENT",
            "UID:\(name)", "DTSTAMP:20000101T000000Z", "DTSTART:20000101T000000Z",
            "SUMMARY:agenda serve --check", "END:VEVENT", "END:VCALENDAR", "",
        ].joined(separator: "\r\n")
        let href = calendar.href.appending(name + ".ics")
        do throws(DAVError) {
            let put = try await client.put(Array(text.utf8), to: href, if: .absent)
            try await client.delete(href, ifMatches: put.etag)
            note(.writing)
        } catch {
            note(
                .writing, "\(error)",
                error.method == "DELETE" || error.mayHaveArrived
                    ? "let the proxy pass on PUT, DELETE and their answers; the event '\(name)' of 2000-01-01 may still be in \(calendar.shownName)"
                    : "let the proxy pass on PUT, DELETE, If-Match and If-None-Match below /dav/")
        }
    }
}
