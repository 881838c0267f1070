/// What has properties.
enum DAVNode: Sendable {
    case root
    case principal
    case home(HomeState)
    /// With its state; nil where that is not known for now.
    case calendar(ServedCalendar, SyncToken?)
    /// With its text where that was read.
    case resource(ServedResource, ServedCalendar, ServedBody?)
    /// Where others' messages come in, with what is in it.
    case inbox(tag: String)
    case outbox
    case message(InboxMessage)

    var place: DAVPlace {
        switch self {
        case .root: .root
        case .principal: .principal
        case .home: .home
        case .calendar(let calendar, _): calendar.place
        case .resource(let resource, let calendar, _): .resource(calendar.slug, resource.name)
        case .inbox: .inbox
        case .outbox: .outbox
        case .message(let message): .message(message.name)
        }
    }
}
