import DoubletakeCapture
import DoubletakeMedia

/// The controls of an open camera, by their names.
struct CameraControls {
    private let node: VideoNode
    private let camera: CaptureDevice

    init(_ node: VideoNode, camera: CaptureDevice) {
        self.node = node
        self.camera = camera
    }

    /// Sets controls, one after the other: what a later one needs may be what an earlier one turned off.
    func apply(_ settings: [ControlSetting]) throws(CaptureError) {
        for setting in settings { _ = try set(setting) }
    }

    /// Sets a control.
    ///
    /// - Returns: what it is set to now.
    func set(_ setting: ControlSetting) throws(CaptureError) -> CameraControl {
        let all = try list()
        let name = CameraControl.name(of: setting.name)
        guard let found = all.first(where: { $0.control.name == name }) else {
            let available = all.map(\.control).filter { $0.access != .readOnly }.map(\.name)
            throw .noControl(setting.name, camera: camera.name, available: available)
        }
        if found.control.access == .readOnly { throw .notSettable(found.control, camera: camera.name) }
        guard let value = found.control.value(of: setting.value) else {
            throw .noValue(setting, found.control, camera: camera.name)
        }
        do throws(SystemCallError) {
            if let axis = found.axis {
                try node.setExposurePoint(axis, percent: value)
            } else {
                try node.set(found.number, to: value)
            }
        } catch {
            throw .refused(found.control, error, camera: camera.name)
        }
        return try list().first { $0.control.name == name }?.control ?? found.control
    }

    private func list() throws(CaptureError) -> [VideoNode.NumberedControl] {
        do throws(SystemCallError) {
            return try node.controls()
        } catch {
            throw CaptureError(error, camera: camera.name)
        }
    }
}
