import Glibc

/// Where the buses are that the desktop's services are on.
package struct BusAddresses: Hashable, Sendable {
    /// The login session's bus; nil where there is none.
    package let session: String?
    /// The machine's bus.
    package let system: String

    /// Creates addresses.
    package init(session: String?, system: String) {
        (self.session, self.system) = (session, system)
    }

    /// Finds them in an environment, as all programs of the desktop do.
    package init(environment: [String: String]) {
        system = environment["DBUS_SYSTEM_BUS_ADDRESS"] ?? "unix:path=/run/dbus/system_bus_socket"
        if let address = environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty {
            // What sandboxes say where there is to be none.
            session = address.hasPrefix("disabled:") ? nil : address
        } else if let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/"), Self.exists("\(folder)/bus") {
            session = "unix:path=\(folder)/bus"
        } else {
            session = nil
        }
    }

    private static func exists(_ path: String) -> Bool {
        // SAFETY: the string is passed for the time of the call.
        unsafe access(path, F_OK) == 0
    }
}
