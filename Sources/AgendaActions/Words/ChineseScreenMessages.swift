/// What `agenda ui` says, in Simplified Chinese.
enum ChineseScreenMessages {
    /// English key to translation, with the same placeholders.
    package static let table: [String: String] = [
        "-: standard input has the keys: give files or folders": "-: 标准输入用于按键: 请给出文件或文件夹",
        "/ search  ? help  q quit": "/ 搜索  ? 帮助  q 退出",
        "Add: ": "添加: ",
        "Arrows, Page Up, Page Down, Home, End and the mouse work too.":
            "方向键、Page Up、Page Down、Home、End 和鼠标也可用。",
        "Delete it? [y/N] ": "删除？[y/N] ",
        "Delete this one (t), this and all after it (f), or all (a)? ":
            "删除此次 (t)、此次及以后 (f) 还是全部 (a)？ ",
        "Enter adds it like this: {0}": "按回车照此添加: {0}",
        "Enter goes back. ": "按回车返回。 ",
        "Esc back  Space on": "Esc 返回  空格 翻页",
        "Go to: ": "转到: ",
        "Keys": "按键",
        "No calendars yet: c adds an event, 'agenda source add PATH' a calendar":
            "还没有日历: c 添加日程，'agenda source add PATH' 添加日历",
        "Only for reading: nothing can be changed here": "只读: 此处不能更改",
        "Reading the calendars": "正在读取日历",
        "Search: ": "搜索: ",
        "back": "返回",
        "delete the event": "删除日程",
        "edit the event": "编辑日程",
        "everything about the event": "日程的全部信息",
        "go to a day": "转到某天",
        "j/k day  n/p event  / search  l/w/m view  ? help  q quit":
            "j/k 天  n/p 日程  / 搜索  l/w/m 视图  ? 帮助  q 退出",
        "j/k day  n/p event  c add  e edit  d delete  / search  ? help  q quit":
            "j/k 天  n/p 日程  c 添加  e 编辑  d 删除  / 搜索  ? 帮助  q 退出",
        "list, week, month": "列表、周、月",
        "next, previous day": "后一天、前一天",
        "next, previous event": "后一项、前一项",
        "quit": "退出",
        "search": "搜索",
        "these keys": "显示按键",
        "today": "今天",
        "ui: needs a terminal that can place text: use agenda list":
            "ui: 需要能定位文字的终端: 请使用 agenda list",
        "ui: shows text alone: use agenda list for --json, --jsonl, --tsv and --format":
            "ui: 只显示文字: --json、--jsonl、--tsv 和 --format 请用 agenda list",
        "undo, redo": "撤销、重做",
        "{0}: is no longer there": "{0}: 已不存在",
        "{0}: only {1} to {2} can be shown": "{0}: 只能显示 {1} 至 {2}",
    ]
}
