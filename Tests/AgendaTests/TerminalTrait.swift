import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// Leaves tests out, and says so, where the system has no script(1), which gives a command a terminal.
    static var terminal: Self {
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"),
            "script(1) is not installed")
    }
}
