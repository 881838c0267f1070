import ArgumentParser
@main struct Agenda: ParsableCommand { func run() { print("hi") } }
