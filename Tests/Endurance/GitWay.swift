import Glibc

/// Checks out another commit in a repository: git unlinks the file and creates it again.
extension WritingWay {
    static let git: WritingWay = {
        guard let git = Programs.path(of: "git") else {
            return WritingWay(name: "git", isProgram: false) { draft in
                try SystemCalls.remove(draft.file)
                try SystemCalls.write(draft.text, to: draft.file, flags: O_CREAT | O_EXCL)
            }
        }
        return WritingWay(
            name: "git", isProgram: true,
            prepare: { place in
                for arguments in [
                    ["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "First"],
                    ["worktree", "add", "--quiet", "--detach", place.beside + "/tree"],
                ] { try run(git, place.folder, arguments, place.scratch) }
            },
            write: { draft in
                // The commit is made in another worktree.
                let (tree, scratch) = (draft.place.beside + "/tree", draft.place.scratch)
                try SystemCalls.write(draft.text, to: tree + "/" + draft.name)
                let commit = ["commit", "--quiet", "--all", "--message", draft.token]
                try run(git, tree, commit, scratch)
                let head = try run(git, tree, ["rev-parse", "HEAD"], scratch).dropLast()
                let checkout = ["checkout", "--quiet", "--detach", String(head)]
                try run(git, draft.place.folder, checkout, scratch)
            })
    }()

    @discardableResult
    private static func run(
        _ git: String, _ folder: String, _ arguments: [String], _ scratch: Scratch
    ) throws -> String {
        let identity = ["-c", "user.name=Kim", "-c", "user.email=kim@example.org"]
        let settings = ["-c", "init.defaultBranch=main", "-c", "core.autocrlf=false"]
        return try Programs.run([git, "-C", folder] + identity + settings + arguments, scratch)
    }
}
