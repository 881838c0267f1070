extension AgendaError {
    /// What happened. A cause is what the system or the database said, where it said something.
    ///
    /// Indirect, so that an error, and with it what may hold one, is two words and a pointer.
    public indirect enum Reason: Hashable, Sendable {
        // Files.

        /// There is no such file or folder.
        case noSuchFile
        /// The system does not let it be read.
        case cannotRead(cause: String)
        /// The system does not let it be written.
        case cannotWrite(cause: String)
        /// The system gives no lock on the file, so that nothing may be written.
        case cannotLock(cause: String)
        /// Nobody may write the file, or not this user: somebody protects it.
        case fileProtected
        /// The system does not let the folder be made.
        case cannotMakeFolder(cause: String)
        /// libical, which reads what our own reader does not, is not installed.
        case libicalMissing(cause: String?)
        /// The system has no time zone data, so the times of an event are unknown.
        case zonesMissing
        /// Standard input, or a pipe, cannot be read.
        case cannotReadStream(cause: String)
        /// It is no file, but what is named: `pipe`, `socket` or `device`.
        case notAFile(kind: String)
        /// A folder stands where a source had its file.
        case isFolder
        /// Another program has changed the file since it was read, or holds it open for writing.
        case fileChanged, fileInUse
        /// A file's name is not UTF-8, so the file is not read.
        case nameNotUTF8
        /// A folder holds more files than this that are no calendars.
        case manyOtherFiles(limit: Int)
        /// A folder's disk is not mounted, or a source is gone: the last events read are shown.
        case notMounted, gone
        /// A folder holds no .ics file, a file is empty, or it holds something else.
        case noCalendarFiles, emptyFile, notICalendar

        // The store.

        /// There is no database, or a link where it should be leads nowhere.
        case noDatabase, danglingLink
        /// The database is another program's.
        case foreignDatabase
        /// A newer version has written the database.
        case newerSchema(found: Int, known: Int)
        /// An older version has written the database, which is not brought up to date here.
        case olderSchema(found: Int)
        /// The database holds fewer changes than its backup.
        case olderThanBackup(revision: Int64, backup: Int64)
        /// Another file stands where the database was.
        case databaseReplaced
        /// The file is no database, or a damaged one.
        case notADatabase(cause: String?)
        /// The database contradicts itself.
        case damaged(cause: String?)
        /// A table of the database lacks its only row.
        case rowMissing(table: String)
        /// The stored text of a local event cannot be read.
        case localTextDamaged
        /// The stored text of an event is not what was stored.
        case textDamaged
        /// The disk is full; nothing was changed.
        case diskFull(cause: String?)
        /// Another program holds the database's lock.
        case databaseBusy(cause: String?)
        /// The database's file can be neither read nor written.
        case databaseInaccessible(cause: String?)
        /// The database reports something else.
        case databaseFailed(cause: String?)
        /// Nothing was written, and the database does not say why.
        case nothingWritten
        /// Other programs write so often that no change comes through, or one is still importing.
        case keepsChanging, stillImporting
        /// The folder of the backups belongs to another user.
        case backupOfAnotherUser

        // Sources.

        /// Another source has the name.
        case sourceNameTaken
        /// The path is a source already.
        case alreadySource(name: String)
        /// There is no reader for sources of this kind.
        case noReader
        /// There is no source of this name, or it was changed after the change to undo.
        case noSuchSource, sourceChanged, rulesChanged
        /// The local calendar has no path, and cannot be removed.
        case localHasNoPath, localStays
        /// The calendar may not be edited.
        case readOnly
        /// What is made of contacts cannot be edited.
        case contactsOnlyRead

        // Shared links.

        /// Another shared link has the name.
        case linkNameTaken
        /// There is no such shared link.
        case noSuchLink
        /// The file of the shared links holds something else.
        case unreadableLinks
        /// The file of the browsers that are signed in holds something else.
        case unreadableBrowsers

        // Proposals.

        /// The file of what assistants propose holds something else.
        case unreadableProposals

        // Mirrors.

        /// Another mirror has the name.
        case mirrorNameTaken
        /// There is no such mirror.
        case noSuchMirror
        /// The file of the mirrors, or of what their runs remember, holds something else.
        case unreadableMirrors

        // Reminders.

        /// The file of what was done about alarms holds something else.
        case unreadableAlarms
        /// An alarm of a series cannot be acknowledged before earlier ones: they would not go off either.
        case earlierAlarms

        // Events, and which one is meant.

        /// There is no such event, instance or series.
        case noSuchEvent, noSuchInstance, noSuchSeries
        /// The ids of several events begin as was asked.
        case severalEvents([String])
        /// The ids of several instances of an event begin as was asked.
        case severalInstances([String])
        /// The event is not in this calendar any more.
        case notInCalendar(String)
        /// Several calendars have the event, and none of them was named.
        case severalCalendars([String])
        /// A file has several events with one UID, or would have two that start at one time.
        case severalWithUID, startTaken

        // Editing.

        /// A closure of the caller refuses the change, in its own words.
        case refused(String)
        /// The calendar has an event with this UID.
        case uidTaken(calendar: String)
        /// The calendar has the very event already.
        case hasEvent(calendar: String)
        /// The event would have no instance.
        case noInstances
        /// The event was changed since it was read.
        case eventChanged
        /// What a change did to an event was changed since: the properties, and the number of the change that did it if one
        /// of the history did. The whole event is told by its component's name.
        case changedSince(properties: [String], by: Int64?)
        /// No calendar file can have this name.
        case badName
        /// The event's text cannot be stored.
        case cannotStore
        /// A component of the event cannot be read: one that is stored, or one received.
        case unreadablePart, unreadableReceived
        /// The calendar's text does not end, or is none: a source's, or one received.
        case incomplete, incompleteReceived
        /// The file's encoding cannot be edited, or the file holds more than calendars.
        case uneditableEncoding, otherContent
        /// The file's encoding lacks this character.
        case notInLatin1(String)
        /// Only the event's own file defines this time zone, which the change would lose.
        case zoneOfFile(String, Transfer)
        /// The calendar's file has other rules for the received calendar's time zone.
        case otherZoneRules
        /// A received calendar answers an invitation, or adds dates to an event.
        case answersInvitation, addsDates
        /// One instance would recur; it is no instance of the rule; the rest cannot be divided
        /// off; the rule names days that a move does not change.
        case instanceRecurs, extraDate, indivisible, fixedDays
        /// The calendar has single instances of the series only.
        case instancesOnly
        /// This and all later instances cannot be copied, nor can a part of a series be moved.
        case copyScope, moveScope
        /// The draft is of no event that is stored.
        case noSuchDraft

        // Invitations.

        /// A message about an event cannot be taken, answered or sent.
        case invitation(InvitationFault)
        /// The service that tells the others of an event does not let it be changed so.
        case scheduling(SchedulingFault)

        // Undo.

        /// There is nothing to undo, to redo, or no such change.
        case nothingToUndo, nothingToRedo, noSuchChange
        /// The change was noted, but is not in its calendar.
        case notMade
        /// The calendar of the change was removed.
        case calendarRemoved
        /// Another file, the place, holds the event by now.
        case inAnotherFile

        /// Where an event was to go.
        public enum Transfer: Sendable {
            /// To another calendar, with or without leaving its own.
            case move, copy
        }
    }
}
