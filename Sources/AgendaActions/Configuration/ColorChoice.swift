/// When output has colours: `--color`, and the configuration's `color`.
package enum ColorChoice: String, Sendable {
    case auto, always, never

    /// The choice without an option: from the environment, otherwise from the configuration file.
    package static var usual: ColorChoice {
        Environment.forbidsColor ? .never : Configuration.current.color ?? .auto
    }
}
