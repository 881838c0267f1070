/// What `agenda alarms` and the daemon's reminders say, in Simplified Chinese.
enum ChineseReminderMessages {
    /// English key to translation, with the same placeholders.
    package static let table: [String: String] = [
        "  reminders: next {0}": "  提醒: 下一个 {0}",
        "--days must be from 1 to 366, not {0}": "--days 必须在 1 到 366 之间，而不是 {0}",
        "--exec is empty: give a command, such as 'zenity --notification'":
            "--exec 为空: 请给出命令，例如 'zenity --notification'",
        "--exec: the command failed, so the reminder is told here": "--exec: 命令失败，因此在此提醒",
        "--late: expected a duration such as 30m, 1h or 1d, got '{0}'":
            "--late {0}: 不是时长: 请写 30m、1h 或 1d",
        "--remind: expected none, or a duration up to 4w such as 10m, got '{0}'":
            "--remind {0}: 请写 none，或不超过 4w 的时长，例如 10m",
        "Again in {0} min": "{0} 分钟后再提醒",
        "Dismiss": "忽略",
        "Dismissed {0}": "已忽略 {0}",
        "Join": "加入",
        "Snoozed until {0}: {1}": "推迟到 {0}: {1}",
        "agenda: no alarms on these days": "agenda: 这些天没有提醒",
        "and {0} more": "另有 {0} 个",
        "coming": "未到",
        "dismissed": "已忽略",
        "earlier alarms of the series are still to come": "该系列还有更早的提醒未到",
        "expected a duration such as 5m or 1h, got '{0}'": "应为 5m 或 1h 这样的时长，而不是“{0}”",
        "how late one of an event that is over is shown": "已结束日程的提醒最迟多久仍显示",
        "move it away; alarms that still matter are then shown again": "请把它移走；仍有意义的提醒会再次显示",
        "reminder: {0}": "提醒: {0}",
        "reminder: {0}: may not have been shown, because the daemon ended meanwhile":
            "提醒: {0}: 可能没有显示，因为守护进程当时结束了",
        "reminds {0} before": "提前 {0} 提醒",
        "shown": "已显示",
        "snoozed": "已推迟",
        "the command of the shell that shows them": "显示提醒的 shell 命令",
        "whether 'agenda daemon' shows reminders": "'agenda daemon' 是否显示提醒",
        "whether dismissing and snoozing write to the calendar, so that phones stop too":
            "忽略和推迟提醒时是否写入日历，使手机也不再提醒",
        "write a command such as \"zenity --notification\"":
            "请写一个命令，例如 \"zenity --notification\"",
        "write a duration such as \"30m\", \"1h\" or \"1d\"":
            "请写时长，例如 \"30m\"、\"1h\" 或 \"1d\"",
        "write true or false": "请写 true 或 false",
        "{0} reminders": "{0} 个提醒",
        "{0} reminders were missed": "错过了 {0} 个提醒",
        "{0}: dismissed here alone": "{0}: 只在此处忽略",
        "{0}: snoozed here alone": "{0}: 只在此处推迟",
        "{0}: has no alarm of its own: nothing is written": "{0}: 没有自己的提醒: 没有写入",
        "{0}: no such alarm: see 'agenda alarms'": "{0}: 没有这个提醒: 请见 'agenda alarms'",
        "{0}: which alarm? {1}": "{0}: 是哪个提醒？{1}",
    ]
}
