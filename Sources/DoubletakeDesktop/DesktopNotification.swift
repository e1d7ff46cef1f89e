import DoubletakeMedia
import Glibc

/// What a desktop tells a person in a corner of the screen.
package struct DesktopNotification: Sendable {
    /// What can be done about it.
    package struct Action: Hashable, Sendable {
        /// What it is called between us.
        package let name: String
        /// What the button says.
        package let label: String

        /// Creates an action.
        package init(_ name: String, _ label: String) {
            (self.name, self.label) = (name, label)
        }
    }

    /// The first line.
    package let title: String
    /// What stands below.
    package let text: String
    /// An icon's name in the desktop's theme.
    package let icon: String
    /// The first is also what a click on the notification does.
    package let actions: [Action]

    /// Creates a notification.
    package init(title: String, text: String, icon: String, actions: [Action] = []) {
        (self.title, self.text, self.icon, self.actions) = (title, text, icon, actions)
    }

    /// How long somebody may take to choose an action.
    ///
    /// With less a film that was finished during a talk isn't opened by its notification; with more a process is kept for a
    /// notification that nobody looks at any more.
    private static let patience = Duration.seconds(3600)

    private static let service = "org.freedesktop.Notifications"

    /// Shows it, and waits until it is dealt with.
    ///
    /// - Parameter session: the session bus's address.
    /// - Returns: the action that was chosen, if one was.
    /// - Throws: when nobody shows notifications.
    package func show(on session: String) throws(BusError) -> Action? {
        let bus = try BusConnection(address: session)
        if !actions.isEmpty { try bus.watch("type='signal',interface='\(Self.service)'") }
        let method = BusMethod(Self.service, "/org/freedesktop/Notifications", Self.service, "Notify")
        let buttons = actions.prefix(1).map { Action("default", $0.label) } + actions
        let answer = try bus.call(
            method,
            [
                .string("Doubletake"), .uint32(0), .string(icon), .string(title), .string(Self.escaped(text)),
                .strings(buttons.flatMap { [$0.name, $0.label] }),
                .dictionary([("desktop-entry", .string("doubletake"))]), .int32(-1),
            ]
        )
        guard !actions.isEmpty, let id = answer.first?.number else { return nil }
        return try choice(for: id, on: bus)
    }

    private func choice(for id: UInt32, on bus: BusConnection) throws(BusError) -> Action? {
        let clock = MonotonicClock()
        let deadline = clock.now + Self.patience
        while clock.now < deadline {
            while let message = try bus.nextMessage() {
                let isChoice = message.isSignal(Self.service, "ActionInvoked")
                let isEnd = message.isSignal(Self.service, "NotificationClosed")
                guard isChoice || isEnd else {
                    if message.wantsAnswer { try bus.refuse(message) }
                    continue
                }
                let values = try message.values()
                guard values.first?.number == id else { continue }
                if isEnd { return nil }
                let name = values.last?.text
                return actions.first { $0.name == name } ?? actions.first
            }
            var entry = pollfd(fd: bus.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let rest = max((deadline - clock.now).inSeconds, 0)
            // SAFETY: one entry is passed, with that count.
            _ = unsafe poll(&entry, 1, Int32(rest * 1_000))
        }
        return nil
    }

    /// The text as services take it that understand a few of HTML's marks.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }
}
