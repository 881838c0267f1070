extension AgendaError: CustomStringConvertible {
    /// `place: message (cause)`, one line of English.
    public var description: String {
        (place.isEmpty ? "" : "\(place): ") + reason.message + (cause.map { " (\($0))" } ?? "")
    }

    /// What the layer below said.
    package var cause: String? {
        switch reason {
        case .cannotRead(let cause), .cannotWrite(let cause), .cannotMakeFolder(let cause),
            .cannotReadStream(let cause):
            cause
        case .libicalMissing(let cause), .notADatabase(let cause), .damaged(let cause),
            .diskFull(let cause),
            .databaseBusy(let cause), .databaseInaccessible(let cause), .databaseFailed(let cause):
            cause
        case .olderThanBackup(let revision, let backup): "change \(revision) of \(backup)"
        default: nil
        }
    }
}

extension AgendaError.Reason {
    /// What is wrong, in English, without the cause.
    package var message: String {
        switch self {
        case .noSuchFile: "there is no such file or folder"
        case .cannotRead: "it cannot be read"
        case .cannotWrite: "it cannot be written"
        case .cannotMakeFolder: "the folder cannot be made"
        case .cannotReadStream: "cannot be read"
        case .libicalMissing: "libical 3 is not installed"
        case .notAFile(let kind): "this is a \(kind), not a file"
        case .isFolder: "this is a folder now, not a file"
        case .fileChanged: "another program has changed the file meanwhile"
        case .fileInUse: "another program has the file open for writing"
        case .nameNotUTF8: "its name is not UTF-8, and it is not read"
        case .manyOtherFiles(let limit): "more than \(limit) files there are no calendars"
        case .notMounted:
            "it is empty and lies on another disk than before, and its last events are shown"
        case .gone: "it is gone, and its last events are shown"
        case .noCalendarFiles: "the folder holds no .ics file"
        case .emptyFile: "the file is empty"
        case .notICalendar: "this is no iCalendar file"

        case .noDatabase: "there is no database"
        case .danglingLink: "it is a link to nothing"
        case .foreignDatabase: "this is another program's database"
        case .newerSchema(let found, let known):
            "a newer version has written this database (schema \(found), this one knows \(known))"
        case .olderSchema(let found): "an older version has written this database (schema \(found))"
        case .olderThanBackup: "the database is older than its backup"
        case .databaseReplaced: "another program replaced the database"
        case .notADatabase: "this is no database, or a damaged one"
        case .damaged: "the database is damaged"
        case .rowMissing(let table): "the database has no \(table) row"
        case .localTextDamaged: "a local event's text is damaged"
        case .diskFull: "the disk is full; nothing was changed"
        case .databaseBusy: "another program holds the database"
        case .databaseInaccessible: "the database cannot be read or written"
        case .databaseFailed: "the database failed"
        case .nothingWritten: "nothing was written"
        case .keepsChanging: "other programs keep changing the database"
        case .stillImporting: "another program is still importing"
        case .backupOfAnotherUser: "the folder belongs to somebody else"

        case .sourceNameTaken: "another source has this name"
        case .alreadySource(let name): "this is a source already, named '\(name)'"
        case .noSuchSource: "there is no source of this name"
        case .sourceChanged: "the source was changed since"
        case .localHasNoPath: "the local calendar lies in the database alone"
        case .localStays: "the local calendar lives in the database alone and cannot be removed"
        case .readOnly: "this calendar is read only"

        case .noSuchEvent: "there is no such event"
        case .noSuchInstance: "there is no such instance"
        case .noSuchSeries: "there is no such series"
        case .severalEvents(let ids): "several events begin so: \(Self.some(ids))"
        case .severalInstances(let ids): "several instances begin so: \(Self.some(ids))"
        case .notInCalendar(let calendar): "the event is not in '\(calendar)' any more"
        case .severalCalendars(let names): "several calendars have the event: \(Self.some(names))"
        case .severalFiles(let paths): "several files hold the event: \(Self.some(paths))"
        case .severalWithUID: "its file has several events with this UID"
        case .startTaken: "another event with this UID starts at that time"

        case .refused(let text): text
        case .uidTaken(let calendar): "'\(calendar)' has an event with this UID"
        case .hasEvent(let calendar): "'\(calendar)' has the event already"
        case .noInstances: "the event would be on no day"
        case .eventChanged: "the event was changed meanwhile"
        case .changedSince: "the event was changed since"
        case .cannotStore: "the event cannot be stored"
        case .unreadablePart, .unreadableReceived: "a part of the event cannot be read"
        case .incomplete, .incompleteReceived: "the file is no whole calendar"
        case .uneditableEncoding: "the file is in UTF-16, or its lines end in CR"
        case .notInLatin1(let letter):
            "the file is in Latin-1 (Windows-1252), which cannot hold '\(letter)'"
        case .otherContent: "the file holds something else beside the calendar"
        case .zoneOfFile(let zone, _): "its file alone knows the time zone '\(zone)'"
        case .otherZoneRules: "this zone has other rules in the calendar's file"
        case .answersInvitation: "the calendar answers an invitation and brings no event"
        case .addsDates: "METHOD:ADD adds dates to an event that is there"
        case .instanceRecurs: "one instance cannot recur by itself"
        case .extraDate: "this instance is an extra date, not one of the rule's"
        case .indivisible: "the series cannot be divided here without changing its other days"
        case .fixedDays: "the rule names days that do not move along"
        case .instancesOnly: "this calendar has single instances of the series only"
        case .copyScope: "one instance can be copied, or the whole series"
        case .moveScope: "only whole events can be moved"
        case .noSuchDraft: "the draft is of no event that is stored"

        case .nothingToUndo: "there is nothing to undo"
        case .nothingToRedo: "there is nothing to redo"
        case .noSuchChange: "there is no such change to undo"
        case .calendarRemoved: "its calendar was removed"
        case .inAnotherFile: "this file holds the event by now"
        }
    }

    /// As many of a list as a line holds.
    package static func some(_ names: [String]) -> String {
        names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    }
}

extension AgendaError.Reason {
    /// What to do about a source or a file of one that cannot be read, which is stored beside it.
    package var readingRemedy: String? {
        switch self {
        case .noSuchFile: "check the path"
        case .cannotRead: "check the rights"
        case .notAFile: "put a calendar file there, or take it away"
        case .isFolder: "remove the source and add the folder"
        case .nameNotUTF8: "rename it"
        case .manyOtherFiles: "name the folder that holds the calendars"
        case .notMounted: "mount its disk, or remove the source"
        case .gone: "put it back, or remove the source"
        default: nil
        }
    }

    /// The kind of failure.
    var code: AgendaError.Code {
        switch self {
        case .noSuchFile, .gone, .noDatabase, .danglingLink, .noSuchSource, .noSuchEvent,
            .noSuchInstance, .noSuchSeries, .notInCalendar, .nothingToUndo, .nothingToRedo,
            .noSuchChange, .calendarRemoved:
            .notFound
        case .cannotRead, .libicalMissing, .cannotReadStream, .notAFile, .isFolder, .nameNotUTF8,
            .notMounted:
            .unreadable
        case .noCalendarFiles, .emptyFile, .notICalendar: .notACalendar
        case .manyOtherFiles: .tooManyFiles
        case .newerSchema: .storeTooNew
        case .databaseBusy, .keepsChanging, .stillImporting: .storeBusy
        case .cannotWrite, .cannotMakeFolder, .diskFull, .databaseInaccessible,
            .backupOfAnotherUser:
            .storeUnwritable
        case .notADatabase, .damaged, .rowMissing, .localTextDamaged: .storeDamaged
        case .olderThanBackup: .storeOutdated
        case .databaseReplaced: .storeReplaced
        case .databaseFailed, .nothingWritten: .storeFailed
        default: .invalid
        }
    }
}
