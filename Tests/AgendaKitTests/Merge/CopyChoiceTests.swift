@testable import CalendarMerge
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Which copy wins")
struct CopyChoiceTests {
    private func revision(_ sequence: Int, modified: Int? = nil) -> ComponentRevision {
        ComponentRevision(
            sequence: sequence, lastModified: modified.map { Instant(secondsSinceEpoch: $0) },
            stamp: nil)
    }

    private func copy(
        _ id: Int64, order: Int = 0, writable: Bool = false, file: String = "",
        _ components: [(OccurrencePoint?, ComponentRevision)]
    ) -> EventCopy {
        EventCopy(
            seriesID: id, calendar: "calendar \(order)", sourceOrder: order, isWritable: writable,
            href: file,
            components: components.enumerated().map { index, part in
                EventCopy.Component(
                    eventID: id * 10 + Int64(index), recurrenceID: part.0, revision: part.1)
            })
    }

    private let instance = OccurrencePoint.instant(Instant(secondsSinceEpoch: 1_000))

    @Test("the greatest SEQUENCE wins as a whole series, instances of the loser included")
    func sequence() {
        let old = copy(1, order: 0, [(nil, revision(0)), (instance, revision(9))])
        let new = copy(2, order: 1, [(nil, revision(2))])
        let decision = CopyChoice([old, new])
        #expect(decision.shows(seriesID: 2, recurrenceID: instance))
        #expect(!decision.shows(seriesID: 1, recurrenceID: instance))
        #expect(decision.otherCalendars(than: "calendar 1") == ["calendar 0"])
        #expect(decision.reason(for: old, recurrenceID: nil)?.description == "SEQUENCE 0 < 2")
    }

    @Test("between equal SEQUENCEs LAST-MODIFIED decides, then the writable, then the first source")
    func ties() {
        let early = copy(1, order: 0, [(nil, revision(1, modified: 10))])
        let late = copy(2, order: 1, [(nil, revision(1, modified: 20))])
        #expect(CopyChoice([early, late]).winner == late)

        let readOnly = copy(3, order: 0, [(nil, revision(1))])
        let writable = copy(4, order: 1, writable: true, [(nil, revision(1))])
        #expect(CopyChoice([readOnly, writable]).winner == writable)

        let first = copy(5, order: 0, [(nil, revision(1))])
        let second = copy(6, order: 1, [(nil, revision(1))])
        #expect(CopyChoice([second, first]).winner == first)
        #expect(
            CopyChoice([second, first]).reason(for: second, recurrenceID: nil)
                == "its source comes later")
    }

    @Test("an invitation to one instance is laid over the series unless it is older")
    func overlay() {
        let series = copy(1, [(nil, revision(3))])
        let newer = copy(2, order: 1, [(instance, revision(4))])
        let older = copy(3, order: 2, [(instance, revision(2))])
        #expect(CopyChoice([series, newer]).shows(seriesID: 2, recurrenceID: instance))
        #expect(!CopyChoice([series, newer]).shows(seriesID: 1, recurrenceID: instance))
        // An instance has the SEQUENCE of its series until one of them is revised (RFC 5546 2.1.4).
        let same = copy(4, order: 3, [(instance, revision(3))])
        #expect(CopyChoice([series, same]).shows(seriesID: 4, recurrenceID: instance))
        #expect(CopyChoice([series, older]).shows(seriesID: 1, recurrenceID: instance))
        #expect(!CopyChoice([series, older]).shows(seriesID: 3, recurrenceID: instance))
    }

    @Test("of two that agree in everything the lower file name wins, in whatever order they come")
    func sameSource() {
        let first = copy(9, file: "a.ics", [(nil, revision(1))])
        let second = copy(3, file: "b.ics", [(nil, revision(1))])
        #expect(CopyChoice([first, second]).winner == first)
        #expect(CopyChoice([second, first]).winner == first)
    }

    @Test("an instance of the series stays where another copy of it is as new")
    func asNew() {
        let series = copy(1, [(nil, revision(1)), (instance, revision(2))])
        let other = copy(2, order: 1, [(instance, revision(2))])
        let newer = copy(3, order: 2, [(instance, revision(3))])
        #expect(CopyChoice([series, other]).shows(seriesID: 1, recurrenceID: instance))
        #expect(!CopyChoice([other, series]).shows(seriesID: 2, recurrenceID: instance))
        #expect(CopyChoice([series, newer]).shows(seriesID: 3, recurrenceID: instance))
    }

    @Test("an instance of an older copy of the same calendar is not laid over; one of its own is")
    func sameCalendar() {
        let series = copy(1, file: "a.ics", [(nil, revision(3))])
        let old = copy(2, file: "b.ics", [(nil, revision(1)), (instance, revision(1))])
        let alone = copy(3, file: "c.ics", [(instance, revision(1))])
        #expect(CopyChoice([series, old]).shows(seriesID: 1, recurrenceID: instance))
        #expect(CopyChoice([series, alone]).shows(seriesID: 3, recurrenceID: instance))
    }

    @Test(
        "of several events of one UID an invitation to an instance belongs to the one that recurs")
    func severalEvents() {
        func event(_ start: Int?, isRecurring: Bool = false) -> EventCopy {
            EventCopy(
                seriesID: Int64(start ?? 0),
                start: start.map { .instant(Instant(secondsSinceEpoch: $0)) },
                isSeveral: start != nil, isRecurring: isRecurring, calendar: "", sourceOrder: 0,
                isWritable: false, href: "", components: [])
        }
        let copies = [event(10), event(20, isRecurring: true), event(nil)]
        #expect(CopyGroups.places(copies) == [0, 1, 1])
        #expect(CopyGroups.places([event(10), event(nil)]) == [0, 0])
    }

    @Test("an invitation to one instance stands alone when nobody has the series")
    func orphan() {
        let orphan = copy(1, [(instance, revision(0))])
        #expect(CopyChoice([orphan]).shows(seriesID: 1, recurrenceID: instance))
    }

    @Test("the order in which copies come does not matter")
    func commutative() {
        let copies = [
            copy(1, order: 0, [(nil, revision(1))]),
            copy(2, order: 1, [(nil, revision(2)), (instance, revision(2))]),
            copy(3, order: 2, [(instance, revision(5))]),
        ]
        let forward = CopyChoice(copies)
        let backward = CopyChoice(copies.reversed())
        #expect(forward.winner == backward.winner)
        #expect(forward.overlays == backward.overlays)
        #expect(forward.ranking == backward.ranking)
    }
}
