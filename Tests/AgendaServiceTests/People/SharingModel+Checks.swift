import AgendaKit
import Foundation

@testable import AgendaService

// What one of the users sees, compared with what they may.
extension SharingModel {
    /// Compares what one of the users sees with what they may.
    mutating func check() async {
        let user = any(Array(Self.names.indices))
        let device = devices[user]
        guard !frozen.contains(user) else {
            let home = await device.dav("PROPFIND", "")
            expect([401, 429].contains(home.status), "a frozen one gets \(home.status)")
            let titles = await bench.titles(token: device.seat.token)
            expect(titles == nil, "a frozen one is let in")
            return
        }
        let keys = Self.names.indices.map { Key(owner: $0, user: user) }.filter { $0.owner != user }
        let mounted = keys.filter(isMounted)
        let home = await device.calendars()
        expect(
            home == Set(["calendar", "local"] + mounted.map(slug)),
            "\(device.name) has \(home.sorted())")
        var secrets: [String] = []
        for key in keys {
            let access = isMounted(key) ? grants[key] : nil
            secrets += events[key.owner].values.flatMap { $0.secrets(access) }
        }
        var titles = events[user].values.flatMap(\.ownTitles)
        for key in mounted {
            guard let access = grants[key] else { continue }
            titles += events[key.owner].values.flatMap { $0.shown(access).titles }
        }
        let listed = await bench.ask(
            "GET", "/v1/events?from=2026-11-19&days=10", token: device.seat.token)
        let found = (listed.json["events"] as? [[String: Any]])?.compactMap {
            $0["summary"] as? String
        }
        expect(
            found?.sorted() == titles.sorted(),
            "\(device.name) sees \(found?.sorted() ?? []), not \(titles.sorted())")
        var seen = [listed.text]
        for key in keys {
            if isMounted(key) {
                seen += await synchronise(key)
            } else {
                let gone = await device.sync(slug(key), since: known[key]?.token ?? "")
                expect(gone.status == 404, "\(slug(key)) is still there")
                if known[key] != nil { known[key]?.isOld = true }
            }
        }
        for text in seen {
            for secret in secrets where text.contains(secret) {
                expect(false, "\(device.name) reads \(secret) in \(text.prefix(2_000))")
            }
        }
    }

    /// Brings what a device knows to what there is, and compares; returns all that it has read.
    private mutating func synchronise(_ key: Key) async -> [String] {
        guard let access = grants[key] else { return [] }
        let device = devices[key.user]
        var own = known[key] ?? Known()
        let before = own
        var changes = await device.sync(slug(key), since: own.token)
        if changes.status == 403, !own.token.isEmpty {
            // That of a calendar of others is its node's.
            expect(
                own.isOld || own.mayBeRefused || bench.nodes.count > 1,
                "\(slug(key)): a good token is refused")
            counts["refused token", default: 0] += 1
            own = Known()
            changes = await device.sync(slug(key))
        } else if own.isOld {
            // A node that was not asked meanwhile still knows what there was then.
            expect(
                own.token.isEmpty || bench.nodes.count > 1,
                "\(slug(key)): a token of an earlier grant is taken")
        }
        expect(changes.status == 207, "\(slug(key)): \(changes.status)")
        counts["synchronised", default: 0] += 1
        // Names that are gone say nothing: the device had them.
        var read = Array(changes.changed.keys)
        for name in changes.gone {
            // One that came and went in between may be told (RFC 6578 section 3.5.2).
            expect(
                own.tags[name] != nil || name.hasPrefix("busy-") || bench.nodes.count > 1,
                "\(slug(key)): \(name) is gone that was not there")
            (own.tags[name], own.texts[name]) = (nil, nil)
        }
        for (name, tag) in changes.changed {
            // Of a file of several events each is told again that the file has, and what was away meanwhile comes back.
            expect(
                own.tags[name] != tag || name.contains("~") || own.mayBeRefused
                    || name.hasPrefix("busy-") && own.mayComeBack,
                "\(slug(key)): \(name) is told again")
            let text = await device.dav("GET", "\(slug(key))/\(name)")
            expect(text.status == 200, "\(slug(key)): GET \(name): \(text.status)")
            expect(text.fields["ETag"] == tag, "\(name): another tag")
            expect(
                before.texts[name] != text.text || before.tags[name] == tag,
                "\(slug(key)): \(name) is the same under another tag")
            (own.tags[name], own.texts[name]) = (tag, text.text)
            read.append(text.text)
        }
        (own.token, own.isOld) = (changes.token, false)
        (own.mayBeRefused, own.mayComeBack) = (false, false)
        known[key] = own
        var count = 0
        for event in events[key.owner].values {
            let shown = event.shown(access)
            count += shown.resources
            if shown.isWhole {
                expect(
                    own.texts[event.name] == event.text(alarm: false),
                    "\(slug(key)): \(event.name) is \(own.texts[event.name] ?? "not there")")
            } else if !shown.isNamed {
                expect(own.texts[event.name] == nil, "\(slug(key)): \(event.name) is there")
            }
        }
        expect(
            count == own.tags.count,
            "\(slug(key)) (\(access)) has \(own.tags.keys.sorted()), not \(count): \(events[key.owner].values.map { "\($0)" })"
        )
        return read
    }
}
