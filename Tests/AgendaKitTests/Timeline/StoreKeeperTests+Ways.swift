import Testing

// Ways in which programs change a folder, for a shell that knows `event NAME`.
extension StoreKeeperTests {
    struct Way: CustomTestStringConvertible {
        let testDescription: String
        /// Before the keeper looks for the first time.
        var before = ""
        let action: String
        /// The titles afterwards.
        let titles: [String]
        /// Whether the keeper vouches for the folder afterwards.
        var isSure = true
    }

    static let ways = [
        Way(
            testDescription: "written in place", action: "event new > home/a.ics", titles: ["new"]),
        Way(
            testDescription: "written twice at once",
            action: "event b > home/a.ics; event c > home/a.ics", titles: ["c"]),
        Way(
            testDescription: "renamed over with the same size and time",
            action: "event new > t; touch -r home/a.ics t; mv t home/a.ics", titles: ["new"]),
        Way(
            testDescription: "a new file", action: "event b > home/b.ics", titles: ["b", "old"]),
        Way(
            testDescription: "a hidden file that gets its name",
            action: "event b > home/.b.tmp; mv home/.b.tmp home/b.ics", titles: ["b", "old"]),
        Way(testDescription: "deleted", action: "rm home/a.ics", titles: []),
        Way(testDescription: "named otherwise", action: "mv home/a.ics home/a.txt", titles: []),
        Way(
            testDescription: "a new subfolder",
            action: "mkdir -p home/x/y; event b > home/x/y/b.ics", titles: ["b", "old"]),
        Way(
            testDescription: "a file in a subfolder that was new before",
            before: "mkdir -p home/x/y", action: "event b > home/x/y/b.ics", titles: ["b", "old"]),
        Way(
            testDescription: "a subfolder moved in", before: "mkdir x; event b > x/b.ics",
            action: "mv x home/x", titles: ["b", "old"]),
        Way(
            testDescription: "a subfolder moved away",
            before: "mkdir home/x; event b > home/x/b.ics", action: "mv home/x y",
            titles: ["old"]),
        Way(
            testDescription: "a file behind a linked folder",
            before: "mkdir x; event b > x/b.ics; ln -s ../x home/x", action: "event c > x/b.ics",
            titles: ["c", "old"]),
        Way(
            testDescription: "a linked file", before: "event b > b; ln -s ../b home/b.ics",
            action: "event c > b", titles: ["c", "old"]),
        Way(
            testDescription: "a file with a second name, written through that",
            before: "ln home/a.ics second", action: "event new > second", titles: ["new"],
            isSure: false),
        Way(
            testDescription: "the folder replaced",
            action: "mkdir n; event new > n/a.ics; mv home o; mv n home", titles: ["new"]),
        Way(
            testDescription: "the folder replaced, then written",
            action: "mv home o; mkdir home; event b > home/b.ics; event c > home/c.ics",
            titles: ["b", "c"]),
        Way(
            testDescription: "the folder gone", action: "mv home o", titles: ["old"],
            isSure: false),
        Way(
            testDescription: "a link that leads nowhere", action: "ln -s none home/x",
            titles: ["old"], isSure: false),
        Way(
            testDescription: "thousands of changes of other files, and one",
            action: """
                for i in $(seq 3000); do printf 1 > home/x; printf 2 > home/y; done
                event b > home/b.ics
                """, titles: ["b", "old"]),
    ]
}
