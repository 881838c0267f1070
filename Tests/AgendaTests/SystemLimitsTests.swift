import Foundation
import Testing

/// Full disks, read-only ones, vanishing ones and the kernel's limits: the real ones, in a mount and
/// user namespace of the test's own (unshare(1)).
@Suite(
    "Limits of the system", .enabled(if: Namespaces.areAvailable), .timeLimit(.minutes(30)))
struct SystemLimitsTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try FileManager.default.createDirectory(
            atPath: folder.file("disk"), withIntermediateDirectories: true)
        try write("One", to: "a.ics")
    }

    private func write(_ summary: String, to name: String) throws {
        _ = try folder.write(
            name, calendar("UID:a\nDTSTART:20261121T090000Z\nSUMMARY:\(summary)"))
    }

    /// Starts a script in a namespace, in the scratch folder, with a small disk at `disk`. There is a
    /// function `agenda` with the pinned clock.
    private func run(_ script: String) throws -> RunningAgenda {
        let whole = """
            cd '\(folder.path)'
            agenda() { "$agenda" "$@" --now 2026-11-20T12:00:00+01:00; }
            mount -t tmpfs -o size=600k none disk
            \(script)
            """
        return try RunningAgenda(
            "agenda=\"$0\" exec unshare -rm sh -c \"$SCRIPT\"",
            environment: ["AGENDA_DATABASE": folder.file("disk/agenda.db"), "SCRIPT": whole])
    }

    @Test("on a full disk nothing is lost, what is there is shown, and each refusal says why")
    func fullDisk() async throws {
        let run = try run(
            """
            agenda source add a.ics
            agenda add Kept --start 2026-11-22 --quiet > kept
            dd if=/dev/zero of=disk/fill bs=1k 2>/dev/null
            agenda add "$(head -c 5000 /dev/zero | tr '\\0' x)" --start 2026-11-22 > refused
            echo "add: $?"
            sed -i s/One/Two/ a.ics
            agenda list --days 3
            echo "list: $?"
            rm disk/fill
            agenda list --days 3
            echo "list: $?"
            """)
        #expect(try await run.status() == 0)
        #expect(
            run.text == """
                Added a: 1 event
                add: 1
                Today, Fri 2026-11-20
                  no events
                Tomorrow, Sat 2026-11-21
                  10:00        One  [a]
                Sun 2026-11-22
                  all day      Kept  [local]
                list: 3
                Today, Fri 2026-11-20
                  no events
                Tomorrow, Sat 2026-11-21
                  10:00        Two  [a]
                Sun 2026-11-22
                  all day      Kept  [local]
                list: 0

                """)
        let path = folder.file("disk/agenda.db")
        let refusal = "\(path): the disk is full; nothing was changed "
        #expect(run.said.split(separator: "\n").count == 2)
        #expect(run.said.split(separator: "\n").allSatisfy { $0.hasPrefix(refusal) }, "\(run.said)")
        #expect(try String(contentsOfFile: folder.file("refused"), encoding: .utf8) == "")
    }

    @Test("a database on a read-only disk is read, with its log and without")
    func readOnly() async throws {
        let run = try run(
            """
            agenda source add a.ics --quiet
            agenda list --days 3 > /dev/null
            mount -o remount,ro disk
            agenda list --days 3 --quiet; echo "list: $?"
            agenda add No --start 2026-11-22; echo "add: $?"
            mount -o remount,rw disk
            agenda refresh --quiet
            rm -f disk/agenda.db-wal disk/agenda.db-shm
            mount -o remount,ro disk
            agenda list --days 3 --quiet; echo "list: $?"
            """)
        #expect(try await run.status() == 0)
        let list = "Tomorrow, Sat 2026-11-21\n  10:00        One\n"
        // The source's version, read a moment after it was written, can wait to be noted.
        #expect(run.text == "\(list)list: 0\nadd: 1\n\(list)list: 0\n", "\(run.said)")
    }

    @Test("a mount that vanishes and comes back")
    func unmounted() async throws {
        let run = try run(
            """
            cp a.ics disk/b.ics
            await() { until [ -e "$1" ]; do sleep 0.1; done; }
            (await vanish; umount -l disk; await return
             mount -t tmpfs none disk; sed s/One/Back/ a.ics > disk/b.ics) &
            AGENDA_DATABASE="$PWD/agenda.db"
            export AGENDA_DATABASE
            agenda source add disk/b.ics --quiet
            exec "$agenda" watch --now 2026-11-20T12:00:00+01:00
            """)
        try await run.wait(for: "One")
        _ = try folder.write("vanish", "")
        try await run.wait(for: "disk/b.ics: it is gone; its last known events are shown")
        _ = try folder.write("return", "")
        try await run.wait(for: "changed  Sat 2026-11-21  10:00        Back")
        #expect(!run.text.contains("removed"))
        _ = try await run.end(SIGTERM)
    }

    @Test(
        "a folder that is a mount point, and one with a mount in it, keep the events of a missing disk"
    )
    func unmountedFolder() async throws {
        let run = try run(
            """
            mkdir home home/team point
            mount -t tmpfs none point
            mount -t tmpfs none home/team
            cp a.ics point/
            sed s/:a/:b/ a.ics | sed s/One/Two/ > home/b.ics
            sed s/:a/:c/ a.ics | sed s/One/Three/ > home/team/c.ics
            AGENDA_DATABASE="$PWD/agenda.db"
            export AGENDA_DATABASE
            agenda source add point --quiet
            agenda source add home --together --quiet
            agenda refresh --quiet
            umount point home/team
            agenda list --days 2 | grep -c 10:00
            agenda list --days 2 | grep -c 10:00
            agenda refresh --rebuild
            agenda list --days 2 | grep -c 10:00
            mount -t tmpfs none point
            cp a.ics point/
            agenda list --days 2 | grep -c 10:00
            rm point/a.ics
            agenda list --days 2 | grep -c 10:00
            rm -r home/team
            agenda list --days 2 | grep -c 10:00
            """)
        #expect(try await run.status() == 0)
        let counts = run.text.split(separator: "\n").map(String.init).filter { $0.count == 1 }
        // Three until the user empties one and removes the other.
        #expect(counts == ["3", "3", "3", "3", "2", "1"], "\(run.text)\n\(run.said)")
        #expect(
            run.said.contains(
                "point: it is empty and on another disk than before; its last known events are shown"
            ), "\(run.said)")
    }

    @Test(
        "what is mounted over a folder that exists is seen at once, and so is its going",
        arguments: ["-t tmpfs none", "--bind other"])
    func mountedOver(kind: String) async throws {
        let run = try run(
            """
            mkdir point other
            cp a.ics point/
            "$agenda" watch point --now 2026-11-20T12:00:00+01:00 > out &
            watcher=$!
            until grep -q One out; do sleep 0.05; done
            mount \(kind) point
            sed s/One/Two/ a.ics > point/b.ics
            until grep -q Two out; do sleep 0.05; done
            umount point
            until tail -n 1 out | grep -q One; do sleep 0.05; done
            kill $watcher
            wait
            """)
        #expect(try await run.status() == 0)
    }

    @Test("a folder whose bind mount is gone is not empty, but missing")
    func bind() async throws {
        let run = try run(
            """
            mkdir point below below/b team other
            cp a.ics team/
            sed s/:a/:b/ a.ics | sed s/One/Two/ > other/b.ics
            sed s/:a/:c/ a.ics | sed s/One/Three/ > below/c.ics
            mount --bind team point
            mount --bind other below/b
            AGENDA_DATABASE="$PWD/agenda.db"
            export AGENDA_DATABASE
            agenda source add point --quiet
            agenda source add below --together --quiet
            agenda refresh --quiet
            umount point below/b
            agenda list --days 2 | grep -c 10:00
            mount --bind team point
            rm point/a.ics
            agenda list --days 2 | grep -c 10:00
            """)
        #expect(try await run.status() == 0)
        let counts = run.text.split(separator: "\n").map(String.init).filter { $0.count == 1 }
        #expect(counts == ["3", "2"], "\(run.text)\n\(run.said)")
        #expect(run.said.contains("point: it is empty and on another disk than before"))
    }

    @Test(
        "where the kernel watches no more, files are looked at now and then, and that is said once",
        arguments: [
            (
                "max_inotify_watches", 2,
                "the limit of watched folders (fs.inotify.max_user_watches)"
            ),
            (
                "max_inotify_instances", 0,
                "the limit of watching programs (fs.inotify.max_user_instances)"
            ),
        ])
    func limits(name: String, limit: Int, words: String) async throws {
        let run = try run(
            """
            echo \(limit) > /proc/sys/user/\(name)
            exec "$agenda" watch a.ics --now 2026-11-20T12:00:00+01:00
            """)
        try await run.wait(for: "One")
        try await run.wait(for: words)
        for summary in ["Two", "Three"] {
            try write(summary, to: "a.ics")
            try await run.wait(for: "changed  Sat 2026-11-21  10:00        \(summary)")
        }
        #expect(
            run.said == "a.ics: \(words) is reached: checked every two seconds\n", "\(run.said)")
        _ = try await run.end(SIGTERM)
    }

    @Test("when more happens than the kernel remembers, everything is looked at again")
    func overflow() async throws {
        let queue = try String(
            contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        let count = try #require(Int(queue.filter(\.isNumber)))
        try write("One", to: "disk/a.ics")
        let run = try RunningAgenda(
            "cd '\(folder.path)'; exec \"$0\" watch disk --now 2026-11-20T12:00:00+01:00")
        try await run.wait(for: "One")
        try run.send(SIGSTOP)
        // Two names in turn: the same event twice in a row is remembered once.
        for number in 0...(count / 2) {
            let name = folder.file("disk/x\(number % 2).ics")
            close(open(name, O_WRONLY | O_CREAT, 0o600))
        }
        for number in 0...1 { unlink(folder.file("disk/x\(number).ics")) }
        try write("Two", to: "disk/a.ics")
        try run.send(SIGCONT)
        try await run.wait(for: "changed  Sat 2026-11-21  10:00        Two")
        _ = try await run.end(SIGTERM)
    }
}

private enum Namespaces {
    /// Whether this machine lets us have them.
    static let areAvailable: Bool = {
        let probe = Process()
        probe.executableURL = URL(filePath: "/usr/bin/unshare")
        probe.arguments = ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
        probe.standardError = FileHandle.nullDevice
        guard (try? probe.run()) != nil else { return false }
        probe.waitUntilExit()
        return probe.terminationStatus == 0
    }()
}
