import CVideo4Linux
import DoubletakeCapture
import DoubletakeMedia
import Glibc

/// The point of the picture by which a camera sets its exposure, where it has a region of interest: two numbers, in percent of
/// the width and of the height.
///
/// The kernel knows a rectangle; ours is a quarter as wide and as high as the picture, around the point, or as small as the
/// camera can.
extension VideoNode {
    /// Which of the two numbers it is.
    enum Axis: String, CaseIterable {
        case horizontal = "exposure_point_x"
        case vertical = "exposure_point_y"
    }

    private static let percent = 0...100
    private static let middle = 50
    /// Larger, and what is beside the point counts as much; smaller, and a face is half light and half hair.
    private static let part = 4

    /// The two controls; none for a camera without such a region.
    func exposurePoint() throws(SystemCallError) -> [NumberedControl] {
        guard let bounds = try region(DOUBLETAKE_WHICH_MAXIMUM), let present = try region(DOUBLETAKE_WHICH_PRESENT),
            bounds.width > 0, bounds.height > 0
        else { return [] }
        return Axis.allCases.map { axis in
            let (start, length) = present.extent(axis)
            let (first, whole) = bounds.extent(axis)
            let value = min(max((start + length / 2 - first) * 100 / whole, 0), 100)
            return NumberedControl(
                number: DOUBLETAKE_CID_REGION_OF_INTEREST,
                axis: axis,
                control: CameraControl(
                    name: axis.rawValue,
                    kind: .integer(Self.percent, step: 1),
                    value: value,
                    defaultValue: Self.middle,
                    access: .settable
                )
            )
        }
    }

    /// Moves the point along one axis; the other one stays as it is.
    func setExposurePoint(_ axis: Axis, percent: Int) throws(SystemCallError) {
        guard let bounds = try region(DOUBLETAKE_WHICH_MAXIMUM), let present = try region(DOUBLETAKE_WHICH_PRESENT)
        else {
            throw SystemCallError(call: "VIDIOC_G_EXT_CTRLS", subject: path, errorNumber: EINVAL)
        }
        let smallest = try region(DOUBLETAKE_WHICH_MINIMUM)
        var wanted = v4l2_rect()
        for each in Axis.allCases {
            let (first, whole) = bounds.extent(each)
            let length = max(whole / Self.part, smallest?.extent(each).length ?? 1)
            let (start, old) = present.extent(each)
            let middle = each == axis ? first + whole * percent / 100 : start + old / 2
            wanted.setExtent(each, start: min(max(middle - length / 2, first), first + whole - length), length: length)
        }
        // SAFETY: the call reads and fills in a local.
        if unsafe doubletake_video_region_request(
            descriptor, DOUBLETAKE_VIDIOC_S_EXT_CTRLS, DOUBLETAKE_WHICH_PRESENT, &wanted) < 0
        {
            throw .last(call: "VIDIOC_S_EXT_CTRLS", subject: path)
        }
        do throws(SystemCallError) {
            // The first bit: exposure goes by the region.
            try set(DOUBLETAKE_CID_REGION_OF_INTEREST_AUTO, to: 1)
        } catch {
            // A camera without that choice has a region for its exposure alone.
            if ![EINVAL, ENOTTY, ERANGE].contains(error.errorNumber) { throw error }
        }
    }

    /// The region, or a limit of it; nil where there is none.
    private func region(_ which: UInt32) throws(SystemCallError) -> v4l2_rect? {
        var rectangle = v4l2_rect()
        // SAFETY: the call fills in a local.
        if unsafe doubletake_video_region_request(descriptor, DOUBLETAKE_VIDIOC_G_EXT_CTRLS, which, &rectangle) < 0 {
            let error = SystemCallError.last(call: "VIDIOC_G_EXT_CTRLS", subject: path)
            if [ENODEV, ENXIO].contains(error.errorNumber) { throw error }
            return nil
        }
        return rectangle
    }
}

extension v4l2_rect {
    /// Where it begins along an axis, and how long it is there.
    fileprivate func extent(_ axis: VideoNode.Axis) -> (start: Int, length: Int) {
        axis == .horizontal ? (Int(left), Int(width)) : (Int(top), Int(height))
    }

    fileprivate mutating func setExtent(_ axis: VideoNode.Axis, start: Int, length: Int) {
        switch axis {
        case .horizontal: (left, width) = (Int32(clamping: start), UInt32(clamping: length))
        case .vertical: (top, height) = (Int32(clamping: start), UInt32(clamping: length))
        }
    }
}
