extension Importer {
    /// Imports some resources of calendars of ``KeptCalendars``, and looks at no others.
    ///
    /// - Parameter names: by the locations of the calendars; those that are no sources are left out.
    package func refresh(kept names: [String: [String]]) async throws(AgendaError) {
        let sources = try store.sources(counting: false)
        let named = sources.compactMap { source -> Named? in
            guard source.isKept, let names = source.location.flatMap({ names[$0] }) else {
                return nil
            }
            var files = NamedFiles()
            for name in names { files.note(name, isDeleted: true) }
            return (source, files)
        }
        if !named.isEmpty { try await refresh(named, isDurable: false) }
    }

    /// Looks at the sources of which somebody else has changed some files.
    ///
    /// - Parameter paths: of the files.
    package func refresh(files paths: [String]) async throws(AgendaError) {
        let ids = try store.sources(counting: false).filter { source in
            guard !source.isKept, let location = source.location else { return false }
            return paths.contains { $0 == location || $0.hasPrefix(location + "/") }
        }.map(\.id)
        if !ids.isEmpty { _ = try await refresh(only: Set(ids)) }
    }
}
