internal import AgendaKit
internal import Foundation

/// What is done for those whose services are open, without being asked.
extension People {
    /// Does what is done without being asked, until the task is cancelled.
    package func follow() async {
        guard let executor = options.executor else { return await keepUp() }
        await withTaskExecutorPreference(executor) { await keepUp() }
    }

    private func keepUp() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.tidy() }
            group.addTask { [postman] in await postman.follow() }
            if let homes = options.homes {
                group.addTask { await homes.follow { await self.catchUp($0) } }
            }
            guard options.upkeep.limits.atOnce > 0 else { return }
            group.addTask { [upkeep] in await upkeep.run() }
        }
    }

    /// Shows streams and devices that are told of changes what other nodes have changed. All others find out when they ask.
    private func catchUp(_ users: Set<Int64>?) async {
        for id in await open.users where users?.contains(id) ?? true {
            guard let known = await open.known(id), await known.isListenedTo else { continue }
            // What cannot be done now the next request finds out.
            try? await open.catchUp(known)
        }
    }

    /// Lets go the services that are idle, and ends those of users that are frozen or gone, until the task is cancelled.
    private func tidy() async {
        clear()
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(2))
            await look(at: await open.users)
            await open.tidy()
        }
        for id in await open.users { await open.end(id) }
    }

    /// Ends the services of users who are frozen or gone, and shows what others share to whoever only listens.
    private func look(at users: [Int64]) async {
        // What cannot be read now is asked for again with the next request.
        guard !users.isEmpty, let active = try? table.active(among: users),
            let grantees = try? table.grantees(among: users)
        else { return }
        for id in users {
            guard let known = await open.known(id) else { continue }
            if !active.contains(id) {
                await open.end(id)
            } else if grantees.contains(id) || known.mounts.isAny {
                try? await mount(known)
            }
        }
        if active.count < users.count { clear() }
    }

    /// Throws away what is shown here of users who are gone.
    private func clear() {
        guard options.homes != nil,
            let names = try? FileManager.default.contentsOfDirectory(atPath: table.folder),
            // Asked last: whoever was added meanwhile is among them.
            let users = try? table.all()
        else { return }
        let known = Set(users.map { "\($0.id)" })
        for name in names where Int64(name) != nil && !known.contains(name) {
            try? FileManager.default.removeItem(atPath: table.folder + "/" + name)
        }
    }
}
