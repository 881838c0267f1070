package import ICalendar

extension AgendaError: CustomStringConvertible {
    /// `place: message (cause)`, one line of English.
    public var description: String {
        (place.isEmpty ? "" : "\(place): ") + reason.wording.description
            + (cause.map { " (\($0))" } ?? "")
    }

    /// What the layer below said.
    package var cause: String? {
        switch reason {
        case .cannotRead(let cause), .cannotWrite(let cause), .cannotMakeFolder(let cause),
            .cannotLock(let cause),
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
    package var wording: Wording {
        switch self {
        case .noSuchFile: "no such file or folder"
        case .cannotRead: "cannot be read"
        case .cannotWrite: "cannot be written"
        case .cannotLock: "cannot be locked"
        case .fileProtected: "the file is write-protected, so it was not changed"
        case .cannotMakeFolder: "the folder cannot be created"
        case .cannotReadStream: "cannot be read"
        case .libicalMissing: "libical is not installed"
        case .zonesMissing: "this system has no time zone data"
        case .notAFile(let kind): Wording(stringLiteral: "this is a \(kind), not a file")
        case .isFolder: "this is now a folder, not a file"
        case .fileChanged: "another program has changed the file"
        case .fileInUse: "another program has the file open for writing"
        case .nameNotUTF8: "its name is not UTF-8, so it is not read"
        case .manyOtherFiles(let limit): "more than \(limit) files there are not calendars"
        case .notMounted:
            "it is empty and on another disk than before; its last known events are shown"
        case .gone: "it is gone; its last known events are shown"
        case .noCalendarFiles: "no .ics files in this folder"
        case .emptyFile: "the file is empty"
        case .notICalendar: "not an iCalendar file"

        case .noDatabase: "there is no database"
        case .danglingLink: "broken symbolic link"
        case .foreignDatabase: "this is another program's database"
        case .newerSchema(let found, let known):
            "written by a newer version (schema \(found); this one reads up to \(known))"
        case .olderSchema(let found): "written by an older version (schema \(found))"
        case .olderThanBackup: "the database is older than its backup"
        case .databaseReplaced: "another program replaced the database"
        case .notADatabase: "not a database, or a damaged one"
        case .damaged: "the database is damaged"
        case .rowMissing(let table): "the database has no \(table) row"
        case .textDamaged: "a stored text is damaged"
        case .localTextDamaged: "the text of a local event is damaged"
        case .diskFull: "the disk is full; nothing was changed"
        case .databaseBusy: "another program is using the database"
        case .databaseInaccessible: "the database cannot be read or written"
        case .databaseFailed: "database error"
        case .nothingWritten: "nothing was written"
        case .keepsChanging: "other programs keep changing the database"
        case .stillImporting: "another program is still importing"
        case .backupOfAnotherUser: "the folder belongs to another user"

        case .sourceNameTaken: "another source has this name"
        case .alreadySource(let name): "already a source, named '\(name)'"
        case .noReader: "sources of this kind cannot be read here"
        case .noSuchSource: "no source with this name"
        case .sourceChanged: "the source has changed since"
        case .rulesChanged: "the rules have changed since"
        case .localHasNoPath: "the local calendar exists only in the database"
        case .localStays: "the local calendar exists only in the database and cannot be removed"
        case .readOnly: "this calendar is read-only"
        case .contactsOnlyRead: "contacts are only read"

        case .linkNameTaken: "another shared link has this name"
        case .noSuchLink: "no such shared link"
        case .unreadableLinks: "this is no list of shared links"
        case .mirrorNameTaken: "another mirror has this name"
        case .noSuchMirror: "no such mirror"
        case .unreadableMirrors: "this is no list of mirrors"
        case .unreadableBrowsers: "this is no list of signed-in browsers"
        case .unreadableProposals: "this is no list of proposals"
        case .unreadableAlarms: "this is no list of alarms"
        case .earlierAlarms: "earlier alarms of the series are still to come"

        case .noSuchEvent: "no such event"
        case .noSuchInstance: "no such instance"
        case .noSuchSeries: "no such series"
        case .severalEvents(let ids): "matches several events: \(Self.some(ids))"
        case .severalInstances(let ids): "matches several instances: \(Self.some(ids))"
        case .notInCalendar(let calendar): "the event is no longer in '\(calendar)'"
        case .severalCalendars(let names): "several calendars have the event: \(Self.some(names))"
        case .severalWithUID: "its file has several events with this UID"
        case .startTaken: "another event with this UID starts at that time"

        case .refused(let text): Wording(stringLiteral: text)
        case .uidTaken(let calendar): "'\(calendar)' already has an event with this UID"
        case .hasEvent(let calendar): "'\(calendar)' already has this event"
        case .noInstances: "the event would never take place"
        case .eventChanged: "the event has changed in the meantime"
        case .changedSince(let properties, let change): Self.changed(properties, by: change)
        case .badName: "no calendar file can have this name"
        case .cannotStore: "the event cannot be stored"
        case .unreadablePart, .unreadableReceived: "part of the event cannot be read"
        case .incomplete, .incompleteReceived: "the file is not a complete calendar"
        case .uneditableEncoding: "the file is in UTF-16, or its lines end in CR"
        case .notInLatin1(let letter):
            "the file is in Latin-1 (Windows-1252), which cannot hold '\(letter)'"
        case .otherContent: "the file holds something besides the calendar"
        case .zoneOfFile(let zone, _): "the time zone '\(zone)' is defined only in its file"
        case .otherZoneRules: "this zone has other rules in the calendar's file"
        case .answersInvitation: "this is a reply to an invitation and has no event"
        case .addsDates: "METHOD:ADD adds dates to an existing event"
        case .instanceRecurs: "a single instance cannot repeat"
        case .extraDate: "this instance is an extra date, not one of the rule's"
        case .indivisible: "the series cannot be split here without changing its other days"
        case .fixedDays: "the rule names fixed days, which do not move"
        case .instancesOnly: "this calendar has only single instances of the series"
        case .copyScope: "only one instance or the whole series can be copied"
        case .moveScope: "only whole events can be moved"
        case .noSuchDraft: "the draft belongs to no stored event"

        case .invitation(let fault): fault.wording
        case .scheduling(let fault): fault.wording

        case .nothingToUndo: "nothing to undo"
        case .nothingToRedo: "nothing to redo"
        case .noSuchChange: "no such change to undo"
        case .notMade: "the change is not in its calendar"
        case .calendarRemoved: "its calendar was removed"
        case .inAnotherFile: "this file now holds the event"
        }
    }

    /// `LOCATION has changed since, by change 17`.
    private static func changed(_ properties: [String], by change: Int64?) -> Wording {
        let isWhole = properties.isEmpty || properties.contains { $0 == "VEVENT" || $0 == "VTODO" }
        switch (isWhole, change) {
        case (true, nil): return "the event has changed since"
        case (true, let change?): return "the event has changed since, by change \(change)"
        case (false, nil): return "\(some(properties)) has changed since"
        case (false, let change?):
            return "\(some(properties)) has changed since, by change \(change)"
        }
    }

    /// As many of a list as a line holds.
    package static func some(_ names: [String]) -> String {
        names.prefix(8).joined(separator: ", ") + (names.count > 8 ? ", …" : "")
    }
}

extension AgendaError.Reason {
    /// The kind of failure.
    var code: AgendaError.Code {
        switch self {
        case .noSuchFile, .gone, .noDatabase, .danglingLink, .noSuchSource, .noSuchLink,
            .noSuchMirror, .noSuchEvent,
            .noSuchInstance, .noSuchSeries, .notInCalendar, .nothingToUndo, .nothingToRedo,
            .noSuchChange, .notMade, .calendarRemoved:
            .notFound
        case .unreadableLinks, .unreadableMirrors, .unreadableBrowsers, .unreadableAlarms,
            .unreadableProposals, .cannotRead, .libicalMissing, .zonesMissing,
            .cannotReadStream,
            .notAFile, .isFolder,
            .nameNotUTF8, .notMounted, .noReader:
            .unreadable
        case .noCalendarFiles, .emptyFile, .notICalendar: .notACalendar
        case .manyOtherFiles: .tooManyFiles
        case .newerSchema: .storeTooNew
        case .databaseBusy, .keepsChanging, .stillImporting: .storeBusy
        case .cannotWrite, .cannotLock, .cannotMakeFolder, .diskFull, .databaseInaccessible,
            .backupOfAnotherUser:
            .storeUnwritable
        case .notADatabase, .damaged, .rowMissing, .localTextDamaged, .textDamaged: .storeDamaged
        case .olderThanBackup: .storeOutdated
        case .databaseReplaced: .storeReplaced
        case .databaseFailed, .nothingWritten: .storeFailed
        default: .invalid
        }
    }
}
