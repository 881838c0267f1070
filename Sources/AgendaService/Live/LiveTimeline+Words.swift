package import AgendaKit

extension LiveTimeline.Notice {
    /// A line for the log of whoever runs the service.
    package var words: String {
        switch self {
        case .polled(let path, let reason): "\(path): \(reason): checked every two seconds"
        case .failed(let error): "\(error)"
        }
    }
}
