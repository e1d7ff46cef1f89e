import DoubletakeCapture
import DoubletakeMedia
import Testing

@testable import DoubletakeV4L2

@Suite struct FormatLadderTests {
    private func formats(_ texts: String...) throws -> [CameraFormat] {
        try texts.map { text in
            let request = try #require(CameraFormatRequest(text))
            return CameraFormat(
                codec: try #require(request.codec), size: request.size, rate: try #require(request.rate))
        }
    }

    private func steps(_ available: [CameraFormat], _ request: String, rate: Int = 30) throws -> [String] {
        let request = try #require(CameraFormatRequest(request))
        return FormatLadder(available, for: request, rate: FrameRate(rate)).steps.map(\.description)
    }

    @Test("The first step is what was asked for, in the form that suits its size")
    func first() throws {
        let all = try formats(
            "640x480@30:yuyv", "1280x720@10:yuyv", "640x480@30:mjpeg", "1280x720@30:mjpeg", "1920x1080@30:mjpeg",
            "1920x1080@60:mjpeg", "640x480@15:yuyv"
        )
        let rows: [(String, Int, String)] = [
            ("high", 30, "1280x720@30:mjpeg"), ("640x480", 30, "640x480@30:yuyv"),
            ("640x480:mjpeg", 30, "640x480@30:mjpeg"), ("1080p", 30, "1920x1080@30:mjpeg"),
            ("1080p", 60, "1920x1080@60:mjpeg"), ("1920x1080@60", 30, "1920x1080@60:mjpeg"),
            // What there isn't becomes what holds it, or the largest that there is.
            ("700x500", 30, "1280x720@30:mjpeg"), ("4K", 30, "1920x1080@30:mjpeg"),
            ("640x480", 10, "640x480@15:yuyv"), ("720p:yuyv", 30, "1280x720@10:yuyv"),
            ("640x480:nv12", 30, "640x480@30:yuyv"),
        ]
        for (request, rate, expected) in rows {
            #expect(try steps(all, request, rate: rate).first == expected, "\(request) at \(rate)")
        }
        #expect(try steps([], "high") == [])
    }

    @Test("The steps behind it are JPEGs, smaller ones, and then slower ones, each once")
    func rest() throws {
        let all = try formats(
            "640x480@30:yuyv", "640x480@15:yuyv", "320x240@30:yuyv", "640x480@30:mjpeg", "640x480@15:mjpeg",
            "320x240@30:mjpeg"
        )
        #expect(
            try steps(all, "640x480") == [
                "640x480@30:yuyv", "640x480@30:mjpeg", "320x240@30:mjpeg", "320x240@30:yuyv", "640x480@15:mjpeg",
                "640x480@15:yuyv",
            ])
    }

    @Test("What needs more of the bus than what was refused isn't tried")
    func below() throws {
        let all = try formats("640x480@30:mjpeg", "640x480@30:yuyv", "640x480@15:mjpeg")
        let request = try #require(CameraFormatRequest("640x480:mjpeg"))
        let ladder = FormatLadder(all, for: request, rate: FrameRate(30))
        #expect(ladder.steps(below: all[0]).map(\.description) == ["640x480@15:mjpeg"])
        #expect(ladder.steps(below: all[2]) == [])
    }
}
