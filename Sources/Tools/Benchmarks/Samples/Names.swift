/// A participant's name.
struct Name {
    let given: String
    /// Nil if ``given`` is the whole name.
    var family: String?
    /// The part before the `@`; nil to derive it from the name.
    var address: String?
}

extension Name {
    /// Reads `Given Family address` or `Name address`; `_` stands for a space in a name.
    init(_ text: String) {
        let words = text.split(separator: " ").map { String($0).replacing("_", with: " ") }
        self.init(
            given: words[0], family: words.count > 2 ? words[1] : nil, address: words.last)
    }
}

/// The names of participants by number: the lower 12 bits select the name, the upper 4 the domain.
enum Names {
    /// The first of the 4,096 names: 1 % are not ASCII, then come the rooms and the groups.
    private static let named = NamesOfTheirOwn.all.map { Name($0) }

    static subscript(number: Int) -> Name {
        let choice = number & 4_095
        return choice < named.count
            ? named[choice] : Name(given: givenNames[choice & 63], family: familyNames[choice >> 6])
    }

    static func isRoom(_ number: Int) -> Bool { (41..<53).contains(number & 4_095) }
    static func isGroup(_ number: Int) -> Bool { (53..<58).contains(number & 4_095) }

    /// One of 16 reserved domains (RFC 2606).
    static func domain(of number: Int) -> String { domains[number >> 12 & 15] }

    private static let givenNames: [String] = [
        "Ada", "Alan", "Alice", "Anna", "Arjun", "Ben", "Carla", "Clara", "Daniel", "David",
        "Deepa", "Diego", "Elena", "Emil", "Emma", "Erik", "Eva", "Felix", "Finn", "Frank",
        "Grace", "Greta", "Hanna", "Henry", "Ida", "Ines", "Ivan", "Jack", "Jakob", "James",
        "Jana", "Johanna", "Jonas", "Julia", "Karl", "Katharina", "Kenji", "Lara", "Lea", "Leon",
        "Linda", "Lucas", "Maria", "Marta", "Max", "Mei", "Mia", "Michael", "Nina", "Noah",
        "Olga", "Oliver", "Paul", "Priya", "Rahul", "Robert", "Rosa", "Sarah", "Simon", "Sofia",
        "Thomas", "Tim", "Vera", "William",
    ]

    private static let familyNames: [String] = [
        "Adams", "Ahmed", "Almeida", "Andersen", "Bauer", "Becker", "Berg", "Brandt", "Brown",
        "Carter", "Chen", "Clark", "Costa", "Davies", "Diaz", "Evans", "Fischer", "Ford",
        "Garcia", "Gupta", "Hansen", "Harris", "Hoffmann", "Hughes", "Ito", "Jansen", "Johnson",
        "Jones", "Kaiser", "Keller", "Khan", "Klein", "Kovacs", "Kumar", "Lang", "Lee", "Lehmann",
        "Lopez", "Marino", "Martin", "Mehta", "Meyer", "Miller", "Moore", "Nakamura", "Novak",
        "Olsen", "Patel", "Peters", "Quinn", "Richter", "Roberts", "Rossi", "Sanders", "Schmidt",
        "Schulz", "Singh", "Smith", "Sullivan", "Taylor", "Turner", "Walker", "Weber", "Young",
    ]

    private static let domains: [String] = [
        "acme.example", "alster.example", "borough.example", "college.example", "dock.example",
        "example.com", "example.net", "example.org", "forum.example", "hafen.example",
        "labs.example", "mail.example", "north.example", "office.example", "pune.example",
        "studio.example",
    ]
}

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
