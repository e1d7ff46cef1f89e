import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import Glibc
import Testing

@testable import DoubletakePulseAudio

/// How the recorder looks to the desktop's mixer, and what it says of access to the server.
@Suite(.timeLimit(.minutes(10)))
struct PulseAudioMannersTests {
    @Test("A mixer shows the program's name and an icon", arguments: PrivateSoundServer.Kind.allCases)
    func mixer(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind)
        try scene.record { _ in
            let clients = try scene.server.control("list", "clients")
            #expect(clients.contains(#"application.name = "Doubletake""#))
            #expect(clients.contains(#"application.icon_name = "media-record""#))
        }
    }

    @Test(
        "The applications that play are listed, each once, by the names by which they are recorded",
        arguments: PrivateSoundServer.Kind.allCases)
    func applications(kind: PrivateSoundServer.Kind) throws {
        let scene = try SoundScene(kind)
        #expect(try scene.backend.applications() == [])
        try scene.play(named: "One") { _ in
            try scene.play(named: "Two") { _ in
                let found = try scene.backend.applications()
                #expect(found.map(\.id) == ["app:One", "app:Two"])
                #expect(found.map(\.name) == ["One", "Two"])
                #expect(found.allSatisfy { $0.kind == .applicationAudio })
                #expect(try scene.open("app:One").device.id == "app:One")
            }
        }
    }

    @Test("A server that lets everybody in is authorized, one that isn't there is not determined")
    func authorization() throws {
        let scene = try SoundScene()
        #expect(scene.backend.authorization() == .authorized)
        scene.server.stop()
        let gone = scene.backend.authorization()
        #expect(
            gone.word == "not_determined" && gone.help == "Start PulseAudio or PipeWire, or record with --no-sound.")
    }

    @Test("A server that refuses this program's cookie denies, and says what to do")
    func cookie() throws {
        let scene = try SoundScene()
        let folder = try TemporaryFolder()
        let secret = try folder.write([UInt8](repeating: 7, count: 256), to: "cookie")
        var port = 20_000 + Int(getpid()) % 20_000
        var number = ""
        for _ in 0..<50 where number.isEmpty {
            port += 1
            // Another program may have that port.
            number = try scene.server.control(
                "load-module", "module-native-protocol-tcp", "port=\(port)", "listen=127.0.0.1",
                "auth-cookie=\(secret)")
        }
        let backend = PulseAudioBackend(server: "tcp:127.0.0.1:\(port)")
        let denied = backend.authorization()
        #expect(denied.word == "denied")
        #expect(denied.help?.contains("~/.config/pulse/cookie") == true)
        #expect(throws: CaptureError.self) { try backend.devices(of: .microphone) }
    }

    @Test("What a failed connection means depends on what is known of the place")
    func places() {
        let refused = ServerFailure.notConnected(code: 6)
        let closed = ServerAccess.authorization(after: refused, at: .init(isClosed: true))
        #expect(closed == .restricted(help: "Ask who administers this machine to let you use its sound."))
        let sandboxed = ServerAccess.authorization(after: refused, at: .init(isSandbox: true))
        #expect(
            sandboxed
                == .notDetermined(help: "Let the sandbox have sound: flatpak override --user --socket=pulseaudio.")
        )
        let frozen = ServerAccess.authorization(after: .noAnswer(.seconds(2)), at: .init())
        #expect(frozen == .notDetermined(help: "Restart PulseAudio or PipeWire, or record with --no-sound."))
        for code in [ServerFailure.accessDenied, ServerFailure.noCookie] {
            #expect(ServerAccess.authorization(after: .notConnected(code: code), at: .init()).word == "denied")
        }
    }
}
