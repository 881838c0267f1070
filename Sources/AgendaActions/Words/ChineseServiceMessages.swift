/// What `agenda serve` and `agenda share` say, in Simplified Chinese.
enum ChineseServiceMessages {
    /// English key to translation, with the same placeholders.
    package static let table: [String: String] = [
        "--now: the service goes by the machine's clock: leave it out": "--now: 服务使用本机时钟，请勿使用",
        "/proc/self/exe: cannot be read: mount /proc, which names this program":
            "/proc/self/exe: 无法读取: 请挂载 /proc，它指明本程序",
        "serve: XDG_RUNTIME_DIR is not set: give --socket PATH or --listen 127.0.0.1:8017":
            "serve: 未设置 XDG_RUNTIME_DIR: 请用 --socket PATH 或 --listen 127.0.0.1:8017",
        "{0}: the service is not installed: build it with 'make server'":
            "{0}: 服务未安装: 请用 'make server' 构建",
        "--address {0}: expected an address such as https://calendar.example.org":
            "--address {0}: 应为地址，例如 https://calendar.example.org",
        "--days must be from 1 to 3660, not {0}": "--days 必须在 1 到 3660 之间，而不是 {0}",
        "--expires {0}: that day is over: give today or a later one":
            "--expires {0}: 该日已过: 请给出今天或以后的日期",
        "--name needs one line of text": "--name 需要一行文字",
        "--private cannot be combined with --busy-only": "--private 不能与 --busy-only 同时使用",
        "Revoked {0}": "已撤销 {0}",
        "agenda: no browser is signed in: open the page with 'agenda serve --open'":
            "agenda: 没有已登录的浏览器: 用 'agenda serve --open' 打开页面",
        "since {0}, last used {1}": "自 {0} 起，最近使用 {1}",
        "{0}: no such session: see 'agenda serve sessions'":
            "{0}: 没有这个会话: 见 'agenda serve sessions'",
        "agenda: no links yet: make one with 'agenda share add --calendar NAME'":
            "agenda: 还没有链接: 可用 'agenda share add --calendar NAME' 创建",
        "agenda: this path belongs after the address of 'agenda serve'; --address URL prints the whole link":
            "agenda: 此路径应接在 'agenda serve' 的地址之后；--address URL 会显示完整链接",
        "all calendars": "全部日历",
        "busy times only": "仅忙碌时段",
        "ended on {0}": "已于 {0} 结束",
        "today and {0} days": "今天及之后 {0} 天",
        "until {0}": "截至 {0}",
        "with private events": "含私密日程",
    ]
}
