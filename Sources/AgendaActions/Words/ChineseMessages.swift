/// What the command says, in Simplified Chinese. Names of commands, options, files and fields stay.
package enum ChineseMessages {
    /// English key to translation, with the same placeholders.
    package static let table =
        everyday
        .merging(ChineseEditingMessages.table) { first, _ in first }
        .merging(ChineseViewMessages.table) { first, _ in first }
        .merging(ChineseErrorMessages.table) { first, _ in first }
        .merging(ChineseDiagnosticMessages.table) { first, _ in first }
        .merging(ChineseOnlineMessages.table) { first, _ in first }
        .merging(ChineseServiceMessages.table) { first, _ in first }
        .merging(ChineseReminderMessages.table) { first, _ in first }
        .merging(ChineseTodoMessages.table) { first, _ in first }
        .merging(ChineseJournalMessages.table) { first, _ in first }
        .merging(ChineseFormMessages.table) { first, _ in first }
        .merging(ChineseInvitationMessages.table) { first, _ in first }
        .merging(ChineseAdoptionMessages.table) { first, _ in first }
        .merging(ChineseScreenMessages.table) { first, _ in first }
        .merging(ChineseScreenTodoMessages.table) { first, _ in first }

    private static let everyday: [String: String] = [
        "no such day: years run from 1 to 9999": "没有这一天: 年份为 1 到 9999",
        "{0} {1}": "{0} {1}",
        "{0}: {1}": "{0}: {1}",
        "could be {0} or {1}: say which": "可能是 {0} 或 {1}: 请写明是哪一个",
        "was {0}: add the year": "是 {0}，已过去: 请连年份一起写",
        "that date is {0}: correct the weekday or the date": "这个日期是 {0}: 请更改星期或日期",
        "(and {0} more)": "（另有 {0} 项）",
        "{0}: '{1}' repeats too often; only {2} to {3} is shown: ask for fewer days":
            "{0}: '{1}' 重复过密: 只显示了 {2} 至 {3}: 请查询更少的天数",
        "{0} more events repeat too often": "另有 {0} 个日程重复过密",
        "(local time everywhere)": "（各地均为当地时间）",
        "(no title)": "（无标题）",
        "({0} more lines)": "（还有 {0} 行）",
        ", {0} gone": "，{0} 个已消失",
        ", {0} left": "，剩余 {0}",
        ", {0} of {1} MB": "，{0} / {1} MB",
        "--between: expected hours such as 9:00-17:00, got '{0}'":
            "--between {0}: 不是时段: 请写 9:00-17:00",
        "--color must be auto, always or never, not '{0}'":
            "--color {0}: 没有这个选择: 请写 auto、always 或 never",
        "--color: expected a colour such as royalblue or #4169e1, got '{0}'":
            "--color {0}: 不是颜色: 请写 royalblue 或 #4169e1",
        "--days {0} goes past the year 9999": "--days {0}: 超出了公元 9999 年",
        "--days must be a number from 1 to {0}, not '{1}'": "--days {1}: 超出范围: 1 到 {0}",
        "--days cannot be combined with --to": "--days: 不能与 --to 同时使用",
        "--for: expected a duration such as 45m or 1h30m, got '{0}'":
            "--for {0}: 不是时长: 请写 45m 或 1h30m",
        "--format must be ics, json or csv, not '{0}'":
            "--format {0}: 没有这种格式: 请写 ics、json 或 csv",
        "--format: only agenda next has the field {{0}}":
            "--format {{0}}: 此字段只用于 agenda next: 请省略",
        "--format: no such field: {{0}}; fields are {1}": "--format {{0}}: 没有这个字段: 可用的有 {1}",
        "--format: a brace is not closed; write {{ for a literal brace":
            "--format: 花括号没有闭合: 要写花括号本身请用 {{",
        "--from, --to, --days: only {0} to {1} can be watched":
            "--from、--to、--days: 可监视的范围是 {0} 到 {1}",
        "--json, --jsonl, --tsv, --format: use only one of them":
            "--json、--jsonl、--tsv、--format: 只能使用其中一个",
        "--limit must be a number from 1 to {0}, not '{1}'": "--limit {1}: 超出范围: 1 到 {0}",
        "--me is empty: give an address such as kim@example.org":
            "--me: 为空: 请给出 kim@example.org 这样的地址",
        "--name needs --format ics": "--name: 只有 --format ics 有名称",
        "--now: expected a time such as 2026-11-20T12:00:00+01:00, got '{0}'":
            "--now {0}: 不是时刻: 请写 2026-11-20T12:00:00+01:00",
        "--on cannot be combined with --from, --to or --days":
            "--on 不能与 --from、--to 和 --days 同时使用",
        "--status must be confirmed, tentative or cancelled, not '{0}'":
            "--status {0}: 不是状态: 请写 confirmed、tentative 或 cancelled",
        "--to {0} is too far away: at most {1} days can be listed": "--to {0}: 太远: 最多列出 {1} 天",
        "--to {0}: {1} is before {2}: swap --from and --to":
            "--to {0}: {1} 早于 {2}: 请对调 --from 和 --to",
        "--week-start must be monday, sunday or saturday, not '{0}'":
            "--week-start {0}: 没有这个选择: 请写 monday、sunday 或 saturday",
        "--week cannot be combined with --to or --days": "--week: 不能与 --to 或 --days 同时使用",
        "more than 256 MB without an end; a file may be longer": "超过 256 MB 仍未结束；文件可以更长",
        "add: say what and when, such as agenda add Lunch friday 12:30":
            "add: 请写出内容和时间，例如 agenda add Lunch friday 12:30",
        "agenda: only events of whole days until {0}: show them with --all-day":
            "agenda: 到 {0} 只有全天日程: 请用 --all-day 显示",
        "leaves you free": "不占用您的时间",
        "this is {0}, the next one; the last one: agenda month {1}":
            "这是 {0}，下一个该月；上一个: agenda month {1}",
        "{0}: the event takes whole days: move it by days, such as +1d":
            "{0}: 全天日程: 请按天移动，例如 +1d",
        "--each cannot be combined with --together": "--each: 不能与 --together 同时使用",
        "--name: several calendars cannot share a name: leave the option out":
            "--name: 多个日历不能同名: 请省略",
        "{0}, or give --large": "{0}，或给出 --large",
        "{0}: add it anyway? [y/N] ": "{0}: 仍要添加吗？[y/N] ",
        "{0}: holds {1} calendars: {2}": "{0}: 含有 {1} 个日历: {2}",
        "{0}: use --each to add each as a source, or --together for a single source":
            "{0}: 请用 --each 各建一个来源，或用 --together 合为一个",
        "{0}: add each as a source, or all together as one? [e/t] ":
            "{0}: 各建一个来源 (e)，还是合为一个 (t)？[e/t] ",
        "{0}: a pipe can be read only once: give a file": "{0}: 管道不能重复读取: 请给出文件",
        "{0}: a pipe cannot be watched: give files or folders": "{0}: 管道不会变化: 请给出文件或文件夹",
        "-: standard input can be read only once: give a path": "-: 标准输入不能重复读取: 请给出路径",
        "-: standard input cannot be watched: give files or folders": "-: 标准输入不会变化: 请给出文件或文件夹",
        "/proc/self/cmdline: cannot be read: mount /proc, which holds the arguments":
            "/proc/self/cmdline: 无法读取: 请挂载 /proc，命令的参数在其中",
        "1 calendar": "1 个日历",
        "1 event added": "新增 1 个日程",
        "1 event": "1 个日程",
        "1 file read": "读取 1 个文件",
        "1 local event": "1 个本地日程",
        "1 problem": "1 个问题",
        "1 source": "1 个来源",
        "Added {0}, {1}": "已添加 {0}，{1}",
        "Added {0}: {1}": "已添加 {0}: {1}",
        "Changed {0}": "已更改 {0}",
        "'{0}' is not one of {1}: a letter is enough": "“{0}”不在 {1} 之中: 输入一个字母即可",
        "moved": "移动",
        "HOME is not set: give --database FILE": "HOME: 未设置: 请给出 --database FILE",
        "More than {0} events match: add a word, or --limit {1}":
            "符合的日程多于 {0} 个: 请再加一个词，或用 --limit {1}",
        "No conflicts from {0} to {1}": "{0} 到 {1} 没有时间冲突",
        "No event matches '{0}'": "没有日程符合 '{0}'",
        "No events from {0} to {1}": "{0} 到 {1} 没有日程",
        "No free time from {0} to {1}": "{0} 到 {1} 没有空闲时间",
        "No problems in 1 calendar": "1 个日历中没有问题",
        "No problems in {0} calendars": "{0} 个日历中没有问题",
        "Removed {0}: {1}; agenda undo brings it back":
            "已移除 {0}: {1}；agenda undo 可以恢复",
        "calendar {0}": "日历 {0}",
        "1 more problem: see agenda doctor": "还有 1 个问题: 请看 agenda doctor",
        "{0}: see agenda doctor": "{0}: 请看 agenda doctor",
        "1 to-do": "1 项待办",
        "{0} to-dos": "{0} 项待办",
        "changed {0}": "更改于 {0}",
        "from {0} on": "自 {0} 起",
        "{0} to {1}": "{0} 至 {1}",
        "agenda: only {0} open files are allowed: raise the limit with ulimit -n 64":
            "agenda: 只允许打开 {0} 个文件: 用 ulimit -n 64 放宽",
        "agenda: only {0} MB of memory are allowed: raise the limit with ulimit -v unlimited":
            "agenda: 只允许使用 {0} MB 内存: 用 ulimit -v unlimited 放宽",
        "agenda: stopped, because only {0} MB of memory are allowed: raise the limit with ulimit -v unlimited":
            "agenda: 已结束, 因为只允许使用 {0} MB 内存: 用 ulimit -v unlimited 放宽",
        "No changes: {0}": "没有变化: {0}",
        "added": "新增",
        "agenda: no calendars yet: add one with 'agenda source add PATH'":
            "agenda: 还没有日历: agenda source add PATH",
        "agenda: no calendars yet: add one with 'agenda source add PATH', or look at one with 'agenda list PATH'":
            "agenda: 还没有日历: agenda source add PATH，或 agenda list PATH",
        "agenda: no events until {0}: look further with --days":
            "agenda: 从现在到 {0} 没有日程: 用 --days 可看得更远",
        "agenda: {0}: see agenda --help": "agenda: {0}: 参见 agenda --help",
        "alarms": "提醒",
        "all day": "全天",
        "busy": "忙碌",
        "calendar": "日历",
        "cancelled": "已取消",
        "categories": "类别",
        "changed": "更改",
        "confirmed": "已确认",
        "free: busy times without events are not counted: {0}: 'agenda meet' counts them":
            "free: 没有日程、只有忙碌时间的日历未计入: {0}: 'agenda meet' 会计入",
        "conflicts: only the first {0} are shown: ask for fewer days":
            "conflicts: 只显示前 {0} 个: 请减少天数",
        "--format cannot be used with agenda conflicts, which prints pairs of events":
            "conflicts: 输出的是成对的日程: 请省略 --format",
        "copies": "副本",
        "description": "说明",
        "edited": "编辑",
        "failed": "失败",
        "--format cannot be used with agenda free, which prints free times":
            "free: 输出的是空闲时段，不是日程: 请省略 --format",
        "id": "编号",
        "in {0}: ": "{0}后: ",
        "local": "本地",
        "month {0}: neither a month nor a file: use 2026-12, december or +1":
            "month {0}: 不是月份，也不是文件: 请写 2026-12、december 或 +1",
        "months run from 01 to 12": "月份为 01 到 12",
        "no": "否",
        "now, {0} left: ": "进行中，还剩 {0}: ",
        "now: ": "现在: ",
        "organizer": "组织者",
        "overlaps": "重叠",
        "partial": "不完整",
        "participants": "参与者",
        "removed": "移除",
        "repeats": "重复",
        "search: say what to find: give words of a title, place or name":
            "search: 请说明查找什么: 写标题、地点或姓名中的词",
        "search '{0}': there is no word in it: give part of a title or name":
            "search '{0}': 其中没有词: 请写标题或姓名的一部分",
        "search index {0} {1} of {2} events": "搜索索引 {0} {1} / {2} 个日程",
        "--tsv and --format cannot be used with agenda show, which prints text or --json":
            "show: 只输出文本或 --json: 请省略 --tsv 和 --format",
        "source": "来源",
        "standard output: {0}": "标准输出: {0}",
        "standard output: {0}; done nevertheless: {1}": "标准输出: {0}: 操作已完成: {1}",
        "{0}: is the backup of another database that was here, or of a later state; it is kept":
            "{0}: 是曾在此处的另一个数据库或更晚状态的备份: 已保留",
        "{0}: was older than its backup{1}: restored {2} and {3} from {4}; the older file is {5}":
            "{0}: 比其备份旧{1}: {2}和{3}已从 {4} 恢复; 旧文件为 {5}",
        "{0}: change {1} of the history is damaged: do not undo it": "{0}: 历史中的更改 {1} 已损坏: 请勿撤销它",
        "{0}: what is stored of {1} does not match its text: run 'agenda refresh --rebuild'":
            "{0}: 所存的 {1} 与其内容不符: agenda refresh --rebuild",
        "status": "状态",
        "tentative": "暂定",
        "that month has {0} days": "该月的日期为 01 到 {0}",
        "the local calendar": "本地日历",
        "not a day: use 2026-11-20, today, tomorrow, monday, +10d or -2w":
            "没有这一天: 请写 2026-11-20、today、tomorrow、monday、+10d 或 -2w",
        "no such day: {0}": "没有这一天: {0}",
        "time zone {0} of {1}: now {2}, because another calendar uses the name for another zone":
            "{1} 的时区 {0}: 现名 {2}，因为另一个日历用此名表示别的时区",
        "uid": "UID",
        "url": "链接",
        "when": "时间",
        "where": "地点",
        "writable": "可写",
        "written in": "原时区",
        "yes": "是",
        "{0} calendars": "{0} 个日历",
        "{0} d {1} h": "{0} 天 {1} 小时",
        "{0} d": "{0} 天",
        "{0} events added": "新增 {0} 个日程",
        "{0} events": "{0} 个日程",
        "{0} files read": "读取 {0} 个文件",
        "{0} from {1}": "{0} 取自 {1}",
        "{0} h {1} min": "{0} 小时 {1} 分钟",
        "{0} h": "{0} 小时",
        "{0} laid over at {1}": "{0} 覆盖 {1} 的那一次",
        "{0} local events": "{0} 个本地日程",
        "{0} lost: {1}": "{0} 落选: {1}",
        "{0} min": "{0} 分钟",
        "{0} more problems: see agenda doctor PATH": "还有 {0} 个问题: 参见 agenda doctor PATH",
        "{0} more problems: see agenda doctor": "还有 {0} 个问题: 参见 agenda doctor",
        "{0} problems": "{0} 个问题",
        "{0} sources": "{0} 个来源",
        "{0} won": "采用 {0}",
        "{0} {1}: no such calendar; there are none yet": "{0} {1}: 没有这个日历: 目前还没有日历",
        "{0} {1}: no such calendar; there are {2}": "{0} {1}: 没有这个日历: 现有 {2}",
        "{0}, other components: {1}": "{0}，其他组件 {1} 个",
        "{0}, renamed time zones: {1}": "{0}，改名的时区 {1} 个",
        "{0}, this one was changed": "{0}，此次已更改",
        "{0}, {1}": "{0}，{1}",
        "{0}, {1} unchanged{2}: {3}, {4} removed": "{0}，{1} 个未变{2}: {3}，移除 {4} 个",
        "{0} added": "添加 {0} 个",
        "{0} cancelled": "取消 {0} 个",
        "{0} unchanged": "无变化 {0} 个",
        "line {0}: {1}": "第 {0} 行: {1}",
        "Added": "已添加",
        "Unchanged": "没有变化",
        "Cancelled": "已取消",
        "{0}: no link to open": "{0}: 没有链接",
        "{0}: no link {1}: there are {2}": "{0}: 没有第 {1} 个链接: 共有 {2} 个",
        "{0}: a title has the number {1}: give the link's number with --link, such as --link 1":
            "{0}: 有标题含数字 {1}: 请用 --link 指定链接，此处为 --link 1",
        "{0}: not opened: only web and call addresses are": "{0}: 不打开: 只打开网址和通话地址",
        "{0}: no program to open it: set BROWSER": "{0}: 没有可打开它的程序: 请设置 BROWSER",
        "Added {0}, {1} [{2}]": "已添加 {0}，{1} [{2}]",
        "map": "地图",
        "join": "加入",
        "class": "类别",
        "priority": "优先级",
        "attachment": "附件",
        "comments": "备注",
        "links": "链接",
        "private": "私密",
        "confidential": "机密",
        "{0} (high)": "{0}（高）",
        "{0} (medium)": "{0}（中）",
        "{0} (low)": "{0}（低）",
        "({0} bytes, within the event)": "（{0} 字节，在日程内）",
        "No upcoming events; the last of {0} was {1}: list --from {2}":
            "{0}之中没有将要到来的；最近的一个是 {1}: list --from {2}",
        "The next of {0} is {1}: list --from {2}": "{0}之中，下一个是 {1}: list --from {2}",
        "No events, but {0} to-dos and other entries": "没有日程，但有 {0} 个待办或其他条目",
        "No events at all": "完全没有日程",
        "nothing added": "没有添加任何内容",
        "{0}: more than {1} events match": "{0}: 符合的日程多于 {1} 个",
        "'{0}' is not yes or no: a letter is enough": "“{0}”不在 yes, no 之中: 输入一个字母即可",
        "{0}: not shown, {1}": "{0}: 未显示，{1}",
        "{0}: nothing to change: give --name, --path, --color or --writable":
            "{0}: 没有要更改的内容: 请给出 --name、--path、--color 或 --writable",
        "{0}: the change is stored, but not its backup": "{0}: 更改已保存，但备份没有",
        "{0}: no database yet: create one with 'agenda add' or 'agenda source add PATH'":
            "{0}: 还没有数据库: 用 'agenda add' 或 'agenda source add PATH' 创建",
        "{0}: no such file or folder": "{0}: 没有这个文件或文件夹",
        "{0}: this system has no time zone data: install the package tzdata":
            "{0}：此系统没有时区数据：请安装软件包 tzdata",
        "{0}: the time zone that it names is not installed: install the package tzdata, or set TZ":
            "{0}：它所指的时区未安装：请安装软件包 tzdata，或设置 TZ",
        "{0}: no such time zone: use a name such as Europe/Berlin":
            "{0}: 没有这个时区: 请给出 Europe/Berlin 这样的名称",
        "{0}: was damaged{1}: restored {2} and {3} from {4}; the damaged file is {5}":
            "{0}: 已损坏{1}: 已从 {4} 恢复 {2} 和 {3}；损坏的文件是 {5}",
        "{0}: was missing or empty: restored {1} and {2} from {3}":
            "{0}: 缺失或为空: 已从 {3} 恢复 {1} 和 {2}",
        "{0}: {1}, {2} folded": "{0}: {1}，合并 {2} 个",
        "{0}: {1}: checked every two seconds": "{0}: {1}: 每两秒查看一次",
    ]
}
