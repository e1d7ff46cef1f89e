import DoubletakeMedia
import Testing

struct SampleBufferTests {
    private let time = MediaTime(nanoseconds: 42)

    @Test("A picture's buffer has the picture's time")
    func video() {
        let picture = PixelBuffer(format: .bgra, displaySize: PixelSize(width: 1, height: 1), color: .sRGB)
        let frame = VideoFrame(pixelBuffer: picture, time: time, sequenceNumber: 3, damage: .everything)
        let buffer = SampleBuffer(frame)
        #expect(buffer.type == .video)
        #expect(buffer.presentationTime == time)
        if case .video(let content) = buffer.content {
            #expect(content.sequenceNumber == 3 && content.pixelBuffer === picture)
        } else {
            Issue.record("a picture's buffer has a picture in it")
        }
    }

    @Test("A sound's buffer says whose sound it is, and has the time of its first sample")
    func audio() {
        let format = AudioFormat(sampleRate: 48_000, channelCount: 1)
        let sound = AudioBuffer(format: format, time: time, samples: [0.25, 0.5])
        let buffers = [SampleBuffer(applications: sound), SampleBuffer(microphone: sound)]
        #expect(buffers.map(\.type) == [.audioApp, .audioMic])
        for buffer in buffers {
            #expect(buffer.presentationTime == time)
            if case .audio(let content) = buffer.content {
                #expect(content.samples == [0.25, 0.5])
            } else {
                Issue.record("a sound's buffer has sound in it")
            }
        }
    }

    @Test("The types have ReplayKit's names")
    func names() {
        #expect(SampleBufferType.allCases.map(\.rawValue) == ["video", "audioApp", "audioMic"])
    }
}
