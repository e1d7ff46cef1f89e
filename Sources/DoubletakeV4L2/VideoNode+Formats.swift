import CVideo4Linux
import DoubletakeCapture
import DoubletakeMedia
import DoubletakePixels
import Glibc

extension CameraFormat.Codec {
    /// The kernel's numbers for it, the usual one first.
    var pixelFormats: [UInt32] {
        switch self {
        case .mjpeg: [DOUBLETAKE_PIX_FMT_MJPEG, DOUBLETAKE_PIX_FMT_JPEG]
        case .yuyv: [DOUBLETAKE_PIX_FMT_YUYV]
        case .uyvy: [DOUBLETAKE_PIX_FMT_UYVY]
        case .nv12: [DOUBLETAKE_PIX_FMT_NV12]
        case .i420: [DOUBLETAKE_PIX_FMT_YUV420]
        }
    }

    /// How the samples lie; nil for what has to be decompressed.
    var layout: CameraPictureLayout? {
        switch self {
        case .mjpeg: nil
        case .yuyv: .yuyv
        case .uyvy: .uyvy
        case .nv12: .nv12
        case .i420: .i420
        }
    }
}

extension VideoNode {
    /// The most entries that a list is believed to have: a driver that never says "no more" must not hang us.
    private static let longestList = 256

    /// What the camera can do that we can show, in its own order.
    func formats() throws(SystemCallError) -> [CameraFormat] {
        var formats: [CameraFormat] = []
        for pixelFormat in try pixelFormats() {
            guard let codec = CameraFormat.Codec.allCases.first(where: { $0.pixelFormats.contains(pixelFormat) })
            else { continue }
            for size in try sizes(pixelFormat) {
                for rate in try rates(pixelFormat, size) {
                    formats.append(CameraFormat(codec: codec, size: size, rate: rate))
                }
            }
        }
        return formats
    }

    private func pixelFormats() throws(SystemCallError) -> [UInt32] {
        var found: [UInt32] = []
        for index in 0..<Self.longestList {
            var description = v4l2_fmtdesc()
            description.index = UInt32(index)
            description.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
            guard let entry = try entry("VIDIOC_ENUM_FMT", DOUBLETAKE_VIDIOC_ENUM_FMT, description) else { break }
            found.append(entry.pixelformat)
        }
        return found
    }

    private func sizes(_ pixelFormat: UInt32) throws(SystemCallError) -> [PixelSize] {
        var found: [PixelSize] = []
        for index in 0..<Self.longestList {
            var size = v4l2_frmsizeenum()
            size.index = UInt32(index)
            size.pixel_format = pixelFormat
            guard
                let entry = try entry("VIDIOC_ENUM_FRAMESIZES", DOUBLETAKE_VIDIOC_ENUM_FRAMESIZES, size)
            else { break }
            guard entry.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else {
                // Any size in a range: those that have names will do.
                let range = entry.stepwise
                return CameraFormatRequest.presets.map(\.request.size).filter { size in
                    (Int(range.min_width)...max(Int(range.min_width), Int(range.max_width))).contains(size.width)
                        && (Int(range.min_height)...max(Int(range.min_height), Int(range.max_height)))
                            .contains(size.height)
                }
            }
            found.append(PixelSize(width: Int(entry.discrete.width), height: Int(entry.discrete.height)))
        }
        return found.filter { $0.width >= 1 && $0.height >= 1 }
    }

    private func rates(_ pixelFormat: UInt32, _ size: PixelSize) throws(SystemCallError) -> [FrameRate] {
        var found: [FrameRate] = []
        for index in 0..<Self.longestList {
            var interval = v4l2_frmivalenum()
            interval.index = UInt32(index)
            interval.pixel_format = pixelFormat
            interval.width = UInt32(size.width)
            interval.height = UInt32(size.height)
            guard
                let entry = try entry("VIDIOC_ENUM_FRAMEINTERVALS", DOUBLETAKE_VIDIOC_ENUM_FRAMEINTERVALS, interval)
            else { break }
            let isDiscrete = entry.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
            // Of a range the shortest interval is the fastest that it can be; S_PARM finds the rest.
            let fraction = isDiscrete ? entry.discrete : entry.stepwise.min
            if let rate = FrameRate(interval: fraction) { found.append(rate) }
            if !isDiscrete { break }
        }
        // A driver without such a list has one rate, and says which when it is asked for one.
        return found.isEmpty ? [FrameRate(30)] : found
    }

    /// Agrees on a format; the camera may give another one than was asked for.
    func agree(on format: CameraFormat) throws(SystemCallError) -> AgreedFormat {
        var answer: v4l2_pix_format?
        for pixelFormat in format.codec.pixelFormats {
            var wanted = v4l2_pix_format()
            wanted.width = UInt32(format.size.width)
            wanted.height = UInt32(format.size.height)
            wanted.pixelformat = pixelFormat
            wanted.field = V4L2_FIELD_ANY.rawValue
            let given = try request("VIDIOC_S_FMT", DOUBLETAKE_VIDIOC_S_FMT, wanted)
            answer = given
            if given.pixelformat == pixelFormat { break }
        }
        guard let answer, let size = AgreedFormat(answer, rate: try agree(on: format.rate) ?? format.rate) else {
            throw SystemCallError(call: "VIDIOC_S_FMT", subject: path, errorNumber: EINVAL)
        }
        return size
    }

    /// What is agreed on now; nil when it is nothing that we know.
    func presentFormat(_ rate: FrameRate) throws(SystemCallError) -> AgreedFormat? {
        let format = try request("VIDIOC_G_FMT", DOUBLETAKE_VIDIOC_G_FMT, v4l2_pix_format())
        return AgreedFormat(format, rate: rate)
    }

    private func request(
        _ name: String,
        _ number: UInt,
        _ format: v4l2_pix_format
    ) throws(SystemCallError) -> v4l2_pix_format {
        var format = format
        // SAFETY: the call reads and fills in a local.
        if unsafe doubletake_video_format_request(descriptor, number, &format) < 0 {
            throw .last(call: name, subject: path)
        }
        return format
    }

    /// Agrees on a rate; nil where the device has nothing to say about it.
    private func agree(on rate: FrameRate) throws(SystemCallError) -> FrameRate? {
        var interval = v4l2_fract()
        interval.numerator = UInt32(rate.denominator)
        interval.denominator = UInt32(rate.numerator)
        // SAFETY: the call reads and fills in a local.
        if unsafe doubletake_video_set_interval(descriptor, &interval) < 0 {
            let error = SystemCallError.last(call: "VIDIOC_S_PARM", subject: path)
            if [EINVAL, ENOTTY].contains(error.errorNumber) { return nil }
            throw error
        }
        return FrameRate(interval: interval)
    }
}

extension FrameRate {
    /// The rate of an interval in seconds; nil when it is none.
    fileprivate init?(interval: v4l2_fract) {
        guard interval.numerator >= 1, interval.denominator >= 1 else { return nil }
        self.init(Int(interval.denominator), per: Int(interval.numerator))
    }
}

extension AgreedFormat {
    /// Reads what the kernel says; nil for what we can't show.
    fileprivate init?(_ answer: v4l2_pix_format, rate: FrameRate) {
        let codecs = CameraFormat.Codec.allCases
        guard let codec = codecs.first(where: { $0.pixelFormats.contains(answer.pixelformat) }),
            answer.width >= 1, answer.height >= 1
        else { return nil }
        let size = PixelSize(width: Int(answer.width), height: Int(answer.height))
        format = CameraFormat(codec: codec, size: size, rate: rate)
        color = CameraColor(answer, codec)
        let packed = codec.layout?.packedBytesPerRow(width: size.width) ?? 0
        bytesPerRow = max(Int(answer.bytesperline), packed)
        byteCount = codec.layout?.byteCount(height: size.height, bytesPerRow: bytesPerRow) ?? Int(answer.sizeimage)
    }
}

extension CameraColor {
    /// What the kernel says of the samples; where it says nothing, what its documentation says is meant then.
    fileprivate init(_ answer: v4l2_pix_format, _ codec: CameraFormat.Codec) {
        let is709 =
            switch answer.ycbcr_enc {
            case V4L2_YCBCR_ENC_709.rawValue, V4L2_YCBCR_ENC_XV709.rawValue: true
            case V4L2_YCBCR_ENC_DEFAULT.rawValue: answer.colorspace == V4L2_COLORSPACE_REC709.rawValue
            default: false
            }
        let isFull =
            switch answer.quantization {
            case V4L2_QUANTIZATION_FULL_RANGE.rawValue: true
            case V4L2_QUANTIZATION_LIM_RANGE.rawValue: false
            // A JPEG has full range, whatever the colour space is called.
            default: codec == .mjpeg || answer.colorspace == V4L2_COLORSPACE_JPEG.rawValue
            }
        self =
            switch (is709, isFull) {
            case (true, true): .bt709Full
            case (true, false): .bt709Limited
            case (false, true): .bt601Full
            case (false, false): .bt601Limited
            }
    }
}
