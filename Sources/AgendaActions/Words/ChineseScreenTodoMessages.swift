/// What `agenda ui` says of to-dos, in Simplified Chinese.
enum ChineseScreenTodoMessages {
    /// English key to translation, with the same placeholders.
    package static let table: [String: String] = [
        "{0} is a journal entry, which is only shown": "{0} 是日志，这里只能查看",
        "Add to-do: ": "添加待办: ",
        "Due {0}, unless the words say when; Tab: an event; Esc leaves":
            "期限 {0}，除非文字另有说明；Tab: 日程；Esc 离开",
        "On {0}, unless the words say when; Tab: a to-do; Esc leaves":
            "在 {0}，除非文字另有说明；Tab: 待办；Esc 离开",
        "Only a to-do can be done: {0} is an event": "只有待办可以完成: {0} 是日程",
        "Words say what, and when it is due; Tab: an event; Esc leaves":
            "用文字写明内容和期限；Tab: 日程；Esc 离开",
        "Words say what, when, @ where; Tab: a to-do; Esc leaves":
            "用文字写明内容、时间、@ 地点；Tab: 待办；Esc 离开",
        "add an event in words, after Tab a to-do": "用文字添加日程，按 Tab 后添加待办",
        "the to-do is done, or open again": "完成待办，或重新打开",
    ]
}
