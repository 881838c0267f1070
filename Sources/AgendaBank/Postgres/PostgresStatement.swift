/// A statement, which each connection prepares once.
///
/// One of a user has the user's number as its first value, which ``PostgresConnection/rows(_:of:_:_:)`` gives it: nobody can
/// forget it.
package struct PostgresStatement: Sendable {
    /// What the server knows it by.
    package let name: String
    package let text: String
    /// The types of its values, the user's number among them.
    let types: [PostgresType]
    /// Whether its first value is a user, whose rows alone it sees.
    package let isOfUser: Bool
    /// Whether it changes something.
    package let isWrite: Bool

    package init(
        _ name: String, _ types: [PostgresType], isOfUser: Bool = true, isWrite: Bool = false,
        _ text: String
    ) {
        (self.name, self.text, self.isWrite, self.isOfUser) = (name, text, isWrite, isOfUser)
        self.types = (isOfUser ? [.bigint] : []) + types
    }

    /// Says for whom the other statements of the transaction are: rows of others are not there then (row-level security).
    static let user = PostgresStatement(
        "user", [.text], isOfUser: false, "SELECT set_config('agenda.user', $1, true)")
}
