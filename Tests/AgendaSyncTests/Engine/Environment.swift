import Glibc

/// A number of the environment; nil where there is none.
func environment(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
}
