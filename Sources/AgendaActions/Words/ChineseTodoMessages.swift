/// What `agenda todo` says, in Simplified Chinese.
enum ChineseTodoMessages {
    /// English key to translation, with the same placeholders.
    package static let table: [String: String] = [
        "--done cannot be combined with --all": "--done 不能与 --all 同时使用",
        "--every needs a day: add one with --due": "--every 需要一个日期: 请用 --due 给出",
        "--parent {0}: a to-do cannot be a part of itself": "--parent {0}: 待办事项不能是自己的一部分",
        "--parent {0}: no to-do matches": "--parent {0}: 没有匹配的待办事项",
        "--percent must be from 0 to 100, not {0}": "--percent 必须在 0 到 100 之间，而不是 {0}",
        "--priority must be 1 to 9, high, medium, low or none, not '{0}'":
            "--priority 必须是 1 到 9、high、medium、low 或 none，而不是“{0}”",
        "--scope must be one of {0}": "--scope 必须是其中之一: {0}",
        "Added {0}": "已添加 {0}",
        "Added {0}, due {1}": "已添加 {0}，期限 {1}",
        "Cancelled: {0}": "已取消: {0}",
        "Done: {0}": "已完成: {0}",
        "It was the last one": "这是最后一次",
        "Next: {0}": "下一次: {0}",
        "No to-dos": "没有待办事项",
        "No to-dos are done": "没有已完成的待办事项",
        "Open again: {0}": "重新打开: {0}",
        "1 subtask {0}: {1}; --with-subtasks takes it along":
            "1 个子任务{0}: {1}；--with-subtasks 会一并处理",
        "{0} subtasks {1}: {2}; --with-subtasks takes them along":
            "{0} 个子任务{1}: {2}；--with-subtasks 会一并处理",
        "stay as to-dos of their own": "仍保留为独立的待办事项",
        "stay in {0}": "仍在 {0} 中",
        "stay open": "仍未完成",
        "stays as a to-do of its own": "仍保留为独立的待办事项",
        "stays in {0}": "仍在 {0} 中",
        "stays open": "仍未完成",
        "{0}, with 1 subtask": "{0}，包括 1 个子任务",
        "{0}, with {1} subtasks": "{0}，包括 {1} 个子任务",
        "Would be cancelled: {0}": "将取消: {0}",
        "Would be done: {0}": "将完成: {0}",
        "Would be open again: {0}": "将重新打开: {0}",
        "a to-do that repeats needs a day: add --every never":
            "重复的待办事项需要日期: 请加上 --every never",
        "begun": "进行中",
        "done": "已完成",
        "done on": "完成于",
        "due": "期限",
        "it would be due before it starts: give --start and --due":
            "期限早于开始: 请同时给出 --start 和 --due",
        "open": "未完成",
        "part of": "属于",
        "percent": "进度",
        "start": "开始",
        "subtasks": "子任务",
        "{0} (due {1})": "{0}（期限 {1}）",
        "{0} and all after it": "{0} 及之后的所有重复",
        "{0} and all its repetitions": "{0} 及其所有重复",
        "{0} repeats. Cancel this or all? ": "{0} 会重复。取消 this 还是 all？",
        "{0}, due {1}": "{0}，期限 {1}",
        "{0}: is a to-do: use 'agenda todo edit', 'delete' or 'done'":
            "{0}: 是待办事项: 请用 'agenda todo edit'、'delete' 或 'done'",
        "{0}: no such to-do: {1} does not exist": "{0}: 没有这个待办事项: {1} 不存在",
        "{0}: no to-do matches: see 'agenda todo list --all --ids'":
            "{0}: 没有匹配的待办事项: 请见 'agenda todo list --all --ids'",
        "{0}: the to-do belongs to {1}, which is read-only: change it at its source, or allow it with 'agenda source set {2} --writable'":
            "{0}: 该待办事项属于只读的 {1}: 请在来源处更改，或用 'agenda source set {2} --writable' 允许更改",
        "{0}: the to-do repeats: give --scope, one of {1}":
            "{0}: 该待办事项会重复: 请给出 --scope: {1} 之一",
        "{0}: {1} to-dos match": "{0}: 有 {1} 个待办事项匹配",
        "{0}: {1} to-dos match: give an id": "{0}: 有 {1} 个待办事项匹配: 请给出标识",
    ]
}
