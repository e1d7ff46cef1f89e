import Doubletake
import DoubletakeTestSupport
import Foundation
import Testing

extension EndToEndTests {
    /// From the command line to a file that is decoded again.
    @Suite struct RecordTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        @Test(
            "Every picture of the counter is in the film, once and in order, and the sound is there from the first sample"
        )
        func filmIsComplete() throws {
            let path = folder.file("film.mp4")
            let run = try Tool.run([
                "record", "--monitor", "test:counter", "--app-audio", "test:tone", "--mic", "test:tone", "-t", "2.5",
                path,
            ])
            #expect(run.status == 0, "\(run.standardError)")
            #expect(run.standardOutput == "\(path)\n")
            #expect(try folder.contents() == ["film.mp4"])

            let film = try DecodedFilm(AssetReader(path: path))
            let numbers = film.pictures.compactMap(\.number)
            #expect(numbers.count == film.pictures.count)
            #expect(film.pictures.first?.time == .zero)
            #expect(zip(film.pictures, film.pictures.dropFirst()).allSatisfy { $0.time < $1.time })
            // A machine that is too slow to draw leaves numbers out; what was drawn is there in order.
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 })
            // Every picture belongs to its number's frame time. Not at the beginning, where on a busy machine pictures from
            // before the start may still be on their way; and not the last, which may be shown again so that the film is as
            // long as it was recorded.
            let settled = film.pictures.dropLast().filter { $0.time >= MediaTime.zero + .milliseconds(500) }
            let reference = try #require(settled.last)
            for picture in settled {
                let distance = try #require(picture.number) - (try #require(reference.number))
                let expected = reference.time + FrameRate(30).offset(ofFrame: distance)
                #expect(abs((picture.time - expected).inSeconds) < 0.001)
            }

            for track in [2, 3] {
                let sound = try #require(film.sounds[track])
                #expect(film.soundStarts[track] == .zero)
                #expect(sound.count == 120_000)
                #expect(abs(frequency(of: sound) - 1000) < 1)
                // The codec rings a little where the tone begins, and at a gap.
                let loudness = sound.map(abs).max() ?? 0
                #expect(abs(loudness - 0.1) < 0.03)
            }
        }

        @Test("A second opinion: ffprobe finds the codecs, sizes, tags, durations and default tracks that were meant")
        func secondOpinion() throws {
            let path = folder.file("film.mp4")
            let run = try Tool.run([
                "record", "--monitor", "test:counter", "--app-audio", "test:tone", "--mic", "test:tone", "-t", "1.5",
                path,
            ])
            #expect(run.status == 0, "\(run.standardError)")
            let probe = try MediaProbe(path)
            #expect(probe.streams.map(\.codec) == ["h264", "aac", "aac", "aac"])
            #expect(probe.streams.map(\.name) == ["Screen", "Mix", "Applications", "Microphone"])
            #expect(probe.streams.map(\.isDefault) == [true, true, false, false])
            #expect(probe.streams.allSatisfy { $0.startTime == .zero })
            for stream in probe.streams { #expect(abs((stream.duration ?? .zero).inSeconds - 1.5) < 0.001) }
            let video = try #require(probe.videoStreams.first)
            #expect(video.size == PixelSize(width: 1280, height: 720))
            #expect(video.pixelFormat == "yuv420p")
            #expect(video.colorRange == "tv")
            #expect([video.colorSpace, video.colorTransfer, video.colorPrimaries] == ["bt709", "bt709", "bt709"])
            #expect(try MediaProbe.decodeErrors(path) == "")
        }

        @Test("Several sources have a track each, called for the source, and all of them are in the mix")
        func severalSources() throws {
            let path = folder.file("film.mp4")
            let run = try Tool.run([
                "record", "-m", "test:bars", "--app-audio", "test:tone", "--app-audio", "test:tone:400", "--mic",
                "test:tone:700", "--mic", "test:tone:1300", "-t", "1.5", path,
            ])
            #expect(run.status == 0, "\(run.standardError)")
            let names = try MediaProbe(path).streams.map(\.name)
            #expect(
                names == [
                    "Screen", "Mix", "Applications: Test tone", "Applications: Test tone 400 Hz",
                    "Microphone: Test tone 700 Hz", "Microphone: Test tone 1300 Hz",
                ]
            )
            let film = try DecodedFilm(AssetReader(path: path))
            for (track, expected) in [2: 1_000.0, 3: 400, 4: 700, 5: 1_300] {
                let sound = try #require(film.sounds[track])
                #expect(film.soundStarts[track] == .zero && sound.count == 72_000)
                #expect(abs(frequency(of: sound) - expected) < 1, "track \(track)")
            }
            // Four sines of that loudness together.
            let mix = try #require(film.sounds[1])
            let effective = (mix.reduce(0) { $0 + $1 * $1 } / Float(mix.count)).squareRoot()
            #expect(abs(effective - 0.1 * Float(2).squareRoot()) < 0.01)
        }

        @Test("On a picture that never changes the film begins at zero and is as long as it was recorded")
        func stillPicture() throws {
            let path = folder.file("film.mov")
            let run = try Tool.run(["record", "-m", "test:bars", "--no-sound", "-t", "2.5", path])
            #expect(run.status == 0, "\(run.standardError)")
            let film = try DecodedFilm(AssetReader(path: path))
            // The picture, once more near the end of the second second (100 ms and an interval before it), and a last time one
            // interval before the film's.
            let times = film.pictures.map { ($0.time - MediaTime.zero).inSeconds }
            #expect(times.count == 3)
            #expect(zip(times, [0, 1.8667, 2.4667]).allSatisfy { abs($0 - $1) < 0.001 })
            #expect(try MediaProbe(path).videoStreams.first?.duration?.inSeconds == 2.5)
        }

        @Test("Constant timing has exactly rate times duration pictures, at exact frame times")
        func constantTiming() throws {
            let path = folder.file("film.mp4")
            let run = try Tool.run([
                "record", "-m", "test:counter", "--no-sound", "--timing", "cfr", "--fps", "25", "-t", "2", path,
            ])
            #expect(run.status == 0, "\(run.standardError)")
            let times = try MediaProbe.frameTimes(path, stream: 0)
            #expect(times == (0..<50).map { FrameRate(25).offset(ofFrame: $0) })
        }

        @Test("Events tell of start, status and finish, with the fields that scripts rely on")
        func events() throws {
            let path = folder.file("film.mp4")
            let run = try Tool.run([
                "record", "-m", "test:counter", "--app-audio", "test:tone", "-t", "1.2", "--json", path,
            ])
            #expect(run.status == 0, "\(run.standardError)")
            let events = try Tool.events(run.standardOutput)
            let kinds = events.compactMap { $0["event"] as? String }
            #expect(kinds.first == "warning", "the default microphone is missing")
            #expect(kinds.filter { $0 != "status" && $0 != "warning" } == ["armed", "started", "finished"])
            let started = try #require(events.first { $0["event"] as? String == "started" })
            #expect(started["file"] as? String == path)
            #expect(started["part"] as? String == folder.file("film.part.mp4"))
            #expect(started["width"] as? Int == 1280)
            #expect(started["coded_height"] as? Int == 720)
            let finished = try #require(events.last)
            #expect(finished["file"] as? String == path)
            #expect(finished["duration"] as? Double == 1.2)
            #expect(finished["samples_filled"] is Int)
            let track = try #require((finished["drift"] as? [[String: Any]])?.first)
            #expect(
                Set(track.keys).isSuperset(of: ["track", "largest_correction", "samples_filled", "samples_dropped"]))
            #expect(track["gaps"] as? Int == 0 && track["track"] as? String == "Applications")
            #expect(
                finished["bytes"] as? Int == (try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int))
        }

        /// The frequency of a tone, by its upward crossings of zero in tenths of a second; the middle one of all, since a
        /// machine that is too busy leaves gaps.
        private func frequency(of sound: [Float]) -> Double {
            let pieces = stride(from: 0, to: sound.count - 4_800, by: 4_800).map { start -> Double in
                let piece = sound[start..<start + 4_800]
                let crossings = piece.indices.dropFirst().filter { piece[$0 - 1] < 0 && piece[$0] >= 0 }
                guard let first = crossings.first, let last = crossings.last, last > first else { return 0 }
                return Double(crossings.count - 1) / (Double(last - first) / 48_000)
            }
            return pieces.sorted()[pieces.count / 2]
        }
    }
}
