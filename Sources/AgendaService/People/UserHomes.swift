package import AgendaKit

/// Where the users of a service have what their folders show, if it is not the folders: what a node has of a user can be thrown away.
package protocol UserHomes: Sendable {
    /// The home of a user, of which nothing is known yet.
    ///
    /// - Parameter folder: where it is shown.
    func home(of user: ServedUser, in folder: String) -> any UserHome

    /// Tells of whom something has changed, by whichever node, until the task is cancelled.
    ///
    /// - Parameter tell: gets the numbers of users; nil where it is not known who they are.
    func follow(_ tell: @Sendable (Set<Int64>?) async -> Void) async
}

/// What one user has, as a node sees it.
package protocol UserHome: Sendable {
    /// The calendars, for the store in the folder.
    var calendars: any KeptCalendars { get }

    /// The names of the files that there are besides calendars, without bringing them here.
    func files() async throws(UserHomeFault) -> Set<String>

    /// Brings the folder to the present state, before anything in it is opened.
    func prepare() async throws(UserHomeFault)

    /// Brings the open store and the files to the present state: what has been acknowledged anywhere is seen from now on.
    func catchUp(_ importer: Importer) async throws(UserHomeFault)

    /// Keeps what has changed in the folder. Nobody is told that something is done before this returns.
    func publish() async throws(UserHomeFault)

    /// Takes nothing of what the folder shows for good any more: it could not be opened.
    func discard() async
}

/// Why a home cannot be used now.
package enum UserHomeFault: Error, Hashable, Sendable {
    /// It does not answer: the same may be asked again.
    case away(String)
    /// What the folder shows is not what there is any more: whatever is open has to be opened anew.
    case replaced
}
