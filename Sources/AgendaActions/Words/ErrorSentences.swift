package import AgendaKit
import ICalendar

extension AgendaError {
    /// `place: message (cause): remedy`, in the reader's language.
    package var sentence: String {
        var text = (place.isEmpty ? "" : "\(place): ") + Message(reason.wording).text
        if let cause { text += " (\(cause))" }
        if let remedy { text += ": \(remedy.text)" }
        return text
    }

    /// What to do about it.
    private var remedy: Message? {
        switch reason {
        case .cannotWrite: "free some space, or check the permissions"
        case .cannotLock: "check the disk, or choose another file with --database"
        case .fileProtected:
            "make it writable first ('chmod u+w'), or copy the event to another calendar"
        case .cannotMakeFolder: "check the permissions, or choose another file with --database"
        case .libicalMissing:
            "install libical 3 or 4 (the package libical3, libical3t64 or libical), "
                + "or name its folder in AGENDA_LIBRARY_PATH"
        case .zonesMissing: "install the package tzdata"
        case .fileChanged, .eventChanged: "look at it again, then retry"
        case .fileInUse, .databaseBusy: "try again when it has finished"
        case .noCalendarFiles: "give a folder with .ics or .vcf files, or a file"
        case .emptyFile, .notICalendar:
            "a calendar starts with BEGIN:VCALENDAR, a contact with BEGIN:VCARD"

        case .noDatabase: "add a calendar with 'agenda source add PATH'"
        case .danglingLink: "mount its target, or remove the link"
        case .foreignDatabase: "choose another file"
        case .newerSchema: "use that version, or choose another file with --database"
        case .olderSchema: "run 'agenda refresh' to update it"
        case .olderThanBackup: "restore it from the backup"
        case .databaseReplaced: "try again"
        case .notADatabase: "move it away, or choose another file with --database"
        case .textDamaged: "run 'agenda refresh --rebuild'"
        case .diskFull: "free some space and try again"
        case .databaseInaccessible:
            "check the disk and the permissions, or choose another file with --database"
        case .keepsChanging: "try again when they have finished"
        case .stillImporting: "what is stored so far is shown"
        case .backupOfAnotherUser: "remove it, or change its owner"

        case .sourceNameTaken: "choose another with --name"
        case .alreadySource: "change it with 'agenda source set'"
        case .noSuchSource: "see 'agenda source list'"
        case .sourceChanged, .rulesChanged: "undo the later changes first, or change it again"
        case .localStays: "delete its events with 'agenda delete'"
        case .contactsOnlyRead: "change the contact in the program that keeps it"
        case .readOnly: "to allow edits, run 'agenda source set \(place) --writable'"

        case .linkNameTaken: "choose another with --name"
        case .noSuchLink: "see 'agenda share list'"
        case .mirrorNameTaken: "choose another with --name"
        case .noSuchMirror: "see 'agenda mirror'"
        case .unreadableMirrors: "move it away, and make the mirrors anew"
        case .unreadableLinks: "move it away; links made anew have other addresses"
        case .unreadableBrowsers: "move it away; each browser then signs in again"
        case .unreadableProposals: "move it away; an assistant then proposes its changes again"
        case .unreadableAlarms: "move it away; alarms that still matter are then shown again"

        case .noSuchEvent: "find its id with 'agenda list --ids'"
        case .severalEvents, .severalInstances: "give more of the id"
        case .severalCalendars: "name one of them"
        case .severalWithUID, .startTaken: "give each its own UID"

        case .uidTaken: "give it another UID"
        case .hasEvent: "delete it from one of the two"
        case .noInstances: "check its start, end and rule"
        case .changedSince(_, let change?):
            "edit it, or undo that first: 'agenda undo --only \(change)'"
        case .changedSince: "undo the later changes first, or edit it"
        case .unreadablePart, .incomplete: "see 'agenda doctor'"
        case .unreadableReceived: "export it again"
        case .incompleteReceived: "save it again from its source"
        case .uneditableEncoding: "to edit it, convert it to UTF-8"
        case .notInLatin1: "convert the file to UTF-8, or leave the character out"
        case .otherContent: "to edit it, move the calendar to a file of its own"
        case .zoneOfFile(_, .move): "give the event another time zone"
        case .zoneOfFile(_, .copy): "copy it within its own calendar, or give it another zone"
        case .otherZoneRules: "import into another calendar"
        case .answersInvitation: "take it with 'agenda invite FILE store'"
        case .addsDates: "ask the sender for the whole event"
        case .instanceRecurs: "change the whole series, or this instance and all later ones"
        case .extraDate: "change this instance alone, or the whole series"
        case .indivisible: "change this instance alone, or the whole series"
        case .fixedDays: "also say how the event repeats from then on"
        case .instancesOnly: "change them one by one"

        case .invitation(let fault): fault.remedy
        case .scheduling(.severalOrganizers): "give all parts one organizer"
        case .scheduling(.organizersAlone): "answer it, or ask the organizer"
        case .scheduling(.otherOrganizer): "delete the event, and let the other one invite"
        case .scheduling(.inAnotherCalendar): "change it there, or move it"
        case .scheduling(.tooMuch): "wait a minute"

        case .noSuchChange: "see 'agenda history'"
        case .notMade: "see 'agenda history', and undo an earlier one with --only"
        case .inAnotherFile: "edit that one, or remove the file and undo again"
        default: Diagnostic.Reason(self).remedy
        }
    }
}

extension InvitationFault {
    /// What to do about it.
    package var remedy: Message? {
        switch self {
        case .noEvent: "look for another attachment of the mail"
        case .severalEvents: "import them with 'agenda import'"
        case .unknownMethod: "to take its events all the same, use 'agenda import'"
        case .notAnswered: "use 'store' in place of the answer"
        case .nobody: "say it with --me ADDRESS, AGENDA_ME or 'agenda config me'"
        case .notInvited: "to answer all the same, say as whom with --me ADDRESS"
        case .attendeeNotInvited: "to invite, use 'agenda edit --attendee'"
        case .ownEvent: "change it with 'agenda edit', and send it with 'agenda invite --send'"
        case .noOrganizer: "answer the sender by mail, and take the event with 'store'"
        case .otherOrganizer: "ask both; to take it all the same, delete your copy first"
        case .readOnlyCopy:
            "to show this in its place, take it with 'agenda invite' and --trust-sender"
        case .notOrganizer: "only the organizer invites, and gets replies"
        case .unnamedSender: "to take it all the same, give --trust-sender"
        case .severalAnswer: "ask the attendees for a reply each"
        case .undecided: "take it over with accept, or refuse it with decline"
        case .older: "answer the newest message"
        case .notOnDay: "see its days without an answer"
        case .seriesProposal: "name the day with --on"
        case .noAttendees: "add them with 'agenda edit --attendee'"
        }
    }
}
