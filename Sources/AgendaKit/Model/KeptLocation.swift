/// What the locations of ``KeptCalendars`` begin with, which no path does.
package enum KeptLocation {
    package static let scheme = "kept:"
    /// What those begin with that another user shares.
    package static let shared = scheme + "shared/"
}

extension CalendarSource {
    /// Whether it is a calendar of ``KeptCalendars``.
    package var isKept: Bool { location?.hasPrefix(KeptLocation.scheme) ?? false }

    /// Whether it is another user's, who shares it: then it is not shown to others.
    package var isShared: Bool { location?.hasPrefix(KeptLocation.shared) ?? false }
}
