/// What the command says, in Simplified Chinese. Names of commands, options, files and fields stay.
enum ChineseMessages {
    /// English key to translation, with the same placeholders.
    static let table: [String: String] = [
        "(and {0} more)": "（另有 {0} 项）",
        "(local time everywhere)": "（各地均为当地时间）",
        "(no title)": "（无标题）",
        "({0} more lines)": "（还有 {0} 行）",
        ", {0} left": "，剩余 {0}",
        ", {0} of {1} MB": "，{0} / {1} MB",
        ", {0} gone": "，{0} 个已消失",
        "--alarm {0}: is no duration: write 15m, 1h or 1d": "--alarm {0}: 不是时长: 请写 15m、1h 或 1d",
        "--calendar {0}: only local can be written to: leave it out":
            "--calendar {0}: 只能写入 local: 请省略此选项",
        "--color {0}: is no choice: write auto, always or never":
            "--color {0}: 没有这个选择: 请写 auto、always 或 never",
        "--color {0}: is no colour: write royalblue or #4169e1":
            "--color {0}: 不是颜色: 请写 royalblue 或 #4169e1",
        "--count {0}: must be at least 1": "--count {0}: 至少为 1",
        "--days {0}: goes beyond the year 9999": "--days {0}: 超出了公元 9999 年",
        "--days {0}: is out of range: 1 to {1}": "--days {0}: 超出范围: 1 到 {1}",
        "--days: is one too many beside --to": "--days: 不能与 --to 同时使用",
        "--end {0}: the start has a time: give the end one, too": "--end {0}: 开始有时刻: 结束也请给出时刻",
        "--every {0}: is no repetition: write day, weekday, week, month, year or FREQ=WEEKLY;BYDAY=MO,TH":
            "--every {0}: 不是重复规则: 请写 day、weekday、week、month、year 或 FREQ=WEEKLY;BYDAY=MO,TH",
        "--for {0}: is no duration: write 45m, 1h30m, 2d or 1w":
            "--for {0}: 不是时长: 请写 45m、1h30m、2d 或 1w",
        "--for: an all-day event lasts whole days: give a start time, or days":
            "--for: 全天日程以整天计: 请给出开始时刻，或写天数",
        "--for: is one too many beside --end": "--for: 不能与 --end 同时使用",
        "--format {{0}}: there is no such field: there are {1}": "--format {{0}}: 没有这个字段: 可用的有 {1}",
        "--format: a brace is not closed: write {{ for a brace": "--format: 花括号没有闭合: 要写花括号本身请用 {{",
        "--from, --to, --days: watched are {0} to {1}": "--from、--to、--days: 可监视的范围是 {0} 到 {1}",
        "--json, --jsonl, --tsv, --format: use only one of them":
            "--json、--jsonl、--tsv、--format: 只能使用其中一个",
        "--now {0}: is no instant: write 2026-11-20T12:00:00+01:00":
            "--now {0}: 不是时刻: 请写 2026-11-20T12:00:00+01:00",
        "--to {0}: too far: at most {1} days can be listed": "--to {0}: 太远: 最多列出 {1} 天",
        "--to {0}: {1} is before {2}: exchange --from and --to":
            "--to {0}: {1} 早于 {2}: 请对调 --from 和 --to",
        "--until {0}: is before the event's start": "--until {0}: 早于日程的开始",
        "--until, --count: say how it repeats, too: --every week":
            "--until、--count: 还须说明如何重复: --every week",
        "--until: is one too many beside --count": "--until: 不能与 --count 同时使用",
        "--week: is one too many beside --to or --days": "--week: 不能与 --to 或 --days 同时使用",
        "-: standard input cannot be read again: give a path": "-: 标准输入不能重复读取: 请给出路径",
        "-: standard input does not change: name files or folders": "-: 标准输入不会变化: 请给出文件或文件夹",
        "1 event": "1 个日程",
        "1 event added": "新增 1 个日程",
        "1 file read": "读取 1 个文件",
        "1 local event": "1 个本地日程",
        "1 problem": "1 个问题",
        "1 source": "1 个来源",
        "Added {0}, {1}": "已添加 {0}，{1}",
        "Added {0}: {1}": "已添加 {0}: {1}",
        "Deleted {0}": "已删除 {0}",
        "HOME: is not set: give --database FILE": "HOME: 未设置: 请给出 --database FILE",
        "No events from {0} to {1}": "{0} 到 {1} 没有日程",
        "No problems in 1 calendar": "1 个日历中没有问题",
        "No problems in {0} calendars": "{0} 个日历中没有问题",
        "Would delete {0}": "将会删除 {0}",
        "add: the event ends before it starts: exchange start and end": "add: 日程的结束早于开始: 请对调开始与结束",
        "add: there is an end time but no start time: give --start with a time":
            "add: 有结束时刻而没有开始时刻: 请用 --start 给出时刻",
        "add: there is no day or time: write it (tomorrow 12:30) or give --start":
            "add: 没有日期或时刻: 请写出 (tomorrow 12:30) 或给出 --start",
        "add: there is no title: write one before the day or time": "add: 没有标题: 请写在日期或时刻之前",
        "added": "新增",
        "agenda: no calendars yet: agenda source add PATH": "agenda: 还没有日历: agenda source add PATH",
        "agenda: no calendars yet: agenda source add PATH, or agenda list PATH":
            "agenda: 还没有日历: agenda source add PATH，或 agenda list PATH",
        "agenda: {0}: see agenda --help": "agenda: {0}: 参见 agenda --help",
        "alarms": "提醒",
        "all day": "全天",
        "busy": "忙碌",
        "calendar": "日历",
        "cancelled": "已取消",
        "cannot be read": "无法读取",
        "categories": "类别",
        "changed": "更改",
        "confirmed": "已确认",
        "copies": "副本",
        "description": "说明",
        "failed": "失败",
        "id": "编号",
        "local": "本地",
        "months are 01 to 12": "月份为 01 到 12",
        "no": "否",
        "organizer": "组织者",
        "partial": "不完整",
        "participants": "参与者",
        "removed": "移除",
        "repeats": "重复",
        "show: prints text or --json: leave --tsv and --format out":
            "show: 只输出文本或 --json: 请省略 --tsv 和 --format",
        "source": "来源",
        "standard output: {0}": "标准输出: {0}",
        "status": "状态",
        "tentative": "暂定",
        "that month has the days 01 to {0}": "该月的日期为 01 到 {0}",
        "the local calendar": "本地日历",
        "there is no such day: write 2026-11-20, today, tomorrow, monday, +10d or -2w":
            "没有这一天: 请写 2026-11-20、today、tomorrow、monday、+10d 或 -2w",
        "there is no such day: {0}": "没有这一天: {0}",
        "uid": "UID",
        "url": "链接",
        "when": "时间",
        "where": "地点",
        "writable": "可写",
        "written in": "原时区",
        "yes": "是",
        "{0} events": "{0} 个日程",
        "{0} events added": "新增 {0} 个日程",
        "{0} files read": "读取 {0} 个文件",
        "{0} local events": "{0} 个本地日程",
        "{0} more problems: see agenda doctor": "还有 {0} 个问题: 参见 agenda doctor",
        "{0} problems": "{0} 个问题",
        "{0} recurs. Delete this, future or all? ": "{0} 是重复日程。删除 this（这一次）、future（此后）还是 all（全部）？ ",
        "{0} sources": "{0} 个来源",
        "{0} {1}: there is no such calendar: there are none yet": "{0} {1}: 没有这个日历: 目前还没有日历",
        "{0} {1}: there is no such calendar: there are {2}": "{0} {1}: 没有这个日历: 现有 {2}",
        "{0} {1}: there is no such day: years are 1 to 9999": "{0} {1}: 没有这一天: 年份为 1 到 9999",
        "{0}, this one was changed": "{0}，此次已更改",
        "{0}, {1} and all after it": "{0}，{1} 及其后所有",
        "{0}, {1} and all its repetitions": "{0}，{1} 及其所有重复",
        "{0}, {1} unchanged{2}: {3}, {4} removed": "{0}，{1} 个未变{2}: {3}，移除 {4} 个",
        "{0}: is more than a start and an end: give --start and --end":
            "{0}: 不止一个开始和一个结束: 请给出 --start 和 --end",
        "{0}: names the whole series: give one day's id, such as {1}":
            "{0}: 指的是整个系列: 请给出某一天的编号，例如 {1}",
        "{0}: not shown, {1}": "{0}: 未显示，{1}",
        "{0}: nothing to change: give --name, --path, --color or --writable":
            "{0}: 没有要更改的内容: 请给出 --name、--path、--color 或 --writable",
        "{0}: the change is stored, its backup is not": "{0}: 更改已保存，但备份没有",
        "{0}: the event belongs to {1}, which is read only: delete it where it comes from":
            "{0}: 日程属于只读的 {1}: 请在其来源处删除",
        "{0}: the event recurs: give --scope this, future or all":
            "{0}: 日程是重复的: 请给出 --scope this、future 或 all",
        "{0}: there is no database yet: agenda source add PATH":
            "{0}: 还没有数据库: agenda source add PATH",
        "{0}: there is no such event: {1} does not exist": "{0}: 没有这个日程: {1} 不存在",
        "{0}: there is no such file or folder": "{0}: 没有这个文件或文件夹",
        "{0}: there is no such time zone: give a name such as Europe/Berlin":
            "{0}: 没有这个时区: 请给出 Europe/Berlin 这样的名称",
        "{0}: was damaged{1}: {2} and {3} are back, from {4}; the damaged file is {5}":
            "{0}: 已损坏{1}: 已从 {4} 恢复 {2} 和 {3}；损坏的文件是 {5}",
        "{0}: was missing or empty: {1} and {2} are back, from {3}":
            "{0}: 缺失或为空: 已从 {3} 恢复 {1} 和 {2}",
        "{0}: {1}: looked at every two seconds": "{0}: {1}: 每两秒查看一次",
    ]
}
