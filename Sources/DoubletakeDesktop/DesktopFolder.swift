/// A folder in the desktop's file manager.
package enum DesktopFolder {
    /// Shows a file in its folder.
    ///
    /// The corresponding D-Bus method is `org.freedesktop.FileManager1.ShowItems`.
    ///
    /// - Parameters:
    ///   - path: an absolute one.
    ///   - session: the session bus's address.
    package static func show(_ path: String, on session: String) throws(BusError) {
        let name = "org.freedesktop.FileManager1"
        let method = BusMethod(name, "/org/freedesktop/FileManager1", name, "ShowItems")
        try BusConnection(address: session).call(method, [.strings([FileURI.text(path)]), .string("")])
    }
}
