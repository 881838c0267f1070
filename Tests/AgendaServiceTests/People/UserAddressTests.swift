import ICalendar
import Testing

@testable import AgendaService

@Suite("Who has an address") struct UserAddressTests {
    @Test(
        "is found in any case, and by the whole address",
        arguments: [
            ("kim@example.org", "u1"), ("KIM@Example.org", "u1"), ("k%m_@example.org", "u2"),
            ("second@example.org", "u1"), ("ÄNNE@example.org", "u2"), ("k_m@example.org", nil),
            ("im@example.org", nil), ("%", nil), ("kim@example.org second@example.org", nil),
        ] as [(String, String?)])
    func found(address: String, name: String?) throws {
        let bench = try LeaseTests.Bench(users: 0)
        for (name, addresses) in [
            ("u1", ["Kim@example.org", "second@example.org"]),
            ("u2", ["k%m_@example.org", "änne@example.org"]),
        ] {
            _ = try bench.table.add(
                name, zone: nil, addresses: addresses, isAdministrator: false,
                at: Instant(secondsSinceEpoch: 0))
        }
        #expect(try bench.table.user(address: address)?.name == name)
    }
}
