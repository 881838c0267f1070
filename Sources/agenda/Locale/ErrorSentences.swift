import AgendaKit

extension AgendaError {
    /// `place: message (cause): remedy`, in the reader's language.
    var sentence: String {
        var text = (place.isEmpty ? "" : "\(place): ") + message.text
        if let cause { text += " (\(cause))" }
        if let remedy { text += ": \(remedy.text)" }
        return text
    }

    /// What is wrong: the library's words where nothing is put into them.
    private var message: Message {
        switch reason {
        case .manyOtherFiles(let limit): "more than \(limit) files there are no calendars"
        case .newerSchema(let found, let known):
            "a newer agenda has written this database (schema \(found), this program knows \(known))"
        case .olderSchema(let found): "an older agenda has written this database (schema \(found))"
        case .stillImporting: "another agenda is still importing"
        case .alreadySource(let name): "this is a source already, named '\(name)'"
        case .severalEvents(let ids): "several events begin so: \(Reason.some(ids))"
        case .severalInstances(let ids): "several instances begin so: \(Reason.some(ids))"
        case .notInCalendar(let calendar): "the event is not in '\(calendar)' any more"
        case .severalCalendars(let names): "several calendars have the event: \(Reason.some(names))"
        case .severalFiles(let paths): "several files hold the event: \(Reason.some(paths))"
        case .uidTaken(let calendar): "'\(calendar)' has an event with this UID"
        case .hasEvent(let calendar): "'\(calendar)' has the event already"
        case .notInLatin1(let letter):
            "the file is in Latin-1 (Windows-1252), which cannot hold '\(letter)'"
        case .zoneOfFile(let zone, _): "its file alone knows the time zone '\(zone)'"
        default: Message(stringLiteral: reason.message)
        }
    }

    /// What to do about it.
    private var remedy: Message? {
        switch reason {
        case .cannotWrite: "make room, check the rights"
        case .cannotMakeFolder: "check the rights, or name another file with --database"
        case .libicalMissing: "install the package libical3 (or libical3t64, libical)"
        case .fileChanged, .eventChanged: "look at it and try again"
        case .fileInUse, .databaseBusy: "try again when it is done"
        case .noCalendarFiles: "name a folder of .ics files, or a file"
        case .emptyFile, .notICalendar: "a calendar begins with BEGIN:VCALENDAR"

        case .noDatabase: "add a calendar with 'agenda source add PATH'"
        case .danglingLink: "mount what it leads to, or remove the link"
        case .foreignDatabase: "name another file"
        case .newerSchema: "use that version, or name another file with --database"
        case .olderSchema: "'agenda refresh' brings it up to date"
        case .olderThanBackup: "restore it from the backup"
        case .databaseReplaced: "try again"
        case .notADatabase: "put it aside and name another file with --database"
        case .diskFull: "make room, try again"
        case .databaseInaccessible:
            "check the disk and the rights, or name another file with --database"
        case .keepsChanging: "try again when they are done"
        case .stillImporting: "what is stored so far is shown"
        case .backupOfAnotherUser: "remove it, or make it yours"

        case .sourceNameTaken: "choose one with --name"
        case .alreadySource: "change it with 'agenda source set'"
        case .noSuchSource: "'agenda source list' names them all"
        case .sourceChanged: "undo the later changes first, or change it again"
        case .localStays: "delete its events one by one with 'agenda delete'"
        case .readOnly: "'agenda source set \(place) --writable' allows edits"

        case .noSuchEvent: "'agenda list --json' shows the ids"
        case .severalEvents, .severalInstances: "write more of the id"
        case .severalCalendars: "name one of them"
        case .severalFiles: "remove all but one of them"
        case .severalWithUID, .startTaken: "give each a UID of its own"

        case .uidTaken: "give it another one"
        case .hasEvent: "delete it in one of the two"
        case .noInstances: "check its start, end and rule"
        case .changedSince: "undo the later changes first, or edit it"
        case .unreadablePart, .incomplete: "'agenda doctor' says what is wrong with it"
        case .unreadableReceived: "export it again"
        case .incompleteReceived: "save it again where it comes from"
        case .uneditableEncoding: "convert it to UTF-8 to edit it"
        case .notInLatin1: "convert the file to UTF-8, or write it without"
        case .otherContent: "put the calendar into a file of its own to edit it"
        case .zoneOfFile(_, .move): "give the event another time zone"
        case .zoneOfFile(_, .copy): "copy it within its own calendar, or give it another zone"
        case .zoneOfFile(_, .reception): "import it into a file or folder, which keeps the zone"
        case .otherZoneRules: "import into another calendar"
        case .addsDates: "ask for the whole event"
        case .instanceRecurs: "change the whole series, or this instance and all later ones"
        case .extraDate: "change it alone, or the whole series"
        case .indivisible: "change this instance alone, or the whole series"
        case .fixedDays: "say how the event repeats from now on, too"
        case .instancesOnly: "change them one by one"

        case .noSuchChange: "'agenda history' shows them"
        case .inAnotherFile: "edit that one, or remove the file and undo again"
        default: reason.readingRemedy.map(Message.init(stringLiteral:))
        }
    }
}
