import Glibc

/// Calendar programs, synchronizing programs and copying programs.
extension WritingWay {
    static let all = editors + calendars + copies

    private static let calendars: [WritingWay] = [
        // khal and vdirsyncer write with Python's atomicwrites.
        WritingWay(name: "khal", isProgram: false) { draft in
            try replace(draft, by: draft.sibling("tmpx1a2b3c4"), syncs: true)
        },
        WritingWay(name: "vdirsyncer", isProgram: false) { draft in
            try replace(draft, by: draft.sibling(draft.name + ".tmp"), syncs: true)
        },
        // A deleted item that returns must not overwrite anything, so it is linked.
        WritingWay(name: "vdirsyncer-new", isProgram: false) { draft in
            let temporary = draft.sibling(draft.name + ".tmp")
            try SystemCalls.remove(draft.file)
            try SystemCalls.write(draft.text, to: temporary, syncs: true)
            try SystemCalls.hardLink(temporary, as: draft.file)
            try SystemCalls.remove(temporary)
        },
        WritingWay(name: "nextcloud", isProgram: false) { draft in
            try replace(draft, by: draft.sibling(".\(draft.name).~1f2e3d4c"), age: 86_400)
        },
        // nsSafeOutputStream: a unique name with the same extension.
        WritingWay(name: "thunderbird", isProgram: false) { draft in
            try replace(draft, by: draft.sibling("\(draft.name.dropLast(4))-1.ics"), syncs: true)
        },
        // GLib's g_file_replace.
        WritingWay(name: "evolution", isProgram: false) { draft in
            try replace(draft, by: draft.sibling(".goutputstream-A1B2C3"), syncs: true)
        },
    ]

    private static let copies: [WritingWay] = [
        WritingWay(name: "cp", isProgram: cp != nil) { draft in
            guard let cp else { return try SystemCalls.write(draft.text, to: draft.file) }
            try draft.run(cp, draft.draftFile(), draft.file)
        },
        WritingWay(name: "mv", isProgram: mv != nil) { draft in
            let source = try draft.draftFile()
            guard let mv else { return try SystemCalls.move(source, to: draft.file) }
            try draft.run(mv, source, draft.file)
        },
        WritingWay(name: "rsync", isProgram: rsync != nil) { draft in
            guard let rsync else {
                return try replace(draft, by: draft.sibling(".\(draft.name).Ab3dEf"), age: 60)
            }
            try draft.run(rsync, "--times", "--ignore-times", draft.draftFile(), draft.file)
        },
        WritingWay(name: "rsync-in-place", isProgram: rsync != nil) { draft in
            guard let rsync else {
                try SystemCalls.overwrite(draft.file, with: draft.text)
                return try SystemCalls.setModificationTime(past(60), of: draft.file)
            }
            try draft.run(
                rsync, "--times", "--ignore-times", "--inplace", draft.draftFile(), draft.file)
        },
        git,
        WritingWay(name: "data-link", isProgram: false, prepare: prepareDataLink) { draft in
            try swingDataLink(draft)
        },
    ]

    private static let cp = Programs.path(of: "cp")
    private static let mv = Programs.path(of: "mv")
    private static let rsync = Programs.path(of: "rsync")

    /// A time this many seconds ago, in whole seconds, as servers give it.
    private static func past(_ seconds: Int) -> timespec {
        timespec(tv_sec: time(nil) - seconds, tv_nsec: 0)
    }

    /// Replaces the file like a synchronizing program: the new file has the server's time.
    private static func replace(_ draft: Draft, by path: String, age: Int) throws {
        try SystemCalls.write(draft.text, to: path, flags: O_CREAT | O_EXCL)
        try SystemCalls.setModificationTime(past(age), of: path)
        try SystemCalls.move(path, to: draft.file)
    }

    /// Kubernetes and dotfile managers: the file is a link through `..data`, which is replaced.
    @Sendable private static func prepareDataLink(_ place: Place) throws {
        let name = String(place.file.dropFirst(place.folder.count + 1))
        let first = place.folder + "/..first"
        try SystemCalls.makeFolder(first)
        try SystemCalls.move(place.file, to: first + "/" + name)
        try SystemCalls.symbolicLink(to: "..first", at: place.folder + "/..data")
        try SystemCalls.symbolicLink(to: "..data/" + name, at: place.file)
    }

    private static func swingDataLink(_ draft: Draft) throws {
        let (link, new) = (draft.sibling("..data"), draft.sibling("..data_tmp"))
        let old = try SystemCalls.target(ofLink: link)
        try SystemCalls.makeFolder(draft.sibling(".." + draft.token))
        try SystemCalls.write(draft.text, to: draft.sibling("..\(draft.token)/\(draft.name)"))
        try SystemCalls.symbolicLink(to: ".." + draft.token, at: new)
        try SystemCalls.move(new, to: link)
        try SystemCalls.remove(draft.sibling("\(old)/\(draft.name)"))
        try SystemCalls.removeFolder(draft.sibling(old))
    }
}
