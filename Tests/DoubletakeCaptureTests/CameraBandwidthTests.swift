import DoubletakeCapture
import DoubletakeMedia
import Testing

@Suite struct CameraBandwidthTests {
    private func format(_ codec: CameraFormat.Codec, _ width: Int, _ height: Int, _ rate: Int) -> CameraFormat {
        CameraFormat(codec: codec, size: PixelSize(width: width, height: height), rate: FrameRate(rate))
    }

    @Test("Cameras cost what their formats need of their bus, and those of a bus cost together")
    func cost() {
        var bandwidth = CameraBandwidth()
        #expect(bandwidth.cost == 0)
        bandwidth.add(format(.yuyv, 640, 480, 30), at: "usb-0000:00:14.0-1")
        #expect(abs(bandwidth.cost - 18.432 / 48) < 1e-9)
        bandwidth.add(format(.mjpeg, 1280, 720, 30), at: "usb-0000:00:14.0-2.4")
        #expect(abs(bandwidth.cost - (18.432 + 13.824) / 48) < 1e-9)
    }

    @Test("Cameras of different buses don't add up, and the fullest bus counts")
    func buses() {
        var bandwidth = CameraBandwidth()
        bandwidth.add(format(.nv12, 1280, 720, 30), at: "usb-0000:00:14.0-1")
        bandwidth.add(format(.i420, 640, 480, 30), at: "usb-0000:00:1a.0-1.1")
        bandwidth.add(format(.mjpeg, 640, 480, 30), at: "platform:vivid-000")
        #expect(bandwidth.bytesPerSecond.count == 3 && abs(bandwidth.cost - 41.472 / 48) < 1e-9)
    }

    @Test("What no bus can carry costs more than one")
    func tooMuch() {
        var bandwidth = CameraBandwidth()
        for port in 1...2 { bandwidth.add(format(.yuyv, 1280, 720, 30), at: "usb-0000:00:14.0-\(port)") }
        #expect(bandwidth.cost > 2)
    }
}
