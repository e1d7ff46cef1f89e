import DoubletakeCapture
import DoubletakeComposition
import DoubletakeMedia
import DoubletakeWriting
import Glibc
import Testing

@testable import Doubletake

/// Every message of a recording that a person can see, in a table.
@Suite struct MessageTests {
    private static let full = SystemCallError(call: "pwrite", subject: "v/film.part.mp4", errorNumber: ENOSPC)
    private static let denied = SystemCallError(call: "mkdir", subject: "v", errorNumber: EACCES)

    private static let gone = CaptureError.unavailable(
        device: "DP-1",
        reason: "the X server is gone",
        help: "Start it again."
    )

    private static let errors: [(RecordingError, String, String)] = [
        (
            .capture(.noSuchDevice(name: "DP-9", kind: .monitor, available: ["DP-1"])),
            "DP-9: there is no monitor of that name",
            "Choose one of: DP-1."
        ),
        (
            .writer(.cannotWrite(full), playableFile: "v/film.mp4"),
            "v/film.part.mp4: pwrite: No space left on device",
            "Free some space on that disk; a playable file is at v/film.mp4."
        ),
        (
            .writer(.cannotWrite(full), playableFile: nil),
            "v/film.part.mp4: pwrite: No space left on device",
            "Free some space on that disk."
        ),
        (
            .writer(.nothingWritten(path: "v/film.part.mp4"), playableFile: nil),
            "v/film.part.mp4: nothing was recorded",
            "Check that the monitor shows something, and record for longer."
        ),
        (
            .lost(gone, playableFile: "v/film.mp4"),
            "DP-1: the X server is gone",
            "Play what was recorded: a playable file is at v/film.mp4."
        ),
        (.lost(gone, playableFile: nil), "DP-1: the X server is gone", "Start it again."),
        (
            .noMonitor,
            "monitor: there is none to record",
            "Run it where an X server has a monitor, or name a test picture, such as --monitor test:counter."
        ),
        (
            .unknownContainer(path: "film.avi"),
            "film.avi: no kind of film has this extension",
            "Choose one of: .mp4, .m4v, .mov, .mkv, .webm."
        ),
        (.notRegularFile(path: "f.mp4"), "f.mp4: it exists and is not a regular file", "Choose another name."),
        (.cannotCreate(denied), "v: mkdir: Permission denied", "Choose a folder that you may write to."),
        (
            .cannotRename(denied, playableFile: "v/film.part.mp4"),
            "v: mkdir: Permission denied",
            "Find the film at v/film.part.mp4."
        ),
        (
            .onePicture,
            "pictures: there is only one, so nothing can be arranged",
            "Record a camera beside it, with --camera."
        ),
        (
            .notBuffering,
            "replay: nothing is kept in memory",
            "Start the recorder with --replay T or --preroll T."
        ),
        (
            .clipExportInProgress,
            "replay: one is just being written",
            "Wait until it is complete, and try again."
        ),
        (
            .wrongState(.idle, wanted: "stop"),
            "recorder: it can't stop while it is idle",
            "Wait until the recorder is ready, and try again."
        ),
        (
            .diskFull(path: "v", availableByteCount: 12_345_678, wantedByteCount: 200_000_000),
            "v: 12 MB are free on its disk, and 200 MB must stay free",
            "Free some space, record to another disk, or let less stay free with --min-free."
        ),
        (
            .cannotSave(full, film: "v/film.mp4"),
            "v/film.mp4: it was removed, and could not be copied elsewhere: pwrite: No space left on device",
            "Free some space on that disk, and record again."
        ),
        (.system(denied), "v: mkdir: Permission denied", "End other programs and try again."),
    ]

    @Test("An error names its subject, says what happened, and what to do", arguments: errors.indices)
    func errorMessages(index: Int) {
        let (error, description, help) = Self.errors[index]
        #expect(error.description == description)
        #expect(error.help == help)
    }

    @Test("A warning has a word for programs, and says what happened and what to do")
    func warnings() {
        let device = CaptureDevice(id: "mic", name: "Blue Yeti", kind: .microphone)
        let missing = RecordingWarning(missing: .microphone, because: nil)
        #expect(missing.code == "no_microphone")
        #expect(missing.message == "none was found; the film is recorded without it")
        #expect(missing.help == "Connect one, or name one with --mic.")
        let noServer = RecordingWarning(
            missing: .microphone,
            because: .unavailable(device: "sound server", reason: "Connection refused", help: "Start PulseAudio.")
        )
        #expect(noServer.message == "the film is recorded without it: sound server: Connection refused")
        #expect(noServer.help == "Start PulseAudio.")
        let key = RecordingWarning(key: "F9", because: Self.gone)
        #expect(key.code == "key_unavailable")
        #expect(key.message == "it can't be listened to: the X server is gone")
        let marker = RecordingWarning(noMarkerBecause: Self.gone)
        #expect(marker.code == "no_marker" && marker.subject == "marker")
        #expect(marker.message == "it is not in the film: the X server is gone")
        #expect(RecordingWarning(missing: .applicationAudio, because: nil).code == "no_application_audio")
        let waiting = RecordingWarning(.track(.starved(since: .zero)), device: device)
        #expect(waiting?.code == "audio_waiting")
        #expect(waiting?.subject == "Blue Yeti")
        #expect(RecordingWarning(.track(.resumed(after: .seconds(1))), device: device) == nil)
        let lost = RecordingWarning(
            lost: device,
            because: .unavailable(device: "Blue Yeti", reason: "it was unplugged", help: "Plug it in.")
        )
        #expect(lost.code == "device_lost")
        #expect(lost.message == "it stopped delivering: it was unplugged")
        #expect(lost.help.first?.isUppercase == true)
    }

    @Test("A warning of a window names it, says what the film shows, and what to do")
    func windowWarnings() {
        let window = CaptureDevice(id: "0x1c00007", name: "Invoices", kind: .window)
        let size = PixelSize(width: 640, height: 480)
        let rows: [(RecordingWarning, String, String)] = [
            (
                RecordingWarning(hidden: window),
                "window_unmapped Invoices: it isn't shown any more; the film shows its last picture until it is",
                "Show the window again."
            ),
            (
                RecordingWarning(shown: window),
                "window_mapped Invoices: it is shown again, and the film goes on with it",
                "Go on; nothing has to be done."
            ),
            (
                RecordingWarning(resized: window, to: size, .fit),
                "window_resized Invoices: it has 640x480 pixels now; it is scaled into the film's picture",
                "Give the window its size back for a sharp picture."
            ),
            (
                RecordingWarning(resized: window, to: size, .crop),
                "window_resized Invoices: it has 640x480 pixels now; what has no room in the film's picture is cut off",
                "Give the window its size back for a sharp picture."
            ),
            (
                RecordingWarning(closed: window, .hold),
                "window_closed Invoices: it was closed; the film shows its last picture",
                "Stop the recording."
            ),
            (
                RecordingWarning(closed: window, .wait),
                "window_closed Invoices: it was closed; the film shows its last picture until such a window is opened "
                    + "again",
                "Open the window again, or stop the recording."
            ),
            (
                RecordingWarning(returned: window),
                "window_back Invoices: such a window was opened again, and the film goes on with it",
                "Go on; nothing has to be done."
            ),
        ]
        for (warning, text, help) in rows {
            #expect("\(warning.code) \(warning.subject): \(warning.message)" == text)
            #expect(warning.help == help)
        }
    }

    @Test("Warnings of cameras say what the film shows, and whether the camera may come back")
    func cameraWarnings() {
        let camera = CaptureDevice(id: "usb:2", name: "Front", kind: .camera)
        let reason = CaptureError.unavailable(device: "Front", reason: "it was pulled out", help: "Connect it.")
        let rows: [(CaptureEvent, String, String, String)] = [
            (
                .interrupted(device: camera, .device(reason)), "camera_lost",
                "the film shows \"no signal\" in its place until it is back: it was pulled out",
                "Connect it again; the recording goes on and takes its picture by itself."
            ),
            (
                .resumed(device: camera, after: .device(reason)), "camera_back",
                "it is back, and the film shows its picture again", "Go on; nothing has to be done."
            ),
            (
                .failed(device: camera, error: reason), "camera_lost",
                "the film shows \"no signal\" in its place from here on: it was pulled out",
                "Stop the recording, connect the camera, and record again."
            ),
        ]
        for (event, code, message, help) in rows {
            let warning = RecordingWarning(camera: event)
            #expect(warning == RecordingWarning(code: code, subject: "Front", message: message, help: help))
        }
        #expect(RecordingWarning(camera: .hidden(device: camera)) == nil)
    }

    @Test("A warning of a device's clock names the device, says what is done, and what to do")
    func clockWarnings() {
        let device = CaptureDevice(id: "mic", name: "Blue Yeti", kind: .microphone)
        let format = AudioFormat(sampleRate: 48_000, channelCount: 1)
        let failure = SoundConversionError.failed(input: format, sampleRate: 48_000, reason: "out of memory")
        let rows: [(SoundStage.Event, String, String)] = [
            (
                .rate(.otherRate(44_100)),
                "other_sample_rate: it delivers 44100 samples a second and says something else; they are converted",
                "Set the device to 44100 Hz."
            ),
            (
                .rate(.failed(failure)),
                "drift_uncorrected: its clock can't be followed: the conversion to 48000 Hz failed: out of memory",
                "Use another device if its sound comes too early or too late."
            ),
            (
                .largeDrift(-1_234),
                "clock_drift: its clock is fast by 0.12 %; its sound is brought into step",
                "Use another device if its sound is out of tune."
            ),
            (
                .watch(.onlyZeros(since: .zero)),
                "only_zeros: nothing but silence has come from it for 5 s",
                "Check its switch and its volume, or name another one with --mic."
            ),
            (
                .watch(.clipping),
                "sound_clipped: it is too loud, and its peaks are cut off",
                "Turn it down in the mixer, or speak from further away."
            ),
        ]
        for (event, words, help) in rows {
            let warning = RecordingWarning(event, device: device)
            #expect(warning.map { "\($0.code): \($0.message)" } == words)
            #expect(warning?.subject == "Blue Yeti" && warning?.help == help)
        }
    }

    @Test("A warning of the applications' sound says what to do with applications")
    func applicationWarnings() {
        let device = CaptureDevice(id: "speakers", name: "Speakers", kind: .applicationAudio)
        let helps = [SoundWatch.Event.onlyZeros(since: .zero), .clipping].map {
            RecordingWarning(.watch($0), device: device)?.help
        }
        #expect(
            helps == [
                "Let something play, or name what plays with --app-audio; `doubletake devices audio` lists it.",
                "Turn the applications down in the mixer.",
            ]
        )
    }

    @Test("A device or a server that goes away or comes back is named, with what happens to the film and what to do")
    func outageWarnings() {
        let device = CaptureDevice(id: "mic", name: "Blue Yeti", kind: .microphone)
        let error = CaptureError.unavailable(device: "mic", reason: "it was unplugged", help: "Plug it in.")
        let rows: [(RecordingWarning, String, String)] = [
            (
                RecordingWarning(lostServer: error),
                "server_lost sound server: the film is silent until it is back: it was unplugged",
                "Start PulseAudio or PipeWire again; the recording goes on and takes its sound by itself."
            ),
            (
                .serverBack, "server_back sound server: it is back, and the film has sound again",
                "Look for the silence in the film if it matters."
            ),
            (
                RecordingWarning(interrupted: device, because: error),
                "device_lost Blue Yeti: its track is silent until it is back: it was unplugged",
                "Connect it again; the recording goes on and takes its sound by itself."
            ),
            (
                RecordingWarning(back: device), "device_back Blue Yeti: it is back, and its track has sound again",
                "Look for the silence in the film if it matters."
            ),
            (
                RecordingWarning(moved: device, to: "headset", because: .defaultChanged),
                "default_moved Blue Yeti: headset is the default now, and recorded from here on",
                "Name a device with --mic to stay with it."
            ),
            (
                RecordingWarning(attenuated: device, .muted),
                "sound_muted Blue Yeti: it is muted in the mixer, and may be silent in the film",
                "Unmute it in the mixer."
            ),
            (
                RecordingWarning(attenuated: device, .volume(percent: 12)),
                "low_volume Blue Yeti: its volume is 12 % in the mixer, and it may be hardly heard in the film",
                "Turn it up in the mixer."
            ),
            (
                RecordingWarning(passedOver: device, for: "Built-in"),
                "headset_passed_over Blue Yeti: to record it would turn its music to the quality of a call; "
                    + "Built-in is recorded instead",
                "Name it with --mic \(device.id) to record it all the same."
            ),
            (
                RecordingWarning(nothingPlays: device, others: ["mpv", "Firefox"]),
                "nothing_plays Blue Yeti: nothing of it plays now; its sound is recorded as soon as it does",
                "Check the name; what plays now: app:mpv, app:Firefox."
            ),
            (
                RecordingWarning(nothingPlays: device, others: []),
                "nothing_plays Blue Yeti: nothing of it plays now; its sound is recorded as soon as it does",
                "Let it play; no other application does now."
            ),
            (
                RecordingWarning(moved: device, to: "headset", because: .byMixer),
                "sound_moved Blue Yeti: its recording was moved to headset in a mixer",
                "Move it back there, or name a device with --mic to stay with it."
            ),
        ]
        for (warning, words, help) in rows {
            #expect("\(warning.code) \(warning.subject): \(warning.message)" == words)
            #expect(warning.help == help)
        }
    }

    @Test("A warning of a camera that isn't as it should be names it, says what is done, and what to do")
    func cameraImpairments() throws {
        let camera = CaptureDevice(id: "usb-rig_A1", name: "HD Webcam", kind: .camera)
        let size = PixelSize(width: 640, height: 480)
        let raw = CameraFormat(codec: .yuyv, size: size, rate: FrameRate(30))
        let jpeg = CameraFormat(codec: .mjpeg, size: size, rate: FrameRate(30))
        let rows: [(CaptureEvent, String, String)] = [
            (
                .interrupted(device: camera, .stalled(.seconds(4))),
                "camera_stalled HD Webcam: no picture has come from it for 4 s; the film shows \"no signal\" "
                    + "in its place",
                "Pull it out and connect it again if it stays so."
            ),
            (
                .resumed(device: camera, after: .stalled(.seconds(4))),
                "camera_back HD Webcam: it is back, and the film shows its picture again",
                "Go on; nothing has to be done."
            ),
            (
                .resized(device: camera, size: size),
                "camera_resized HD Webcam: its pictures have 640x480 pixels now; they are fitted into its place",
                "Name a format with --camera-format if it should stay as it was."
            ),
            (
                .impaired(
                    device: camera, .slow(framesPerSecond: 15, nominal: 30, control: "exposure_dynamic_framerate")),
                "camera_slow HD Webcam: it delivers 15 pictures a second and not 30, as cameras do where there is little "
                    + "light",
                "Add light, or keep its rate with --camera-control exposure_dynamic_framerate=off."
            ),
            (
                .impaired(device: camera, .slow(framesPerSecond: 15, nominal: 30, control: nil)),
                "camera_slow HD Webcam: it delivers 15 pictures a second and not 30, as cameras do where there is little "
                    + "light",
                "Add light, or set a shorter exposure with --camera-control."
            ),
            (
                .impaired(device: camera, .damaged(count: 1)),
                "camera_damaged HD Webcam: a damaged picture was left out",
                "Use another cable or another USB port if it goes on."
            ),
            (
                .impaired(device: camera, .damaged(count: 7)),
                "camera_damaged HD Webcam: 7 damaged pictures were left out",
                "Use another cable or another USB port if it goes on."
            ),
            (
                .impaired(device: camera, .reduced(wanted: raw, chosen: jpeg)),
                "usb_bandwidth HD Webcam: the USB bandwidth isn't enough for 640x480@30:yuyv; it delivers "
                    + "640x480@30:mjpeg",
                "Connect it to another USB port, not through the same hub as the other camera."
            ),
        ]
        for (event, words, help) in rows {
            let warning = try #require(RecordingWarning(camera: event))
            #expect("\(warning.code) \(warning.subject): \(warning.message)" == words)
            #expect(warning.help == help)
        }
        let window = CaptureDevice(id: "0x1", name: "Invoices", kind: .window)
        #expect(RecordingWarning(camera: .resized(device: window, size: size)) == nil)
        #expect(RecordingWarning(camera: .framesDropped(device: camera, count: 1)) == nil)
    }

    @Test("A warning of a disk, a folder or a part names it, says what happens to the film, and what to do")
    func diskWarnings() {
        let file = WriterError.cannotWrite(Self.full)
        let rows: [(RecordingWarning, String, String)] = [
            (
                RecordingWarning(lowDisk: "v", availableByteCount: 350_000_000, leaving: 200_000_000),
                "disk_low v: 350 MB are left on its disk; the film is ended at 200 MB",
                "Free some space on that disk."
            ),
            (
                RecordingWarning(unknownSpace: "v", because: Self.denied),
                "disk_unknown v: how much room its disk has can't be found out: mkdir: Permission denied",
                "Look at that disk; the film goes on until it can't be written."
            ),
            (
                RecordingWarning(lostFolder: "v", film: "videos/film.mp4"),
                "folder_removed v: it was removed while the film was recorded; the film was copied to videos/film.mp4",
                "Find the film at videos/film.mp4."
            ),
            (
                RecordingWarning(noNextPart: "v/film.part.mp4", because: file),
                "split_failed v/film.part.mp4: the next part can't be made, so this one goes on: pwrite: No space left on "
                    + "device",
                "Free some space on that disk."
            ),
            (
                RecordingWarning(cutPart: "v/film.mp4", because: file),
                "part_cut v/film.mp4: it can't grow further (pwrite: No space left on device); the film goes on in the "
                    + "next part, and a moment is missing",
                "Choose a smaller size with --split."
            ),
        ]
        for (warning, words, help) in rows {
            #expect("\(warning.code) \(warning.subject): \(warning.message)" == words)
            #expect(warning.help == help)
        }
    }
}
