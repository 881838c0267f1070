import Foundation
import ICalendar
import Testing

@testable import AgendaKit

/// A calendar on a server of moods, which two machines synchronise.
final class MirrorModelServer {
    /// What servers do with what they get.
    struct Moods {
        /// Whether it keeps properties that it does not know. Only then may a mirror change hands: nobody could tell else who wrote.
        var keepsMarks: Bool
        /// Whether it gives files names of its own.
        var renames: Bool
        /// Whether a UID that was deleted is refused: it is in a trash bin (nextcloud/server 30096, 42582).
        var refusesReused: Bool
        /// Whether it stores another text of the same meaning.
        var rewrites: Bool
    }

    let moods: Moods
    private(set) var items: [String: String] = [:]
    /// Blocks to which somebody has invited people, as they are then, by their files.
    private(set) var invited: [String: String] = [:]
    /// How many requests each machine has made that change something.
    var writes: [String: Int] = [:]
    private var deletedUIDs: Set<String> = []
    private var number = 0
    private var changes = 0

    static let foreign = Make.calendar(
        "UID:foreign\r\nDTSTAMP:20261101T000000Z\r\nDTSTART:20261123T090000Z\r\nORGANIZER:mailto:lee@work\r\nSUMMARY:Theirs"
    )

    init(_ moods: Moods) {
        self.moods = moods
        items["foreign.ics"] = Self.foreign
    }

    static func uid(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("UID:") }.map {
            String($0.dropFirst(4))
        } ?? ""
    }

    /// Stores a file.
    ///
    /// - Parameter old: what its writer replaces; nil if it is to be new.
    /// - Returns: its name and text there; nil if it is refused.
    func put(
        _ href: String, _ text: String, over old: String?, by machine: String
    ) -> (href: String, text: String)? {
        check(text)
        let uid = Self.uid(text)
        if old == nil {
            let isTaken = items.values.contains { Self.uid($0) == uid }
            if isTaken || moods.refusesReused && deletedUIDs.contains(uid) { return nil }
        }
        #expect(href != "foreign.ics" && invited[href] == nil, "\(machine) wrote \(href)")
        writes[machine, default: 0] += 1
        number += 1
        let name = old == nil && moods.renames ? "\(number).ics" : href
        let stored = stored(text)
        items[name] = stored
        return (name, stored)
    }

    func delete(_ href: String, by machine: String) {
        #expect(href != "foreign.ics" && invited[href] == nil, "\(machine) deleted \(href)")
        writes[machine, default: 0] += 1
        forget(href)
    }

    private func forget(_ href: String) {
        if let text = items.removeValue(forKey: href) { deletedUIDs.insert(Self.uid(text)) }
    }

    /// No word of a source may ever leave.
    private func check(_ text: String) {
        for word in RandomEvent.words { #expect(!text.contains(word), "\(word) in \(text)") }
    }

    private func stored(_ text: String) -> String {
        var lines = text.components(separatedBy: "\r\n")
        if !moods.keepsMarks {
            lines.removeAll { $0.hasPrefix("X-") || $0.hasPrefix(" ") || $0.hasPrefix("SEQUENCE") }
        }
        var text = lines.joined(separator: "\r\n")
        if moods.rewrites {
            text = text.replacing(
                "END:VEVENT",
                with: "CREATED:20260101T000000Z\r\nCLASS:PUBLIC\r\nLOCATION:\r\nEND:VEVENT")
            if !text.contains("CLASS:PUBLIC\r\nCLASS") {
                text = text.replacing("SUMMARY:Busy", with: "SUMMARY:Busy ")
            }
        }
        return text
    }

    /// What people do to blocks on the server.
    ///
    /// - Parameter inviting: the UIDs of blocks to which somebody may invite people.
    /// - Returns: the UID of the block that got guests; nil if none did.
    func trouble(_ random: inout Dice, inviting: Set<String>) -> String? {
        for (name, text) in items.sorted(by: { $0.key < $1.key })
        where name != "foreign.ics" && invited[name] == nil && random.below(6) == 0 {
            switch random.below(5) {
            case 0: forget(name)
            case 1: items[name] = text.replacing("SUMMARY:Busy", with: "SUMMARY:Changed")
            case 2:
                // Another one each time: the same twice is what a server makes of it, and left to it.
                changes += 1
                let minute = changes % 60
                let clock = "\(10 + changes / 60 % 10)\(minute < 10 ? "0" : "")\(minute)00"
                items[name] = text.replacing(
                    /DTSTART:(\d{8})T\d{6}Z/, with: { "DTSTART:\($0.output.1)T\(clock)Z" })
            case 3:
                forget(name)
                number += 1
                items["moved\(number).ics"] = text
                deletedUIDs.remove(Self.uid(text))
            default:
                let uid = Self.uid(text)
                guard inviting.contains(uid), random.below(3) == 0 else { continue }
                let met = text.replacing(
                    "SUMMARY:", with: "ATTENDEE:mailto:lee@work\r\nSUMMARY:")
                (items[name], invited[name]) = (met, met)
                return uid
            }
        }
        return nil
    }
}
