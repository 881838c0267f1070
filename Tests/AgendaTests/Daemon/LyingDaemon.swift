import Foundation
import Glibc
import Testing

@testable import AgendaActions
@testable import agenda

/// Answers each question with the same text; nil: not at all.
final class LyingDaemon: Sendable {
    private let listener: Int32

    init(_ socket: RuntimeSocket, _ text: String?) throws {
        mkdir(socket.folder, 0o700)
        let listener = RuntimeSocket.make(waits: true)
        self.listener = listener
        try #require(socket.withAddress { bind(listener, $0, $1) } == 0)
        try #require(listen(listener, 8) == 0)
        DispatchQueue(label: "liar").async {
            var kept: [Int32] = []
            while case let reader = accept(listener, nil, nil), reader >= 0 {
                kept.append(reader)
                let question = RuntimeSocket.receive(reader, milliseconds: 10_000)
                guard question == DaemonAnswer.question, let text else { continue }
                RuntimeSocket.send(text, reader)
            }
            for reader in kept { Glibc.close(reader) }
        }
    }

    func end() { shutdown(listener, Int32(SHUT_RDWR)) }
}
