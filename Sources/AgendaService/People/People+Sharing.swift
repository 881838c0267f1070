internal import AgendaKit

extension People {
    /// Brings what others share with a user to what it is now.
    func mount(_ user: OpenUser) async throws(Problem) {
        do {
            try await user.mounts.update { [self] owner in
                try await caughtUp(try await open.open(owner)).service.live.present
            }
        } catch {
            log("\(user.user.name): what others share: \(error)")
            throw Problem(
                503, "away", "what others share cannot be read now", remedy: "try again")
        }
    }

    /// Has owners know at their next request what was written to their calendars.
    func tellOwners(_ user: OpenUser) async {
        for written in user.mounts.takeWritten() {
            do {
                guard let user = try table.user(written.owner) else { continue }
                let owner = try await open.open(user)
                let live = owner.service.live
                let sources = try live.present.store.sources(counting: false)
                guard
                    let source = sources.first(where: {
                        table.place(of: $0, of: owner.user) == written.place
                    })
                else { continue }
                try await live.present.importer.look(at: written.names, of: source)
                // Who removes the last one means it.
                if written.names.values.contains(true) {
                    try live.present.store.acceptEmptying(of: source)
                }
                await live.lookNow()
            } catch {
                // The folder is watched.
                log("\(written.place): \(error)")
            }
        }
    }
}
