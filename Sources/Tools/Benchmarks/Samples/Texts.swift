/// Texts as written in a file: escaped (RFC 5545 3.3.11).
struct Texts {
    let ascii: [String]
    let international: [String]

    /// Picks one of the texts; one time in a hundred it is not ASCII.
    func pick(_ random: inout SplitMix64) -> String {
        random.pick(random.percent(1) ? international : ascii)
    }
}

extension Texts {
    static let summaries = Texts(
        ascii: [
            "1:1", "All hands", "Appointment", "Breakfast", "Brainstorming", "Budget", "Call",
            "Code review", "Deadline", "Demo", "Design review", "Dinner", "Exam", "Handover",
            "Interview", "Kick-off", "Lecture", "Lunch", "Maintenance", "Negotiation",
            "Office hours", "Onboarding", "Planning", "Post-mortem", "Presentation",
            "Retrospective", "Review", "Stand-up", "Strategy", "Training", "Visit", "Workshop",
        ],
        international: [
            "Frühstück im Café", "Prüfung", "Übergabe an die Spätschicht 🌙", "Führung",
            "Geburtstagsfeier für Zoë 🎂", "Réunion d’équipe", "Déjeuner", "Entrevista técnica",
            "Reunião de planejamento", "Spotkanie zespołu", "Schůzka", "Möte", "Toplantı",
            "Συνάντηση", "Встреча", "会議", "プロジェクト進捗報告とこれからの予定についての話し合い", "项目评审", "주간 회의",
            "👩🏽‍💻 Pairing",
        ])

    /// Texts that may follow a summary.
    static let topics: [String] = [
        #": billing\, part 2"#, ": data warehouse", ": mobile app", " with the customer",
        ": quarterly figures", " (remote)", ": search", #"\; bring your laptop"#, ": website",
        " with the auditors", ": release 4.2", ": hiring", ": roadmap", " (tentative)",
        ": import of old orders", ": travel costs",
    ]

    static let locations = Texts(
        ascii: [
            "Room Elbe", "Room Spree", "Room 4.12", "Auditorium", "Cafeteria", "Online",
            "https://meet.example.com/kzf-wqdo-xre", "https://video.example.org/j/83746152903",
            #"Chausseestr. 12\, 10115 Berlin"#, #"1 Main Street\, Cambridge\, MA 02142\, USA"#,
            #"42 George Street\, Sydney NSW 2000"#, #"MG Road 7\, Pune 411001"#, "Hotel Adler",
            "Central station", "Library", "Customer's site",
        ],
        international: [
            #"Café Größenwahn\, Müllerstraße 3\, Köln"#, "Kindergarten am Mühlgraben",
            #"12 Rue de l’Église\, Saint-Étienne"#, "東京都千代田区丸の内一丁目9番1号 東京駅八重洲口",
            "Zürich HB", "Bahnhof Łódź Fabryczna", "Besprechungsraum „Weiß“ 🏢", "서울특별시 중구 세종대로 110",
        ])

    static let categories: [String] = [
        "Work", "Work,Meeting", "Private", "Family", "Travel", "Birthday", "Education",
        #"Customers\, external"#,
    ]
}
