// swift-tools-version: 6.2
import PackageDescription

// Another package, whose programs use the libraries as the documents show them: as the front page does, with a source of its
// own, and with feeds and accounts.
let package = Package(
    name: "Outside",
    dependencies: [.package(name: "agenda", path: "../..")],
    targets: [
        .executableTarget(
            name: "Outside",
            dependencies: [
                .product(name: "AgendaKit", package: "agenda"),
                .product(name: "ICalendar", package: "agenda"),
            ],
            path: ".", exclude: ["Merge", "Source", "Sync"], sources: ["main.swift"]),
        .executableTarget(
            name: "OutsideSource",
            dependencies: [
                .product(name: "AgendaJSON", package: "agenda"),
                .product(name: "AgendaKit", package: "agenda"),
                .product(name: "ICalendar", package: "agenda"),
            ],
            path: "Source"),
        .executableTarget(
            name: "OutsideSync",
            dependencies: [
                .product(name: "AgendaKit", package: "agenda"),
                .product(name: "AgendaSync", package: "agenda"),
            ],
            path: "Sync"),
    ],
    swiftLanguageModes: [.v6]
)
