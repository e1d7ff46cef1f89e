import Testing

@testable import Doubletake

@Suite struct CameraFileNamesTests {
    @Test(
        "A camera's film is called by the film and by the camera, whatever that is called",
        arguments: [
            (["front", "back"], ["v/film.front.mp4", "v/film.back.mp4"]),
            (["/dev/video0", "/run/cameras/video0"], ["v/film.video0.mp4", "v/film.video0-2.mp4"]),
            (["usb-046d_C920_A1B2-video-index0"], ["v/film.usb-046d_C920_A1B2-video-index0.mp4"]),
            (["usb-0000:00:14.0-1"], ["v/film.usb-0000-00-14-0-1.mp4"]),
            (["HD Webcam (2)"], ["v/film.HD-Webcam-2.mp4"]), (["Kamera für Ünä"], ["v/film.Kamera-für-Ünä.mp4"]),
            (["/", "..", "a/.."], ["v/film.camera.mp4", "v/film.camera-2.mp4", "v/film.camera-3.mp4"]),
            (["part"], ["v/film.part-camera.mp4"]),
        ]
    )
    func names(cameras: [String], paths: [String]) {
        #expect(CameraFileNames(of: cameras, beside: "v/film.mp4").paths == paths)
    }

    @Test("Long names are cut to what a file system holds, and the cameras' parts stay apart")
    func long() {
        let film = String(repeating: "f", count: 240) + ".mkv"
        let paths = CameraFileNames(of: [String(repeating: "c", count: 200), "back"], beside: film).paths
        #expect(
            paths.allSatisfy { $0.utf8.count <= 255 } && paths[0].hasSuffix(".\(String(repeating: "c", count: 64)).mkv")
        )
        #expect(paths[1].hasSuffix(".back.mkv"))
    }
}
