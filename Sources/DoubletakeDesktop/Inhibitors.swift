/// What keeps the screen from being blanked or locked, and the machine from going to sleep.
enum Inhibitors {
    private static let application = "Doubletake"
    private static let reason = "A film is being recorded"

    private static func screenSaver(_ member: String) -> BusMethod {
        let name = "org.freedesktop.ScreenSaver"
        return BusMethod(name, "/org/freedesktop/ScreenSaver", name, member)
    }

    /// Keeps the desktop's screen saver away, until it is released or the connection ends.
    ///
    /// The corresponding D-Bus method is `org.freedesktop.ScreenSaver.Inhibit`.
    ///
    /// - Returns: what releases it.
    static func holdScreenSaver(on session: BusConnection) throws(BusError) -> UInt32? {
        try session.call(screenSaver("Inhibit"), [.string(application), .string(reason)]).first?.number
    }

    /// Lets the screen saver come again; nobody waits for the answer, since the end of the connection does the same.
    ///
    /// The corresponding D-Bus method is `org.freedesktop.ScreenSaver.UnInhibit`.
    static func release(_ cookie: UInt32, on session: BusConnection) throws(BusError) {
        try session.send(screenSaver("UnInhibit"), [.uint32(cookie)])
    }

    /// Keeps the machine from idling and from going to sleep, for as long as the descriptor is open.
    ///
    /// The corresponding D-Bus method is `org.freedesktop.login1.Manager.Inhibit`.
    static func holdLogin(on system: BusConnection) throws(BusError) -> BusDescriptor? {
        let method = BusMethod(
            "org.freedesktop.login1",
            "/org/freedesktop/login1",
            "org.freedesktop.login1.Manager",
            "Inhibit"
        )
        let words = ["idle:sleep", application, reason, "block"]
        let answer = try system.call(method, words.map { .string($0) })
        if case .descriptor(let descriptor)? = answer.first { return descriptor }
        return nil
    }
}
