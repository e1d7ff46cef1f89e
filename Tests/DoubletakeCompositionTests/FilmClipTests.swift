import DoubletakeComposition
import DoubletakeMedia
import Testing

@Suite struct FilmClipTests {
    private let format = AudioFormat(sampleRate: 48_000, channelCount: 1)

    @Test("A clip begins with the picture that is shown at its beginning, and ends before its end")
    func pictures() {
        var clip = FilmClip(from: time(1_000), to: time(2_000), speed: 1, shortestInterval: .milliseconds(16))
        let shown = [0, 400, 1_300, 1_999, 2_000, 2_400].flatMap { clip.take(frame(at: $0)) } + clip.finish()
        #expect(shown.map(\.time) == [time(0), time(300), time(999)])
        #expect(shown.map(\.sequenceNumber) == [400, 1_300, 1_999])
    }

    @Test("A picture that changes right at the beginning is the first one")
    func changeAtTheBeginning() {
        var clip = FilmClip(from: time(1_000), to: nil, speed: 1, shortestInterval: .milliseconds(16))
        let shown = [900, 1_000].flatMap { clip.take(frame(at: $0)) } + clip.finish()
        #expect(shown.map(\.sequenceNumber) == [1_000])
        #expect(shown.map(\.time) == [.zero])
    }

    @Test("A clip behind the last change shows the last picture")
    func stillEnd() {
        var clip = FilmClip(from: time(1_000), to: nil, speed: 1, shortestInterval: .milliseconds(16))
        #expect(clip.take(frame(at: 900)).isEmpty)
        #expect(clip.finish().map(\.time) == [.zero])
    }

    @Test("A picture that changes just behind the beginning is the first one as well")
    func changeBehindTheBeginning() {
        var clip = FilmClip(from: time(1_000), to: nil, speed: 1, shortestInterval: .milliseconds(16))
        let shown = [900, 1_015, 1_031].flatMap { clip.take(frame(at: $0)) }
        #expect(shown.map(\.sequenceNumber) == [1_015, 1_031])
        #expect(shown.map(\.time) == [.zero, time(31)])
    }

    @Test("At twice the speed everything is at half its time; what comes too soon waits, and the newest counts")
    func speed() {
        var clip = FilmClip(from: .zero, to: nil, speed: 2, shortestInterval: .milliseconds(16))
        let shown = [0, 20, 40, 50, 1_000].flatMap { clip.take(frame(at: $0)) }
        #expect(shown.map(\.time) == [time(0), time(16), time(32), time(500)])
        #expect(shown.map(\.sequenceNumber) == [0, 20, 50, 1_000])
        #expect(clip.time(of: time(3_000)) == time(1_500))
    }

    @Test("A change that came too soon is the last picture when nothing follows it, unless the clip is over by then")
    func changeAtTheEnd() {
        for (end, isShown) in [(Int64(1_000), true), (990, false)] {
            var clip = FilmClip(from: .zero, to: time(end), speed: 1, shortestInterval: .milliseconds(16))
            let shown = [0, 980, 985].flatMap { clip.take(frame(at: $0)) }
            #expect(shown.map(\.sequenceNumber) == [0, 980])
            let rest = clip.take(frame(at: 1_200)) + clip.finish()
            #expect(rest.map(\.sequenceNumber) == (isShown ? [985] : [] as [UInt64]))
            #expect(rest.map(\.time) == (isShown ? [time(996)] : []))
        }
    }

    @Test("A clip has the chapter that its beginning is in, and those that begin within it")
    func chapters() {
        let clip = FilmClip(from: time(1_000), to: time(2_000), speed: 2, shortestInterval: .zero)
        let markers = [100, 900, 1_000, 1_500, 2_000].map { Marker(time: time($0), name: "at \($0)") }
        #expect(
            clip.markers(of: markers) == [
                Marker(time: .zero, name: "at 1000"), Marker(time: time(250), name: "at 1500"),
            ])
        #expect(clip.markers(of: Array(markers.prefix(2))) == [Marker(time: .zero, name: "at 900")])
        let whole = FilmClip(from: .zero, to: nil, speed: 1, shortestInterval: .zero)
        #expect(whole.markers(of: markers) == markers)
    }

    @Test("Sound is cut to the sample at both ends")
    func sound() throws {
        let clip = FilmClip(from: time(1_000), to: time(2_000), speed: 1, shortestInterval: .zero)
        let whole = AudioBuffer(format: format, time: .zero, samples: (0..<144_000).map(Float.init))
        let cut = try #require(clip.take(whole))
        #expect(cut.time == .zero)
        #expect(cut.samples.first == 48_000)
        #expect(cut.samples.last == 95_999)
        #expect(clip.take(AudioBuffer(format: format, time: time(2_000), samples: [1])) == nil)
        #expect(clip.take(AudioBuffer(format: format, time: time(500), samples: [1, 2])) == nil)
    }

    private func time(_ milliseconds: Int64) -> MediaTime {
        MediaTime.zero + .milliseconds(milliseconds)
    }

    private func frame(at milliseconds: Int64) -> VideoFrame {
        VideoFrame(
            pixelBuffer: PixelBuffer(
                format: .i420,
                displaySize: PixelSize(width: 2, height: 2),
                color: .bt709Limited
            ),
            time: time(milliseconds),
            sequenceNumber: UInt64(milliseconds),
            damage: .everything
        )
    }
}
