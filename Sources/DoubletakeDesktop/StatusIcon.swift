import Glibc

/// An icon in the desktop's panel that says how the recorder is.
///
/// It is what KDE calls a status notifier item, which most panels show. One thread uses it: that of its connection.
final class StatusIcon {
    private static let interface = "org.kde.StatusNotifierItem"
    private static let path = "/StatusNotifierItem"
    private static let watcher = "org.kde.StatusNotifierWatcher"

    private let session: BusConnection
    private let name: String
    private var state = PresentedState.armed
    private var isAnnounced = false

    /// Takes a name for the icon; there need be no panel yet.
    init(on session: BusConnection) throws(BusError) {
        self.session = session
        // As the specification has it; the unique name makes a number of ours that isn't the process's alone.
        let own = session.uniqueName.filter(\.isNumber)
        name = "\(Self.interface)-\(getpid())-\(own)"
        try session.take(name: name)
        try session.watch("type='signal',member='NameOwnerChanged',arg0='\(Self.watcher)'")
    }

    /// Shows how the recorder is.
    func show(_ state: PresentedState) throws(BusError) {
        let isNew = state != self.state
        self.state = state
        if !isAnnounced {
            try announce()
        } else if isNew {
            for member in ["NewIcon", "NewToolTip", "NewTitle"] {
                try session.signal(Self.path, Self.interface, member)
            }
            try session.signal(Self.path, Self.interface, "NewStatus", [.string(status)])
        }
    }

    /// Tells the panel of the icon; where there is none this comes again when one appears.
    private func announce() throws(BusError) {
        isAnnounced = true
        let register = BusMethod(
            Self.watcher,
            "/StatusNotifierWatcher",
            Self.watcher,
            "RegisterStatusNotifierItem"
        )
        do throws(BusError) {
            try session.call(register, [.string(name)])
        } catch .refused {
            // No panel, or one that doesn't want it.
        }
    }

    /// Takes a message if it is about the icon.
    func take(_ message: borrowing BusMessage) throws(BusError) -> Bool {
        let properties = "org.freedesktop.DBus.Properties"
        if message.isSignal("org.freedesktop.DBus", "NameOwnerChanged") {
            // The name, its owner until now, and the new one.
            let values = try message.values()
            if values.count == 3, values[2].text?.isEmpty == false { try announce() }
        } else if message.isCall(properties, "GetAll") {
            try session.answer(message, [.dictionary(self.properties)])
        } else if message.isCall(properties, "Get") {
            let wanted = try message.values().last?.text
            guard let value = self.properties.first(where: { $0.0 == wanted })?.1 else { return false }
            try session.answer(message, [.variant(value)])
        } else if ["Activate", "SecondaryActivate", "ContextMenu", "Scroll"].contains(where: {
            message.isCall(Self.interface, $0)
        }) {
            // It is a sign; what it is a sign of is controlled by keys.
            try session.answer(message, [])
        } else {
            return false
        }
        return true
    }

    private var status: String {
        switch state {
        case .armed: "Passive"
        case .recording, .paused: "Active"
        }
    }

    private var properties: [(String, BusValue)] {
        let (icon, title) =
            switch state {
            case .armed: ("media-playback-stop", "Doubletake is ready")
            case .recording: ("media-record", "Doubletake is recording")
            case .paused: ("media-playback-pause", "Doubletake is paused")
            }
        let noPicture = BusValue.array(of: "(iiay)", [])
        return [
            ("Category", .string("ApplicationStatus")), ("Id", .string("doubletake")), ("Title", .string(title)),
            ("Status", .string(status)), ("WindowId", .int32(0)), ("IconName", .string(icon)),
            ("IconPixmap", noPicture), ("OverlayIconName", .string("")), ("OverlayIconPixmap", noPicture),
            ("AttentionIconName", .string("")), ("AttentionIconPixmap", noPicture), ("AttentionMovieName", .string("")),
            ("ToolTip", .structure([.string(icon), noPicture, .string(title), .string("")])),
            ("ItemIsMenu", .boolean(false)),
        ]
    }
}
