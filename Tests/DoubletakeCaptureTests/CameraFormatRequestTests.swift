import DoubletakeCapture
import DoubletakeMedia
import Testing

@Suite struct CameraFormatRequestTests {
    private static let rows: [(String, PixelSize, FrameRate?, CameraFormat.Codec?)] = [
        ("low", PixelSize(width: 320, height: 240), nil, nil),
        ("medium", PixelSize(width: 640, height: 480), nil, nil),
        ("high", PixelSize(width: 1280, height: 720), nil, nil),
        ("1080p", PixelSize(width: 1920, height: 1080), nil, nil),
        ("4k", PixelSize(width: 3840, height: 2160), nil, nil),
        ("4K@60:mjpeg", PixelSize(width: 3840, height: 2160), FrameRate(60), .mjpeg),
        ("640x480", PixelSize(width: 640, height: 480), nil, nil),
        ("640x480@15", PixelSize(width: 640, height: 480), FrameRate(15), nil),
        ("640x480@15:YUYV", PixelSize(width: 640, height: 480), FrameRate(15), .yuyv),
        ("640x480:nv12", PixelSize(width: 640, height: 480), nil, .nv12),
    ]

    @Test("A wanted format is a name or a size, with a rate and a codec if they matter", arguments: rows.indices)
    func reads(index: Int) {
        let (text, size, rate, codec) = Self.rows[index]
        #expect(CameraFormatRequest(text) == CameraFormatRequest(size: size, rate: rate, codec: codec))
    }

    @Test(
        "What is no format isn't taken for one",
        arguments: [
            "", "huge", "640", "640x", "x480", "0x480", "640x480@", "640x480@0", "640x480:h264", "640x480x2", "-1x5",
        ]
    )
    func refuses(text: String) {
        #expect(CameraFormatRequest(text) == nil)
    }

    @Test("A setting of a control has a name and a value")
    func settings() {
        #expect(ControlSetting("gain=5") == ControlSetting(name: "gain", value: "5"))
        #expect(ControlSetting("a=b=c") == ControlSetting(name: "a", value: "b=c"))
        for text in ["", "gain", "gain=", "=5"] { #expect(ControlSetting(text) == nil) }
    }
}
