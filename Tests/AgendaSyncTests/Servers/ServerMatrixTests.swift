import Testing

@Suite("The matrix of servers")
struct ServerMatrixTests {
    @Test(
        "has no holes: every server that is asked for by name is installed",
        arguments: RealServer.wantedKinds.filter { $0.installed != nil })
    func isInstalled(kind: RealServer.Kind) {
        #expect(RealServer.installedKinds.contains(kind), "\(kind) is missing, and was not tested")
    }
}
