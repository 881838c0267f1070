/// Names with typical addresses, as ``Name/init(_:)`` reads them.
enum NamesOfTheirOwn {
    static let all = international + rooms + groups

    private static let international = [
        "Jürgen Müller juergen.mueller", "Käthe Großmann kaethe.grossmann",
        "Björn Schäfer bjoern.schaefer", "Anneliese Weiß anneliese.weiss",
        "Jörg-Rüdiger von_Düsterlohe jr.vonduesterlohe", "Ursula Köhler-Übelhör ursula.koehler",
        "Zoë Ångström zoe.angstrom", "Søren Nørgård soren.norgard",
        "Päivi Hämäläinen paivi.hamalainen", "Þórunn Guðmundsdóttir thorunn",
        "François Lefèvre francois.lefevre", "Hélène Beauséjour helene.beausejour",
        "Aurélie Nguyễn aurelie.nguyen", "José_María Núñez josemaria.nunez",
        "Begoña Ibáñez begona.ibanez", "João Conceição joao.conceicao",
        "Łukasz Wójcik lukasz.wojcik", "Małgorzata Dąbrowska malgorzata.dabrowska",
        "Jiří Dvořák jiri.dvorak", "Božena Příhodová bozena.prihodova",
        "Ľubomír Šťastný lubomir.stastny", "Győző Szűcs gyozo.szucs",
        "Ștefan Țăranu stefan.taranu", "Željko Đorđević zeljko.djordjevic",
        "Gülşen Öztürk gulsen.ozturk", "İbrahim Çağlar ibrahim.caglar",
        "Αλέξανδρος Παπαδόπουλος a.papadopoulos", "Анна Кузнецова anna.kuznetsova",
        "Дмитро Шевченко dmytro.shevchenko", "נועה לוי noa.levi", "ليلى حداد layla.haddad",
        "अनन्या शर्मा ananya.sharma", "สมชาย ใจดี somchai.jaidee", "山田太郎 taro.yamada",
        "佐藤_花子 hanako.sato", "王小明 xiaoming.wang", "李娜 na.li", "陳美玲 meiling.chan",
        "김민준 minjun.kim", "이서연 seoyeon.lee", "Team_🚀 team.rocket",
    ]

    private static let rooms = [
        "Room_Elbe room.elbe", "Room_Havel room.havel", "Room_Oder room.oder",
        "Room_Rhine_(2nd_floor) room.rhine", "Room_Spree room.spree", "Room_Weser room.weser",
        "Auditorium auditorium", "Meeting_pod_1 pod1", "Meeting_pod_2 pod2",
        "Workshop workshop", "Video_room_4.12 video.412", "Library library",
    ]

    private static let groups = [
        "All_hands all", "Design_team design", "Operations operations", "Product_team product",
        "Works_council council",
    ]
}
