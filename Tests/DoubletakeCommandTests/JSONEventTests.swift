import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia
import Testing

@testable import Doubletake
@testable import DoubletakeCommand

/// What scripts rely on, to the letter.
@Suite struct JSONEventTests {
    private static let microphone = CaptureDevice(id: "usb", name: "Blue Yeti", kind: .microphone)

    @Test("A status has seconds with three decimals, counts, and levels in decibels, null for silence")
    func status() {
        var statistics = RecordingStatistics()
        statistics.frames = 30
        statistics.framesRepeated = 2
        let half = AudioBuffer(
            format: AudioFormat(sampleRate: 48_000, channelCount: 1),
            time: .zero,
            samples: [0.5, -0.5]
        )
        let status = RecordingStatus(
            state: .paused,
            elapsed: .microseconds(1_000_499),
            byteCount: 12_345,
            statistics: statistics,
            levels: [
                SoundLevel(device: Self.microphone, source: .audioApp, track: "Applications", level: .silence),
                SoundLevel(
                    device: Self.microphone, source: .audioMic, track: "Microphone", level: AudioLevel(of: half)),
            ]
        )
        #expect(
            JSONEvent(.status(status))?.line == #"{"bytes":12345,"dropped":0,"event":"status","frames":30,"#
                + #""levels":[{"track":"Applications"},{"peak":-6,"rms":-6,"track":"Microphone"}],"repeated":2,"state":"paused","time":1}"#
        )
    }

    @Test("A replay has its file; a status says what is kept and what memory that takes, if anything is")
    func replay() {
        let clip = ExportedClip(file: "v/film.mp4", start: .zero, duration: .milliseconds(30_000), byteCount: 1_234)
        #expect(
            JSONEvent(replay: clip).line
                == #"{"bytes":1234,"duration":30,"event":"replay","file":"v/film.mp4"}"#
        )
        var statistics = RecordingStatistics()
        statistics.bufferedByteCount = 4_711
        statistics.bufferedDuration = .milliseconds(12_500)
        let status = RecordingStatus(
            state: .recording,
            elapsed: .seconds(1),
            byteCount: 1,
            statistics: statistics,
            levels: []
        )
        #expect(JSONEvent(.status(status))?.line.contains(#""kept":12.5,"levels":[],"memory":4711,"#) == true)
    }

    @Test("What is armed has its picture, its size, its rate and its sounds")
    func armed() {
        let armed = ArmedRecording(
            picture: CaptureDevice(id: "DP-1", name: "DP-1", kind: .monitor),
            displaySize: PixelSize(width: 1920, height: 1080),
            frameRate: FrameRate(30_000, per: 1001),
            sounds: [Self.microphone]
        )
        #expect(
            JSONEvent(.armed(armed))?.line == #"{"event":"armed","fps":29.97,"height":1080,"picture":"DP-1","#
                + #""sounds":["usb"],"width":1920}"#
        )
    }

    @Test("A change of sound has each track that was meant, and a status says which are muted")
    func sound() {
        let setting = SoundSetting(
            device: Self.microphone,
            track: "Microphone",
            volume: SoundVolume(gain: -3.5, isMuted: true)
        )
        #expect(
            JSONEvent(.sound([setting]))?.line
                == #"{"event":"sound","tracks":[{"gain":-3.5,"muted":true,"track":"Microphone"}]}"#
        )
        let status = RecordingStatus(
            state: .recording,
            elapsed: .seconds(1),
            byteCount: 1,
            statistics: RecordingStatistics(),
            levels: [
                SoundLevel(
                    device: Self.microphone, source: .audioMic, track: "Microphone", level: nil, volume: setting.volume)
            ]
        )
        #expect(JSONEvent(.status(status))?.line.contains(#""levels":[{"muted":true,"track":"Microphone"}]"#) == true)
    }

    @Test("A pause has the film's length at its beginning and at its end, which is the same")
    func pause() {
        let pause = RecordingPause(instant: .zero + .seconds(100), elapsed: .microseconds(12_345_678))
        #expect(JSONEvent(.paused(pause))?.line == #"{"event":"paused","time":12.346}"#)
        #expect(JSONEvent(.resumed(pause))?.line == #"{"event":"resumed","time":12.346}"#)
    }

    @Test("A recording that was taken back is cancelled, and levels while armed are for people alone")
    func small() {
        #expect(JSONEvent(.cancelled)?.line == #"{"event":"cancelled"}"#)
        #expect(JSONEvent(.levels([])) == nil)
        #expect(JSONEvent(countdown: 3).line == #"{"event":"countdown","remaining":3}"#)
    }

    @Test("Pictures that are arranged have their layout and their devices, and cameras are named where there are any")
    func arranged() {
        let arrangement = PictureArrangement(layout: "pip", pictures: ["DP-1", "usb:2"])
        #expect(
            JSONEvent(.arranged(arrangement))?.line == #"{"event":"layout","layout":"pip","pictures":["DP-1","usb:2"]}"#
        )
        let armed = ArmedRecording(
            picture: CaptureDevice(id: "DP-1", name: "DP-1", kind: .monitor),
            displaySize: PixelSize(width: 1920, height: 1080),
            frameRate: FrameRate(30),
            sounds: [],
            cameras: [CaptureDevice(id: "usb:2", name: "Front", kind: .camera)]
        )
        #expect(JSONEvent(.armed(armed))?.line.contains(#""cameras":["usb:2"]"#) == true)
    }

    @Test("A marker has its time in the film, in seconds with three decimals, and its name")
    func marker() {
        let marker = RecordedMarker(time: .microseconds(3_250_600), name: "Größe \"1\"")
        #expect(
            JSONEvent(.marker(marker))?.line == #"{"event":"marker","name":"Größe \"1\"","time":3.251}"#
        )
    }

    @Test("A failure has the error, the help and the exit status")
    func failure() {
        let line = JSONEvent(.failed(.notRegularFile(path: "/dev/null")))?.line
        #expect(
            line == #"{"code":73,"error":"/dev/null: it exists and is not a regular file","event":"failed","#
                + #""help":"Choose another name."}"#
        )
    }

    @Test("A film in parts has them all, and why it ended; one in a single file has no list")
    func parts() throws {
        let parts = (0..<2).map { number in
            FinishedPart(
                file: "film-\(number + 1).mp4",
                start: .seconds(10 * number),
                duration: .milliseconds(10_500),
                byteCount: 100
            )
        }
        let finished = { (parts: [FinishedPart]) in
            FinishedRecording(
                file: "film-1.mp4",
                parts: parts,
                end: .maximumSize,
                duration: .seconds(21),
                byteCount: 200,
                statistics: RecordingStatistics(),
                startLatency: .zero,
                stopLatency: .zero,
                sounds: []
            )
        }
        let line = try #require(JSONEvent(.finished(finished(parts)))?.line)
        #expect(line.contains(#""reason":"max_size""#))
        #expect(line.contains(#"{"bytes":100,"duration":10.5,"file":"film-2.mp4","time":10}]"#))
        #expect(JSONEvent(.finished(finished([parts[0]])))?.line.contains("parts") == false)
        #expect(
            JSONEvent(.part(parts[1]))?.line
                == #"{"bytes":100,"duration":10.5,"event":"part","file":"film-2.mp4","time":10}"#
        )
        #expect(
            JSONEvent(.split(StartedPart(partFile: "film-2.part.mp4", start: .seconds(10))))?.line
                == #"{"event":"split","part":"film-2.part.mp4","time":10}"#
        )
        #expect(JSONEvent(discarded: ["/t/a.mp4"]).line == #"{"event":"discarded","files":["/t/a.mp4"]}"#)
        #expect(JSONEvent(after: "cp", status: 3).line == #"{"command":"cp","event":"after","status":3}"#)
    }

    @Test("The cameras' own films are told of with their cameras, and only where there are some")
    func cameraFiles() throws {
        let camera = CaptureDevice(id: "usb-1", name: "HD Webcam", kind: .camera)
        var part = FinishedPart(file: "film.front.mp4", start: .zero, duration: .seconds(2), byteCount: 7)
        part.camera = camera
        var statistics = RecordingStatistics()
        statistics.cameraFramesDropped = 3
        let finished = FinishedRecording(
            file: "film.mp4",
            parts: [],
            end: .requested,
            duration: .seconds(2),
            byteCount: 200,
            statistics: statistics,
            startLatency: .zero,
            stopLatency: .zero,
            sounds: [],
            cameraParts: [part]
        )
        let line = try #require(JSONEvent(.finished(finished))?.line)
        let told = #"{"bytes":7,"camera":"usb-1","duration":2,"file":"film.front.mp4","time":0}"#
        #expect(line.contains(#""camera_frames_dropped":3,"cameras":[\#(told)],"#), "\(line)")
        var split = StartedPart(partFile: "film.front-2.part.mp4", start: .seconds(10))
        split.camera = camera
        #expect(
            JSONEvent(.split(split))?.line
                == #"{"camera":"usb-1","event":"split","part":"film.front-2.part.mp4","time":10}"#
        )
    }

    @Test("A name with quotes and line ends stays one line")
    func escaping() throws {
        let line = try #require(JSONEvent(.failed(.notRegularFile(path: "a\"b\nc")))).line
        #expect(!line.contains("\n"))
        #expect(line.contains(#"a\"b\nc"#))
    }
}
