import Foundation
import Testing

@Suite("The README's pictures of the screen")
struct ScreenPictureTests {
    @Test("their script records the samples as text, light and dark, each character in its cells")
    func recorded() throws {
        let folder = try ScratchFolder()
        let recorded = try AgendaProcess().shell(
            "python3 Tests/Pictures/screen \"$0\" '\(folder.path)'")
        try #require(recorded.status == 0, "\(recorded.complaints)")
        let pictures = try ["screen.svg", "screen~dark.svg"].map { name in
            try String(contentsOfFile: folder.file(name), encoding: .utf8)
        }
        #expect(pictures[0] != pictures[1])
        for picture in pictures {
            #expect(picture.contains("Dentist, the whole family"))
            // An emoji stands alone, in two cells of 8.4 points.
            let sun = try #require(picture.split(separator: "\n").first { $0.contains(">☀️<") })
            #expect(sun.contains("textLength=\"16.8\""))
            #expect(picture.utf8.count < 60_000)
        }
        let parsed = try AgendaProcess().shell(
            "python3 -c 'import sys, xml.dom.minidom as m; [m.parse(p) for p in sys.argv[1:]]' "
                + "'\(folder.path)/screen.svg' '\(folder.path)/screen~dark.svg'")
        #expect(parsed.status == 0, "\(parsed.complaints)")
    }
}
