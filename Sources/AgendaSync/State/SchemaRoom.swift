/// The tables of one room in ``RoomDatabase``: each room declares its own in a file of its own, and prepares them
/// before it first reads or writes them.
package struct SchemaRoom: Sendable {
    /// Never changed once released: the database notes under it how far the room's tables are.
    package let name: String
    /// SQL, run once and in order; a released step is never edited. Their number is the version of the tables.
    ///
    /// No step names a table of another room, because nothing says whose step comes first.
    package let steps: [String]

    /// The tables of a room.
    package init(name: String, steps: [String]) { (self.name, self.steps) = (name, steps) }
}
