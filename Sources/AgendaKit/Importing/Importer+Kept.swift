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
}
