// swift-tools-version: 6.2
import PackageDescription

// Another package, which uses the libraries as their front page shows it.
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
            path: ".", exclude: ["Merge"], sources: ["main.swift"])
    ],
    swiftLanguageModes: [.v6]
)
