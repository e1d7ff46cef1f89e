/// Why something can't be had of a bus.
///
/// Nobody but the log is told: a desktop without the service is as good as one that refuses.
package enum BusError: Error, Hashable, CustomStringConvertible {
    /// A call of the library failed.
    case system(call: String, errorNumber: Int32)
    /// Nobody answers in time.
    case silent
    /// The one who was asked has refused, by that name and in those words.
    case refused(name: String, message: String)

    package var description: String {
        switch self {
        case .system(let call, let number): "\(call): error \(number)"
        case .silent: "nobody answers"
        case .refused(let name, let message): "\(name): \(message)"
        }
    }
}
