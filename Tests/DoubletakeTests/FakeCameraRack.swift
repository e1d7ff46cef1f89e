import DoubletakeCapture
import DoubletakeMedia
import Testing

@testable import Doubletake

/// Cameras that deliver when a test lets them, and that can be refused, forbidden, or too many for their bus.
final class FakeCameraRack: CameraBackend {
    private struct State {
        var opened: [String: [FakeCamera]] = [:]
        var refused: [String: CaptureError] = [:]
        var authorizations: [String: DeviceAuthorization] = [:]
        var room = Int.max
        var isHeldUp = false
        var openingCount = 0
    }

    private let ids: [String]
    private let state = ConditionLock(State())

    /// Creates cameras with these ids; one whose id begins with `front` looks at the person.
    init(_ ids: String...) {
        self.ids = ids
    }

    static let formats = [
        CameraFormat(codec: .mjpeg, size: PixelSize(width: 1280, height: 720), rate: FrameRate(30)),
        CameraFormat(codec: .yuyv, size: PixelSize(width: 640, height: 480), rate: FrameRate(30)),
    ]

    static let busy = CaptureError.unavailable(device: "b", reason: "it is in use", help: "Close the other program.")

    static func device(_ id: String) -> CaptureDevice {
        CaptureDevice(id: id, name: "Camera \(id)", kind: .camera)
    }

    /// Has a camera not be opened, or be opened again.
    func refuse(_ id: String, _ error: CaptureError?) {
        state.withLock { $0.refused[id] = error }
    }

    /// Says who may use a camera.
    func authorize(_ id: String, _ authorization: DeviceAuthorization) {
        state.withLock { $0.authorizations[id] = authorization }
    }

    /// Says how many cameras may be open at a time.
    func setRoom(_ count: Int) {
        state.withLock { $0.room = count }
    }

    /// Has whoever opens a camera wait, or lets him go on.
    func holdUp(_ isHeldUp: Bool) {
        state.withLock { $0.isHeldUp = isHeldUp }
    }

    /// Waits, without keeping a task's thread, until somebody opens a camera.
    func waitForOpening() async throws {
        try await wait { $0.openingCount > 0 }
    }

    /// Waits, without keeping a task's thread, until a camera is open, or closed.
    func wait(for id: String, isOpen: Bool) async throws {
        try await wait { ($0.opened[id]?.last?.isStarted ?? false) == isOpen }
    }

    private func wait(until isDone: @escaping @Sendable (State) -> Bool) async throws {
        let (state, clock) = (state, MonotonicClock())
        let isIn = try await onThread("rack") { () throws(RecordingError) -> Bool in
            let deadline = clock.now + BufferCollector.patience
            while clock.now < deadline {
                // What a camera does wakes nobody here.
                let next = clock.now + .milliseconds(10)
                if state.wait(until: next, on: clock, for: { isDone($0) ? true : nil }) != nil { return true }
            }
            return false
        }
        try #require(isIn)
    }

    /// How often a camera was opened.
    func openCount(_ id: String) -> Int {
        state.read { $0.opened[id]?.count ?? 0 }
    }

    /// The camera as it was opened last; nil when it isn't open.
    func camera(_ id: String) -> FakeCamera? {
        state.read { $0.opened[id]?.last }.flatMap { $0.isStarted ? $0 : nil }
    }

    func devices(of kind: CaptureDevice.Kind) -> [CaptureDevice] {
        kind == .camera ? ids.map(Self.device) : []
    }

    func defaultDevice(of kind: CaptureDevice.Kind) -> CaptureDevice? {
        devices(of: kind).first
    }

    func cameras() -> [CameraDescription] {
        let authorizations = state.read { $0.authorizations }
        return ids.enumerated().map { index, id in
            CameraDescription(
                device: Self.device(id),
                path: "/dev/\(id)",
                bus: "usb-0000:00:14.0-\(index + 1)",
                position: id.hasPrefix("front") ? .front : .external,
                authorization: authorizations[id] ?? .authorized,
                formats: Self.formats
            )
        }
    }

    func set(_ setting: ControlSetting, of camera: CaptureDevice) throws(CaptureError) -> CameraControl {
        throw .noSuchDevice(name: camera.id, kind: .camera, available: ids)
    }

    func openCameras(
        _ wanted: [(device: CaptureDevice, configuration: VideoSourceConfiguration)],
        clock: any MediaClock
    ) throws(CaptureError) -> [any VideoSource] {
        try wanted.map { device, configuration throws(CaptureError) in
            try openVideo(device, configuration, clock: clock)
        }
    }

    func openVideo(
        _ device: CaptureDevice,
        _ configuration: VideoSourceConfiguration,
        clock: any MediaClock
    ) throws(CaptureError) -> any VideoSource {
        state.withLock { $0.openingCount += 1 }
        _ = state.wait(until: nil, on: clock) { $0.isHeldUp ? nil : () }
        return try state.withLock { state throws(CaptureError) in
            if let error = state.refused[device.id] { throw error }
            let running = state.opened.values.joined().count { $0.isStarted }
            guard running < state.room else { throw Self.busy }
            let camera = FakeCamera(device.id)
            state.opened[device.id, default: []].append(camera)
            return camera
        }
    }

    func openAudio(_ device: CaptureDevice, clock: any MediaClock) throws(CaptureError) -> any AudioSource {
        throw .noSuchDevice(name: device.id, kind: device.kind, available: [])
    }
}
