import Glibc

/// Editors and the shell.
extension WritingWay {
    static let editors: [WritingWay] = [
        vim("vim", backupCopy: "no") { draft in
            try moveAwayAndWrite(draft)
            try SystemCalls.remove(draft.file + "~")
        },
        vim("vim-in-place", backupCopy: "yes") { draft in
            try SystemCalls.write(draft.text, to: draft.file, syncs: true)
        },
        emacs("emacs", setting: "nil") { draft in try moveAwayAndWrite(draft) },
        emacs("emacs-precious", setting: "t") { draft in
            try replace(draft, by: draft.sibling("tmpPrecious"), syncs: true)
        },
        WritingWay(name: "sed", isProgram: sed != nil) { draft in
            guard let sed else { return try replace(draft, by: draft.sibling("sed1a2B3c")) }
            try draft.run(sed, "-i", "s/\(draft.previousToken)/\(draft.token)/", draft.file)
        },
        WritingWay(name: "shell-write", isProgram: true) { draft in
            try draft.run("/bin/sh", "-c", "cat $0 > $1", draft.draftFile(), draft.file)
        },
        WritingWay(name: "shell-append", isProgram: true, appends: true) { draft in
            try draft.run("/bin/sh", "-c", "cat $0 >> $1", draft.draftFile(), draft.file)
        },
        // Neither the modification time nor the size reveals the write.
        WritingWay(name: "same-size-same-time", isProgram: false) { draft in
            let time = try SystemCalls.modificationTime(of: draft.file)
            try SystemCalls.write(draft.text, to: draft.file, flags: 0)
            try SystemCalls.setModificationTime(time, of: draft.file)
        },
    ]

    private static let sed = Programs.path(of: "sed")

    private static func vim(
        _ name: String, backupCopy: String, calls: @escaping @Sendable (Draft) throws -> Void
    ) -> WritingWay {
        let vim = Programs.path(of: "vim")
        return WritingWay(name: name, isProgram: vim != nil) { draft in
            guard let vim else { return try calls(draft) }
            try draft.run(
                vim, "-N", "-u", "NONE", "-i", "NONE", "-es",
                "-c", "set writebackup fsync backupcopy=" + backupCopy,
                "-c", "%s/\(draft.previousToken)/\(draft.token)/", "-c", "wq", draft.file)
        }
    }

    /// While a file has unsaved changes, Emacs keeps a link `.#NAME` that names its process.
    private static func emacs(
        _ name: String, setting: String, calls: @escaping @Sendable (Draft) throws -> Void
    ) -> WritingWay {
        let emacs = Programs.path(of: "emacs")
        return WritingWay(name: name, isProgram: emacs != nil) { draft in
            guard let emacs else {
                let lock = draft.sibling(".#" + draft.name)
                try SystemCalls.symbolicLink(to: "someone@example.1234:1", at: lock)
                try calls(draft)
                return try SystemCalls.remove(lock)
            }
            try draft.run(
                emacs, "-Q", "--batch", draft.file, "--eval",
                """
                (progn (setq file-precious-flag \(setting))
                  (search-forward "\(draft.previousToken)") (replace-match "\(draft.token)" t t)
                  (save-buffer))
                """)
        }
    }

    /// Renames the old file to the backup, and writes a new file of its name.
    private static func moveAwayAndWrite(_ draft: Draft) throws {
        try SystemCalls.move(draft.file, to: draft.file + "~")
        try SystemCalls.write(draft.text, to: draft.file, flags: O_CREAT | O_EXCL, syncs: true)
    }

    /// Writes a file beside the old one and renames it over that.
    static func replace(_ draft: Draft, by path: String, syncs: Bool = false) throws {
        try SystemCalls.write(draft.text, to: path, flags: O_CREAT | O_EXCL, syncs: syncs)
        try SystemCalls.move(path, to: draft.file)
    }
}
