/// The messages about feeds, accounts and the daemon.
enum ChineseOnlineMessages {
    package static let table = accounts.merging(background) { first, _ in first }

    private static let accounts: [String: String] = [
        "'{0}' is none of these: write numbers such as 1 3": "“{0}”不在其中: 请写 1 3 这样的数字",
        "--force-deletions cannot be combined with --restore-deletions":
            "--force-deletions: 不能与 --restore-deletions 同时使用",
        "--header: expected a field such as 'X-Team: blue', got '{0}'":
            "--header {0}: 不是字段: 请写 'X-Team: blue'",
        "--oauth cannot be combined with --password-command and --password-file":
            "--oauth: 不能与 --password-command 和 --password-file 同时使用",
        "--oauth: expected google, fastmail or a service of the configuration file with authorization, token and scope, got '{0}'":
            "--oauth {0}: 没有这个服务: 请写 google、fastmail，或配置文件中写明 authorization、token 和 scope 的服务",
        "--password-command cannot be combined with --password-file":
            "--password-command: 不能与 --password-file 同时使用",
        "--password-command, --password-file: are for one account, and there are {0}: leave them out, and change one with 'agenda account set' later":
            "--password-command、--password-file: 只用于一个账户，而这里有 {0}: 请不要给出，之后用 'agenda account set' 更改",
        "{0}: the password is in {1}, since there is no keyring: only you can read it":
            "{0}: 没有密钥环，密码存放在 {1}: 只有您能读取",
        "--password-command: expected a command, got '{0}'": "--password-command {0}: 不是命令",
        "--policy: expected server, mine, newer, both or ask, got '{0}'":
            "--policy {0}: 没有这个选择: 请写 server、mine、newer、both 或 ask",
        "--user: give --password-command or --password-file, too":
            "--user: 请同时给出 --password-command 或 --password-file",
        "Added {0}/{1}": "已添加 {0}/{1}",
        "Added {0}: {1}; agenda sync fetches their events": "已添加 {0}: {1}；agenda sync 会取回其日程",
        "Adopted {0}/{1}: {2} in step, {3} to compare": "已接管 {0}/{1}: 一致 {2} 个，待比较 {3} 个",
        "Dropped the change of {0}": "已放弃对 {0} 的更改",
        "Google's storage has tokens of its own: add it with 'agenda account add ADDRESS --oauth google'":
            "Google 的存储使用自己的令牌: 请用 'agenda account add ADDRESS --oauth google' 添加",
        "Password of {0}: ": "{0} 的密码: ",
        "Remove {0} with all its events from {1}? [y/N] ": "从 {1} 移除 {0} 及其全部日程？[y/N] ",
        "Remove {0} with the files of {1}? [y/N] ": "移除 {0} 以及 {1} 的文件？[y/N] ",
        "Give up the change of {0}? [y/N] ": "放弃对 {0} 的更改？[y/N] ",
        "The calendars are on {0}: send the password there? [y/N] ":
            "日历位于 {0}: 把密码发送到那里吗？[y/N] ",
        "Removed {0}": "已移除 {0}",
        "Removed {0}/{1}": "已移除 {0}/{1}",
        "Renamed {0}/{1} to {2}": "已将 {0}/{1} 改名为 {2}",
        "Resolved {0}: agenda sync sends it": "已解决 {0}: agenda sync 会发送",
        "Which ones? Numbers, or Enter for all: ": "要哪些？请输入数字，直接回车表示全部: ",
        "agenda sync sends {0} again": "agenda sync 会再次发送 {0}",
        "agenda: no accounts yet: add one with 'agenda account add ADDRESS'":
            "agenda: 还没有账户: agenda account add ADDRESS",
        "no accounts yet: add one with 'agenda account add ADDRESS'":
            "还没有账户: agenda account add ADDRESS",
        "all events are kept, not only those of some days": "保留全部日程，而不只是某些日子的",
        "contacts are not adopted": "不接管通讯录",
        "not adopted: all events are in the file {0}": "未接管: 全部日程都在文件 {0} 中",
        "not adopted: files end with '{0}', not with .ics": "未接管: 文件以“{0}”结尾，而不是 .ics",
        "not adopted: neither side, or both, is a server": "未接管: 两边都不是服务器，或都是服务器",
        "not adopted: storages of type {0} are unknown": "未接管: 不认识 {0} 类型的存储",
        "not adopted: {0} has no value that can be used": "未接管: {0} 没有可用的值",
        "{0} has no counterpart here": "{0} 在此处没有对应的设置",
        "would adopt {0}": "将接管 {0}",
        "nothing dropped": "没有放弃任何更改",
        "nothing removed": "没有移除任何内容",
        "open {0} and type {1}": "请打开 {0} 并输入 {1}",
        "sign in with a browser: {0}": "请用浏览器登录: {0}",
        "write an address such as \"https://login.example.org/token\"":
            "请写 \"https://login.example.org/token\" 这样的网址",
        "write it in quotes": "请写在引号中",
        "{0}  {1}: {2}: to be sent": "{0}  {1}: {2}: 待发送",
        "{0}  {1}: {2}": "{0}  {1}: {2}",
        "{0} {1} {2} of {3} fetched": "{0} {1} 已取回 {2} / {3}",
        "{0} {1} {2} of {3} sent": "{0} {1} 已发送 {2} / {3}",
        "{0}/{1}: vdirsyncer never noted where it is on the server: 'agenda account set {2} --calendar {3}' fetches it anew, into a folder of its own":
            "{0}/{1}: vdirsyncer 没有记下它在服务器上的位置: 'agenda account set {2} --calendar {3}' 会重新取回，存入单独的文件夹",
        "{0}: all its events would go from the server: give --yes":
            "{0}: 服务器上的全部日程都会被移除: 请给出 --yes",
        "{0}: cannot be read: name vdirsyncer's configuration": "{0}: 无法读取: 请指明 vdirsyncer 的配置文件",
        "{0}: expected a duration such as 1h, at least {1} s, got '{2}'":
            "{0} {2}: 不是时长: 请写 1h，至少 {1} 秒",
        "{0}: expected mine, theirs or both": "{0}: 没有这个选择: 请写 mine、theirs 或 both",
        "{0}: has {1}: give --all, or --calendar for each":
            "{0}: 有 {1}: 请给出 --all，或用 --calendar 逐个指定",
        "{0}: is an account already: left as it is": "{0}: 已经是账户: 保持不变",
        "{0}: is called {1} now": "{0}: 现在名为 {1}",
        "{0}: is changing: try again": "{0}: 正在更改: 请重试",
        "{0}: cannot be made ({1})": "{0}: 无法创建（{1}）",
        "{0}: is not to be sent: see 'agenda outbox'": "{0}: 不在待发送之列: 参见 'agenda outbox'",
        "{0}: is read only now": "{0}: 现在只读",
        "{0}: may be changed now": "{0}: 现在可以更改",
        "{0}: new on the server: {1}: take it with 'agenda account set {2} --all', or --calendar":
            "{0}: 服务器上新增了 {1}: 可用 'agenda account set {2} --all' 或 --calendar 添加",
        "{0}: no password: give --password-command, --password-file or --oauth":
            "{0}: 没有密码: 请给出 --password-command、--password-file 或 --oauth",
        "{0}: no password: nothing changed": "{0}: 没有密码: 没有任何变化",
        "{0}: no password: run this on a terminal, or give --password-command or --password-file":
            "{0}: 没有密码: 请在终端中运行，或给出 --password-command 或 --password-file",
        "{0}: password of {1}: ": "{0}: {1} 的密码: ",
        "{0}: no such account: see 'agenda account list'": "{0}: 没有这个账户: 参见 'agenda account list'",
        "{0}: no such calendar: there are {1}": "{0}: 没有这个日历: 现有 {1}",
        "{0}: no such conflict, or its event is changing: see 'agenda sync status'":
            "{0}: 没有这个冲突，或其日程正在更改: 参见 'agenda sync status'",
        "{0}: nothing to change: give --name, --user, --password-command, --every, --policy, --calendar or --all":
            "{0}: 没有要更改的内容: 请给出 --name、--user、--password-command、--every、--policy、--calendar 或 --all",
        "{0}: one side deleted what the other changed: the change stands":
            "{0}: 一边已删除，另一边已更改: 以更改为准",
        "{0}: the account has no calendars": "{0}: 账户中没有日历",
        "{0}: the files of {1} would go: give --yes, or --keep-mirror":
            "{0}: {1} 的文件会被移除: 请给出 --yes 或 --keep-mirror",
        "{0}: the server does not keep {1}: this device does": "{0}: 服务器没有保留 {1}: 此设备会保留",
        "{0}: the server has no further calendars": "{0}: 服务器上没有别的日历",
        "{0}: the server no longer has this calendar; its files stay until 'agenda calendar remove {1} --account {2}'":
            "{0}: 服务器上已没有这个日历；其文件会保留，直到 'agenda calendar remove {1} --account {2}'",
        "{0}: who asks is unknown: give --client-id, or write oauth.{1}.client-id in the configuration file":
            "{0}: 缺少客户端 ID: 请给出 --client-id，或在配置文件中写 oauth.{1}.client-id",
        "{0}: your change would be lost: give --yes": "{0}: 你的更改会丢失: 请给出 --yes",
        "{0}: agenda account set {1} --oauth {2}": "{0}: agenda account set {1} --oauth {2}",
        "{0}: {1}: or give --token-file": "{0}: {1}: 或给出 --token-file",
    ]

    private static let background: [String: String] = [
        // A round of synchronisations.
        "{0}: would {1}": "{0}: 将{1}",
        "ask whether to delete {0} there": "询问是否在服务器上删除 {0} 个",
        "ask whether to remove {0} here": "询问是否在此处移除 {0} 个",
        "delete {0} there": "在服务器上删除 {0}",
        "fetch {0}": "取回 {0}",
        "look what became of {0}": "查看 {0} 的结果",
        "remove {0} here": "在此处移除 {0}",
        "send {0}": "发送 {0}",
        "send {0}, which is new": "发送新的 {0}",
        "{0}: in step": "{0}: 一致",
        "{0} fetched": "取回 {0} 个",
        "{0} sent": "发送 {0} 个",
        "{0} removed here": "此处移除 {0} 个",
        "{0} removed there": "服务器上移除 {0} 个",
        "{0} merged": "合并 {0} 个",
        "{0} deletions are held: see 'agenda sync status'": "有 {0} 个删除被搁置: 参见 'agenda sync status'",
        "{0} conflicts wait for you: see 'agenda sync status'":
            "有 {0} 个冲突等你处理: 参见 'agenda sync status'",
        "{0} clashes: the server's values stand, yours are kept: see 'agenda sync status'":
            "有 {0} 处冲突: 以服务器为准，你的内容已保留: 参见 'agenda sync status'",
        "{0} resources fail alone: see 'agenda sync status'":
            "有 {0} 个单独失败: 参见 'agenda sync status'",
        "{0} files cannot be sent as they are: see 'agenda doctor'":
            "有 {0} 个文件无法照原样发送: 参见 'agenda doctor'",
        "is read only: what changed here was not sent": "只读: 此处的更改没有发送",
        "the server has no room left": "服务器已没有空间",
        // What is known of accounts.
        "in step {0}": "{0} 一致",
        "not synchronised yet": "尚未同步",
        "read only": "只读",
        "  on the server alone: {0}": "  仅在服务器上: {0}",
        "{0} to send": "待发送 {0} 个",
        "{0} to fetch": "待取回 {0} 个",
        "{0} deletions held": "搁置删除 {0} 个",
        "1 conflict": "1 个冲突",
        "{0} conflicts": "{0} 个冲突",
        "{0} set apart": "搁置 {0} 个",
        "{0}: {1}: both sides changed {2}: agenda sync resolve {3}.{4} mine|theirs|both":
            "{0}: {1}: 两边都更改了 {2}: agenda sync resolve {3}.{4} mine|theirs|both",
        "{0}: {1} deletions are held: agenda sync --force-deletions, or --restore-deletions":
            "{0}: 有 {1} 个删除被搁置: agenda sync --force-deletions 或 --restore-deletions",
        "{0}: {1} are not sent: agenda outbox says why": "{0}: {1} 个没有发送: 原因见 agenda outbox",
        "{0}: {1}: not fetched: {2}: 'agenda sync' tries it again, the daemon at {3}":
            "{0}: {1}: 没有取回: {2}: 'agenda sync' 会重试，守护进程在 {3} 重试",
        "{0}: {1} more are not fetched": "{0}: 另有 {1} 个没有取回",
        "{0}: nothing came or went": "{0}: 没有收发",
        "last synchronised {0}": "{0} 最后同步",
        // Feeds.
        "fetched {0}": "{0} 取回",
        "due {0}": "{0} 到期",
        "since {0}: {1}": "自 {0}: {1}",
        "feeds {0} {1} of {2}: {3}": "订阅 {0} {1} / {2}: {3}",
        "feeds: {0} new, {1} unchanged, {2} not fetched, {3} not due":
            "订阅: {0} 个更新，{1} 个未变，{2} 个未能取回，{3} 个未到期",
        "the server asks to wait for another {0} s": "服务器要求再等 {0} 秒",
        "{0}: sign in again with 'agenda source set {1} --oauth {2}'":
            "{0}: 请用 'agenda source set {1} --oauth {2}' 重新登录",
        "{0}: the server asks to wait for another {1} s: its last copy is shown":
            "{0}: 服务器要求再等 {1} 秒: 显示上一份副本",
        "{0}: {1}: its last copy is shown": "{0}: {1}: 显示上一份副本",
        "{0}: --every, --header, --user and passwords are for feeds: give an address such as https://example.org/team.ics":
            "{0}: --every、--header、--user 和密码只用于订阅: 请给出 https://example.org/team.ics 这样的网址",
        "{0}: a feed is one calendar that is only read: leave --writable, --each, --together and --large out":
            "{0}: 订阅是只读的单个日历: 请省略 --writable、--each、--together 和 --large",
        "{0}: is a feed, which is only read and keeps its file: leave --path and --writable out":
            "{0}: 是订阅，只读且文件位置固定: 请省略 --path 和 --writable",
        "{0}: is a feed: add it with 'agenda source add {1}'":
            "{0}: 是订阅: 请用 'agenda source add {1}' 添加",
        "{0}: is no feed: --every, --header, --user and passwords are for feeds":
            "{0}: 不是订阅: --every、--header、--user 和密码只用于订阅",
        "{0}: is the source {1} already: change it with 'agenda source set'":
            "{0}: 已经是来源 {1}: 请用 'agenda source set' 更改",
        "{0}: nothing to change: give --name, --path, --color, --writable, --busy or --remind, or --every for a feed":
            "{0}: 没有要更改的内容: 请给出 --name、--path、--color、--writable、--busy 或 --remind，订阅还可用 --every",
        // The daemon.
        "--now: the daemon goes by the machine's clock: add --once":
            "--now: 守护进程以本机时钟为准: 请加 --once",
        "daemon: started: process {0}": "daemon: 已启动: 进程 {0}",
        "{0}: a daemon runs already": "{0}: 已有守护进程在运行",
        "{0}: a daemon runs already: process {1}": "{0}: 已有守护进程在运行: 进程 {1}",
        "{0}: cannot be locked: {1}": "{0}: 无法锁定: {1}",
        "{0}: fetched": "{0}: 已取回",
        "{0}: works again": "{0}: 已恢复正常",
        "No daemon runs: start one with 'agenda daemon', or with 'systemctl --user enable --now agenda.service'":
            "没有守护进程在运行: 可用 'agenda daemon' 或 'systemctl --user enable --now agenda.service' 启动",
        "The daemon starts: process {0}": "守护进程正在启动: 进程 {0}",
        "The daemon runs since {0}: process {1}, {2}": "守护进程自 {0} 起运行: 进程 {1}，{2}",
        "  imports changed files": "  正在导入有变化的文件",
        "  fetches feeds": "  正在取回订阅",
        "  feeds: next {0}": "  订阅: 下次 {0}",
        "  {0}: is being synchronised": "  {0}: 正在同步",
        "  {0}: next {1}": "  {0}: 下次 {1}",
        "  {0}: the server refuses the credentials: change them with 'agenda account set', then send the daemon SIGHUP":
            "  {0}: 服务器拒绝凭据: 请用 'agenda account set' 更改，再向守护进程发送 SIGHUP",
    ]
}
