package import AgendaKit
import CBuild
import Glibc

/// What two processes must have in common so that one can look at files on behalf of the other.
package struct Viewpoint: Hashable {
    /// The program: another version may read files otherwise.
    package let program: String
    /// Which mounts it sees (mount_namespaces(7)).
    package let mounts: UInt64
    /// Device and number of its root folder (chroot(2)).
    package let root: [UInt64]

    /// This process's; nil where the system does not tell.
    package static var own: Viewpoint? {
        var (mounts, root) = (stat(), stat())
        guard stat("/proc/self/ns/mnt", &mounts) == 0, stat("/", &root) == 0 else { return nil }
        return Viewpoint(
            program: ProgramVersion.number + " " + String(cString: cbuild_commit()),
            mounts: UInt64(mounts.st_ino), root: [UInt64(root.st_dev), UInt64(root.st_ino)])
    }
}

/// What a daemon answers: one packet of text.
package struct DaemonAnswer: Hashable {
    package let viewpoint: Viewpoint
    package let freshness: Freshness

    /// What a command asks. The number is raised when question or answer get another meaning.
    package static let question = "agenda 1 fresh?"

    /// The answer's first line.
    private static let head = "agenda 1 fresh"

    package init(viewpoint: Viewpoint, freshness: Freshness) {
        (self.viewpoint, self.freshness) = (viewpoint, freshness)
    }

    /// The lines: head, program, mounts and root, revision and the sources to look at.
    package var text: String {
        let place = [viewpoint.mounts] + viewpoint.root
        let state = [freshness.revision] + freshness.unsure.sorted()
        return [
            Self.head, viewpoint.program, place.map { "\($0)" }.joined(separator: " "),
            state.map { "\($0)" }.joined(separator: " "),
        ].joined(separator: "\n")
    }

    /// Reads an answer; nil if it is anything else.
    package init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 4, lines[0] == Self.head else { return nil }
        let place = lines[2].split(separator: " ").map { UInt64($0) }
        let state = lines[3].split(separator: " ").map { Int64($0) }
        guard place.count == 3, let mounts = place[0], let device = place[1], let inode = place[2],
            let revision = state.first ?? nil, !state.contains(nil)
        else { return nil }
        self.init(
            viewpoint: Viewpoint(
                program: String(lines[1]), mounts: mounts, root: [device, inode]),
            freshness: Freshness(
                revision: revision, unsure: Set(state.dropFirst().compactMap(\.self))))
    }
}
