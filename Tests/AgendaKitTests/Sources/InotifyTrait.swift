import Testing

@testable import AgendaKit

extension Trait where Self == ConditionTrait {
    /// Leaves tests out, and says so, where the user has no inotify instance left: other programs hold them.
    static var inotify: Self {
        .enabled(
            if: Inotify().descriptor >= 0,
            "no inotify instance is left: raise fs.inotify.max_user_instances")
    }
}
