internal import CalendarFiles
internal import ICalendar

// A calendar that goes, or is brought back, with all that it holds.
extension CalendarEditor {
    /// Removes a source as ``Importer/removeSource(named:by:)`` does, and tells others of what was to come in it.
    ///
    /// - Throws: as that does; nothing is removed where others cannot be told.
    package func removeSource(
        named name: String, by device: String? = nil
    ) async throws(AgendaError) {
        let ticket = try await noteWhole(try store.source(named: name), isRestored: false)
        _ = try await importer.removeSource(named: name, by: device)
        if let ticket { await context.desk?.tell(ticket) }
    }

    /// Notes what others are to hear of a calendar that goes or comes back, as if each of its resources did (RFC 6638 sections
    /// 3.2.1.3 and 3.2.2.3). What is over concerns nobody any more.
    ///
    /// - Returns: by what the desk knows what is to be told; nil for nothing.
    func noteWhole(
        _ source: CalendarSource, isRestored: Bool
    ) async throws(AgendaError) -> String? {
        guard let desk = context.desk, SchedulingRequest.tells, source.kind == .folder,
            source.isWritable, desk.schedules(source)
        else { return nil }
        var errands: [SchedulingErrand] = []
        for (name, sides) in try await sides(of: source, isRestored: isRestored).sorted(by: {
            $0.key.uid < $1.key.uid
        }) {
            guard let scope = sides.scope,
                let series = try? SeriesEditor(
                    sides.before + sides.after, scope, stamp: clock.now),
                series.isAhead(of: clock.now.utc.date)
            else { continue }
            // What another calendar has, too, is there all the same.
            let others = try store.writableSources(holding: name)
            guard
                !others.contains(where: { $0.location != source.location && desk.schedules($0) })
            else { continue }
            do throws(AgendaError) {
                let decision = try decision(name, sides, desk, isRestored: isRestored)
                errands += sides.tagged(decision?.errands ?? [])
            } catch {
                // What cannot be an invitation is none.
                guard case .scheduling = error.reason else { throw error }
            }
        }
        return errands.isEmpty ? nil : try desk.note(errands)
    }

    /// What others are invited to in a calendar, or whoever has it by others.
    private func sides(
        of source: CalendarSource, isRestored: Bool
    ) async throws(AgendaError) -> [SeriesName: Sides] {
        let hrefs: [String]
        do throws(AgendaError) {
            let reader = try importer.readers.reader(for: source, key: store.digestKey)
            hrefs = try await reader.list(ListingRequest()).resources.map(\.href)
        } catch {
            guard error.code == .notFound else { throw error }
            return [:]
        }
        let plain = TimeZoneScope(database: zones)
        var found: [SeriesName: Sides] = [:]
        for first in stride(from: 0, to: hrefs.count, by: 500) {
            let some = Array(hrefs[first..<min(first + 500, hrefs.count)])
            for (href, text) in try texts(some, of: source) {
                for name in EventTexts.names(in: text) where !name.isJournal {
                    let operation = EventOperation(
                        uid: name.uid, calendar: source.name, href: href,
                        before: isRestored ? nil : text, after: isRestored ? text : nil)
                    guard operation.name == name, operation.namesPeople else { continue }
                    found[name, default: Sides()].add(operation, plain, zones)
                }
            }
        }
        return found
    }

    private func texts(
        _ hrefs: [String], of source: CalendarSource
    ) throws(AgendaError) -> [String: [UInt8]] {
        do throws(BankError) {
            return try context.texts(of: source, key: store.digestKey).read(hrefs).mapValues(
                \.bytes)
        } catch { throw AgendaError(error.reason, (source.location ?? "") + "/" + error.name) }
    }
}

extension SeriesEditor {
    /// Whether some of it is not over on a day, give or take a day; a to-do is not before it is done.
    fileprivate func isAhead(of day: CivilDate) -> Bool {
        let todos = components.compactMap(\.event.todo)
        guard todos.isEmpty else { return todos.contains { !$0.isClosed } }
        return !recurrenceSet.instances(
            overlapping: (day - 1)..<Self.lastDay, limit: 1, in: times.scope
        ).instances.isEmpty
    }
}
