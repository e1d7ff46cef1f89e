import DoubletakeCapture
import DoubletakeMedia
import Testing

@testable import DoubletakeCommand

@Suite struct DevicesCommandTests {
    private static let camera = CaptureDevice(id: "usb-rig_A1", name: "HD Webcam", kind: .camera)

    private static let description = CameraDescription(
        device: camera,
        path: "/dev/video2",
        bus: "usb-1",
        position: .front,
        authorization: .denied(help: "Join the group video."),
        formats: [
            CameraFormat(codec: .mjpeg, size: PixelSize(width: 1280, height: 720), rate: FrameRate(30)),
            CameraFormat(codec: .mjpeg, size: PixelSize(width: 1280, height: 720), rate: FrameRate(15, per: 2)),
        ],
        controls: [
            CameraControl(
                name: "gain", kind: .integer(0...255, step: 5), value: 10, defaultValue: 0, access: .settable),
            CameraControl(name: "focus_auto", kind: .switched, value: 1, defaultValue: 1, access: .inactive),
            CameraControl(
                name: "led_mode",
                kind: .menu([
                    CameraControl.Choice(value: 0, name: "Off"), CameraControl.Choice(value: 2, name: "Torch"),
                ]),
                value: 2,
                defaultValue: 0,
                access: .readOnly
            ),
        ]
    )

    /// Runs the command where there are a monitor and two cameras, and no X server for windows.
    private func run(_ arguments: String...) async -> (
        status: DoubletakeCommand.ExitStatus, output: String, errors: String
    ) {
        let person = FakePerson(key: .absent, terminal: .absent)
        var context = person.context()
        context.listDevices = { kind throws(CaptureError) in
            switch kind {
            case .monitor: return [CaptureDevice(id: "DP-1", name: "DP-1", kind: .monitor)]
            case .camera: return [Self.camera, CaptureDevice(id: "test:bars", name: "Colour bars", kind: .camera)]
            case .window: throw .unavailable(device: "DISPLAY", reason: "there is no X server", help: "Start one.")
            default: return []
            }
        }
        context.listApplications = { () throws(CaptureError) in
            [CaptureDevice(id: "app:One", name: "One", kind: .applicationAudio)]
        }
        context.listCameras = { () throws(CaptureError) in [Self.description] }
        let status = await Command.run(["devices"] + arguments, in: context)
        return (status, person.printed.output, person.printed.errors)
    }

    @Test("Cameras are listed with what they can do, what can be set, and what to do if they can't be used")
    func cameras() async {
        let run = await run("cameras")
        #expect(run.status == .done && run.errors == "")
        #expect(
            run.output == """
                Cameras (--camera):
                  usb-rig_A1  HD Webcam
                    at /dev/video2, usb-1, front
                    denied: Join the group video.
                    mjpeg 1280x720 at 30, 15/2 fps
                    gain=10 (0 to 255 in steps of 5)
                    focus_auto=on (on or off; inactive)
                    led_mode=torch (off, torch; read only)
                  test:bars  Colour bars

                """)
    }

    @Test("The same is one object of JSON")
    func json() async {
        let run = await run("--json", "cameras", "monitors")
        let camera =
            #"{"authorization":"denied","bus":"usb-1","controls":[{"access":"settable","maximum":255,"minimum":0,"#
            + #""name":"gain","standard":0,"step":5,"value":"10"},{"access":"inactive","choices":["off","on"],"#
            + #""name":"focus_auto","standard":1,"value":"on"},{"access":"read_only","choices":["off","torch"],"#
            + #""name":"led_mode","standard":0,"value":"torch"}],"formats":[{"codec":"mjpeg","fps":30,"height":720,"#
            + #""width":1280},{"codec":"mjpeg","fps":7.5,"height":720,"width":1280}],"help":"Join the group video.","#
            + #""id":"usb-rig_A1","name":"HD Webcam","path":"/dev/video2","position":"front"}"#
        let synthetic =
            #"{"authorization":"authorized","bus":"","controls":[],"formats":[],"id":"test:bars","#
            + #""name":"Colour bars","path":"","position":"external"}"#
        #expect(
            run.output == "{\"cameras\":[\(camera),\(synthetic)],\"monitors\":[{\"id\":\"DP-1\",\"name\":\"DP-1\"}]}\n")
    }

    @Test("Monitors and windows are listed with where they are and what is known of them, for people and programs")
    func screens() async {
        let monitor = CaptureDevice(id: "DP-1", name: "DP-1", kind: .monitor)
        let window = CaptureDevice(id: "0x1c00007", name: "Invoices", kind: .window)
        let place = PixelRect(x: 10, y: -20, width: 640, height: 480)
        let outputs = await [["monitors", "windows"], ["--json", "monitors", "windows"]].asyncMap { words in
            let person = FakePerson(key: .absent, terminal: .absent)
            var context = person.context()
            context.listDevices = { kind throws(CaptureError) in
                kind == .monitor
                    ? [monitor, CaptureDevice(id: "test:bars", name: "Colour bars", kind: .monitor)] : [window]
            }
            context.listMonitors = { () throws(CaptureError) in
                [MonitorDescription(device: monitor, place: place, isPrimary: true, hasPointer: true)]
            }
            context.listWindows = { () throws(CaptureError) in
                [
                    WindowDescription(
                        device: window,
                        title: "Invoices",
                        className: "Shop",
                        processIdentifier: 123,
                        place: place,
                        isShown: false,
                        isActive: true
                    )
                ]
            }
            _ = await Command.run(["devices"] + words, in: context)
            return person.printed.output
        }
        #expect(
            outputs[0] == """
                Monitors (--monitor):
                  DP-1
                    640x480+10-20, primary, has the pointer
                  test:bars  Colour bars
                Windows (--window):
                  0x1c00007  Invoices
                    640x480+10-20, class Shop, process 123, has the focus, isn't shown

                """)
        #expect(
            outputs[1]
                == #"{"monitors":[{"height":480,"id":"DP-1","name":"DP-1","pointer":true,"primary":true,"width":640,"#
                + #""x":10,"y":-20},{"id":"test:bars","name":"Colour bars"}],"windows":[{"active":true,"class":"Shop","#
                + #""height":480,"id":"0x1c00007","name":"Invoices","pid":123,"shown":false,"title":"Invoices","#
                + #""width":640,"x":10,"y":-20}]}"# + "\n")
    }

    @Test("Applications that play are listed by the names that --app-audio takes")
    func applications() async {
        #expect(await run("apps").output == "Applications that play (--app-audio):\n  app:One\n")
        #expect(await run("apps", "--json").output == #"{"applications":[{"id":"app:One","name":"One"}]}"# + "\n")
    }

    @Test("What can't be listed is an error beside what can, and the exit status when nothing can")
    func failures() async {
        let both = await run("windows", "monitors")
        #expect(both.status == .done && both.output == "Monitors (--monitor):\n  DP-1\n")
        #expect(both.errors == "doubletake: error: DISPLAY: there is no X server\n  help: Start one.\n")
        let windows = await run("windows")
        #expect(windows.status == .unavailable && windows.output == "")
    }

    @Test("Without a word everything is listed, and an unknown word is an error")
    func words() async {
        let all = await run()
        #expect(all.status == .done)
        for title in ["Monitors", "Cameras", "Sound of applications", "Microphones"] {
            #expect(all.output.contains("\(title) (--"))
        }
        #expect(all.output.contains("Microphones (--mic):\n  none\n"))
        let unknown = await run("printers")
        #expect(unknown.status == .usage && unknown.errors.contains("printers: there is one argument too many"))
        let help = await run("--help")
        #expect(help.output.contains("usage: doubletake devices"))
    }
}

extension Array {
    /// What becomes of each element, one after the other.
    fileprivate func asyncMap<Result>(_ transform: (Element) async -> Result) async -> [Result] {
        var results: [Result] = []
        for element in self { results.append(await transform(element)) }
        return results
    }
}
