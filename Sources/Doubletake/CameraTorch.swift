import DoubletakeCapture

/// The lamp beside a camera, among the camera's controls.
struct CameraTorch: Hashable, Sendable {
    /// Words in the names of controls that are lamps.
    private static let names = ["torch", "flash", "led", "lamp"]
    /// Words in the names of choices that make a lamp shine, and not flash.
    private static let lit = ["torch", "on"]

    /// What makes it shine.
    let on: ControlSetting
    /// What makes it dark.
    let off: ControlSetting
    /// Whether it shines.
    let isOn: Bool

    /// The first lamp of a camera; nil when it has none.
    init?(_ controls: [CameraControl]) {
        let settable = controls.filter { $0.access == .settable }
        guard let found = settable.lazy.compactMap(Self.init).first else { return nil }
        self = found
    }

    private init?(_ control: CameraControl) {
        let words = control.name.split(separator: "_")
        guard words.contains(where: { Self.names.contains(String($0)) }) else { return nil }
        let (dark, shining): (String, String)
        switch control.kind {
        case .switched: (dark, shining) = ("off", "on")
        case .menu(let choices):
            let names = choices.map { CameraControl.name(of: $0.name) }
            guard let lit = names.first(where: { Self.lit.contains($0) }),
                let unlit = names.first(where: { $0 == "off" || $0 == "none" })
            else { return nil }
            (dark, shining) = (unlit, lit)
        // How bright a lamp is says nothing of how to switch it.
        case .integer: return nil
        }
        on = ControlSetting(name: control.name, value: shining)
        off = ControlSetting(name: control.name, value: dark)
        isOn = control.valueInWords == shining
    }
}
