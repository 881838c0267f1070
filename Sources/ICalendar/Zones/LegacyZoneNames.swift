// Written by generate-windows-zones.py on 2026-11-21; do not edit.
// Source: the links of IANA tz data 2026f (Debian tzdata 2026f-0+deb12u1).

/// Names outside tz data's areas that are kept for old users.
enum LegacyZoneNames {
    /// Each old name with its current name.
    static let table = """
        Brazil/Acre=America/Rio_Branco Brazil/DeNoronha=America/Noronha
        Brazil/East=America/Sao_Paulo Brazil/West=America/Manaus CET=Europe/Brussels
        CST6CDT=America/Chicago Canada/Atlantic=America/Halifax Canada/Central=America/Winnipeg
        Canada/Eastern=America/Toronto Canada/Mountain=America/Edmonton
        Canada/Newfoundland=America/St_Johns Canada/Pacific=America/Vancouver
        Canada/Saskatchewan=America/Regina Canada/Yukon=America/Whitehorse
        Chile/Continental=America/Santiago Chile/EasterIsland=Pacific/Easter Cuba=America/Havana
        EET=Europe/Athens EST=America/Panama EST5EDT=America/New_York Egypt=Africa/Cairo
        Eire=Europe/Dublin GB=Europe/London GB-Eire=Europe/London GMT=Etc/GMT GMT+0=Etc/GMT
        GMT-0=Etc/GMT GMT0=Etc/GMT Greenwich=Etc/GMT HST=Pacific/Honolulu Hongkong=Asia/Hong_Kong
        Iceland=Africa/Abidjan Iran=Asia/Tehran Israel=Asia/Jerusalem Jamaica=America/Jamaica
        Japan=Asia/Tokyo Kwajalein=Pacific/Kwajalein Libya=Africa/Tripoli MET=Europe/Brussels
        MST=America/Phoenix MST7MDT=America/Denver Mexico/BajaNorte=America/Tijuana
        Mexico/BajaSur=America/Mazatlan Mexico/General=America/Mexico_City NZ=Pacific/Auckland
        NZ-CHAT=Pacific/Chatham Navajo=America/Denver PRC=Asia/Shanghai
        PST8PDT=America/Los_Angeles Poland=Europe/Warsaw Portugal=Europe/Lisbon ROC=Asia/Taipei
        ROK=Asia/Seoul Singapore=Asia/Singapore Turkey=Europe/Istanbul UCT=Etc/UTC
        US/Alaska=America/Anchorage US/Aleutian=America/Adak US/Arizona=America/Phoenix
        US/Central=America/Chicago US/East-Indiana=America/Indiana/Indianapolis
        US/Eastern=America/New_York US/Hawaii=Pacific/Honolulu
        US/Indiana-Starke=America/Indiana/Knox US/Michigan=America/Detroit
        US/Mountain=America/Denver US/Pacific=America/Los_Angeles US/Samoa=Pacific/Pago_Pago
        UTC=Etc/UTC Universal=Etc/UTC W-SU=Europe/Moscow WET=Europe/Lisbon Zulu=Etc/UTC
        """
}
