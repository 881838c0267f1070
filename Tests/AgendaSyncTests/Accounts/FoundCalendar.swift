import FoundationEssentials
import Testing

@testable import AgendaSync

/// A calendar as `https://dav.example.org` tells of it.
func found(
    _ path: String, _ name: String?, color: String? = nil, components: Set<String>? = nil,
    privileges: CollectionState.Privileges? = nil
) throws -> CollectionState {
    let url = try #require(URL(string: "https://dav.example.org/"))
    var state = CollectionState(href: try #require(Href(path, relativeTo: url)))
    (state.isCalendar, state.name, state.color) = (true, name, color)
    (state.components, state.privileges) = (components, privileges)
    return state
}
