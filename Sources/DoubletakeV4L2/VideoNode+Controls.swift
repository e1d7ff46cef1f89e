import CVideo4Linux
import DoubletakeCapture
import DoubletakeMedia
import Glibc

extension VideoNode {
    /// The most controls that a device is believed to have: a driver that never says "no more" must not hang us.
    private static let mostControls = 512

    /// A control, with the kernel's number for it.
    struct NumberedControl {
        let number: UInt32
        /// Which part of a point it is; nil for a control that is one number.
        var axis: Axis?
        let control: CameraControl
    }

    /// The controls that have a value, in the driver's order.
    func controls() throws(SystemCallError) -> [NumberedControl] {
        var found: [NumberedControl] = []
        var query = v4l2_queryctrl()
        for _ in 0..<Self.mostControls {
            query.id |= DOUBLETAKE_CTRL_NEXT
            guard let answer = try entry("VIDIOC_QUERYCTRL", DOUBLETAKE_VIDIOC_QUERYCTRL, query) else { break }
            query = v4l2_queryctrl()
            query.id = answer.id
            if answer.id == DOUBLETAKE_CID_CAMERA_ORIENTATION { continue }
            guard let control = try control(answer) else { continue }
            found.append(NumberedControl(number: answer.id, control: control))
        }
        return found + (try exposurePoint())
    }

    /// Where the camera says that it is; nil when it doesn't.
    func position() throws(SystemCallError) -> CameraDescription.Position? {
        switch try value(of: DOUBLETAKE_CID_CAMERA_ORIENTATION) {
        case Int(V4L2_CAMERA_ORIENTATION_FRONT): .front
        case Int(V4L2_CAMERA_ORIENTATION_BACK): .back
        case Int(V4L2_CAMERA_ORIENTATION_EXTERNAL): .external
        default: nil
        }
    }

    /// Sets a control.
    func set(_ number: UInt32, to value: Int) throws(SystemCallError) {
        var control = v4l2_control()
        control.id = number
        control.value = Int32(truncatingIfNeeded: value)
        try request("VIDIOC_S_CTRL", DOUBLETAKE_VIDIOC_S_CTRL, &control)
    }

    private func value(of number: UInt32) throws(SystemCallError) -> Int? {
        var control = v4l2_control()
        control.id = number
        do throws(SystemCallError) {
            try request("VIDIOC_G_CTRL", DOUBLETAKE_VIDIOC_G_CTRL, &control)
        } catch {
            // Some can't be read, such as a button, and some not now.
            if [ENODEV, ENXIO].contains(error.errorNumber) { throw error }
            return nil
        }
        return Int(control.value)
    }

    private func control(_ query: v4l2_queryctrl) throws(SystemCallError) -> CameraControl? {
        guard query.flags & UInt32(V4L2_CTRL_FLAG_DISABLED) == 0, let kind = try kind(query) else { return nil }
        guard let value = try value(of: query.id) else { return nil }
        let access: CameraControl.Access =
            if query.flags & UInt32(V4L2_CTRL_FLAG_READ_ONLY) != 0 {
                .readOnly
            } else if query.flags & UInt32(V4L2_CTRL_FLAG_INACTIVE | V4L2_CTRL_FLAG_GRABBED) != 0 {
                .inactive
            } else {
                .settable
            }
        return CameraControl(
            name: CameraControl.name(of: Self.text(query.name)),
            kind: kind,
            value: value,
            defaultValue: Int(query.default_value),
            access: access
        )
    }

    private func kind(_ query: v4l2_queryctrl) throws(SystemCallError) -> CameraControl.Kind? {
        let (minimum, maximum) = (Int(query.minimum), max(Int(query.minimum), Int(query.maximum)))
        switch query.type {
        case V4L2_CTRL_TYPE_INTEGER.rawValue: return .integer(minimum...maximum, step: max(Int(query.step), 1))
        case V4L2_CTRL_TYPE_BOOLEAN.rawValue: return .switched
        case V4L2_CTRL_TYPE_MENU.rawValue, V4L2_CTRL_TYPE_INTEGER_MENU.rawValue:
            var choices: [CameraControl.Choice] = []
            for index in max(minimum, 0)...max(minimum, min(maximum, Self.mostControls)) {
                var item = v4l2_querymenu()
                item.id = query.id
                item.index = UInt32(index)
                guard let answer = try entry("VIDIOC_QUERYMENU", DOUBLETAKE_VIDIOC_QUERYMENU, item) else { continue }
                let isNumber = query.type == V4L2_CTRL_TYPE_INTEGER_MENU.rawValue
                let name = isNumber ? String(answer.value) : Self.text(answer.name)
                choices.append(CameraControl.Choice(value: index, name: name))
            }
            return .menu(choices)
        default: return nil
        }
    }
}
