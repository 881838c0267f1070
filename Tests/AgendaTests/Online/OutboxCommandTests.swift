import Testing

@Suite("agenda outbox")
struct OutboxCommandTests {
    @Test("without an account, its document is an empty list, not nothing")
    func noAccount() throws {
        let folder = try ScratchFolder()
        let common = ["--database", folder.file("agenda.db")] + AgendaProcess.pinned
        #expect(try AgendaProcess().run(["add", "Lunch tomorrow 12:30"] + common).status == 0)
        #expect(try AgendaProcess().run(["outbox"] + common).output.isEmpty)
        let result = try AgendaProcess().run(["outbox", "list", "--json"] + common)
        #expect(
            result.output == "{\"version\":1,\"timeZone\":\"Europe/Berlin\",\"outbox\":[]}\n",
            "\(result.complaints)")
    }
}
