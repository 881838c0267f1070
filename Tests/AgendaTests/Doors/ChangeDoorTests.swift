import Testing

/// Whoever asks for a change, the same texts come of it.
@Suite("A change is the same through every door")
struct ChangeDoorTests {
    @Test(
        "the texts are the same bytes",
        arguments: DoorRows.added + DoorRows.edited + DoorRows.ofSeries + DoorRows.deleted
            + DoorRows.todos + DoorRows.refused)
    func same(change: DoorChange) async throws {
        let found = try await change.texts()
        let expected = try #require(found.first)
        #expect(expected.texts.isEmpty == change.isRefused, "\(expected)")
        for one in found.dropFirst() {
            #expect(one.texts == expected.texts, "\(one.door)")
        }
    }

    @Test("what comes of it is what was worked out by hand", arguments: DoorRows.settled)
    func settled(change: DoorRows.Settled) async throws {
        for (door, texts) in try await change.change.texts() {
            let lines = try #require(texts.first, "\(door)").split(separator: "\r\n")
            for line in change.lines {
                #expect(lines.contains(line[...]), "\(door): \(texts[0])")
            }
        }
    }
}
