import Doubletake
import DoubletakeCapture
import DoubletakeControl
import DoubletakeMedia
import DoubletakeX11

/// The screen that a take is played on: its windows, its pixels, and hands for it.
///
/// One thread uses it.
final class TakeStage {
    /// How long programs have to get to know the hands' keyboard; shorter, and a slow one misses the first key.
    private static let introduction = Duration.milliseconds(200)

    private let display: String?
    private let backend: X11Backend
    private let picture: PictureSelection
    private let hasWindowManager: Bool
    private let clock: any MediaClock
    private var hands: X11InputInjector?
    private var watch: ScreenWatch?

    /// - Parameters:
    ///   - display: nil for the person's own.
    ///   - picture: what the take's film shows.
    init(display: String?, picture: PictureSelection, hasWindowManager: Bool, clock: any MediaClock) {
        self.display = display
        self.picture = picture
        self.hasWindowManager = hasWindowManager
        self.clock = clock
        backend = X11Backend(displayName: display)
    }

    /// The hands; they are there once they are used.
    func injector() throws(TakeError) -> X11InputInjector {
        if let hands { return hands }
        let hands = try TakeError.wrap { () throws(InputError) in try X11InputInjector(display: display) }
        // Programs learn of a new keyboard meanwhile.
        _ = ConditionLock(()).wait(until: clock.now + Self.introduction, on: clock) { _ in Optional<Void>.none }
        self.hands = hands
        return hands
    }

    /// The window of a name; nil while there is none, or there are several.
    func window(_ name: String) throws(TakeError) -> CaptureDevice? {
        do throws(CaptureError) {
            return try backend.device(named: name, kind: .window)
        } catch .ambiguous {
            return nil
        } catch {
            throw TakeError(error)
        }
    }

    /// Whether any window is shown.
    func hasWindows() throws(TakeError) -> Bool {
        try TakeError.wrap { () throws(CaptureError) in !(try backend.devices(of: .window).isEmpty) }
    }

    /// Gives a window what is typed, unless a window manager has.
    func focus(_ window: CaptureDevice) throws(TakeError) {
        guard !hasWindowManager, display != nil else { return }
        try TakeError.wrap { () throws(CaptureError) in try backend.focus(window) }
    }

    /// Where a point of the film is on the screen.
    ///
    /// - Parameter filmSize: nil before the film, when its pixels are those of what it shows.
    func place(of point: PlanPoint, filmSize: PixelSize?) throws(TakeError) -> (x: Int, y: Int) {
        let shown = try shownPlace()
        guard let filmSize, filmSize.width > 0, filmSize.height > 0, filmSize != shown.size else {
            return (shown.x + point.x, shown.y + point.y)
        }
        // As the compositor fits it in: as large as it goes, in the middle.
        let scale = min(
            Double(filmSize.width) / Double(shown.width), Double(filmSize.height) / Double(shown.height))
        let left = (Double(filmSize.width) - Double(shown.width) * scale) / 2
        let top = (Double(filmSize.height) - Double(shown.height) * scale) / 2
        return (
            shown.x + Int(((Double(point.x) - left) / scale).rounded()),
            shown.y + Int(((Double(point.y) - top) / scale).rounded())
        )
    }

    /// Looks at the film's picture from now on.
    func observe() throws(TakeError) -> ScreenWatch {
        if let watch { return watch }
        let (device, region) = try shownDevice()
        let watch = try ScreenWatch(device, region: region, on: backend, clock: clock)
        self.watch = watch
        return watch
    }

    /// Lets go of everything that belongs to the display.
    func close() {
        watch = nil
        hands = nil
    }

    private func shownPlace() throws(TakeError) -> PixelRect {
        let (device, region) = try shownDevice()
        let place = try TakeError.wrap { () throws(CaptureError) in try backend.place(of: device) }
        guard let place, !place.isEmpty else {
            throw TakeError(
                device.name, "it isn't on the screen any more", help: "Let the take end before it closes it.")
        }
        guard let region else { return place }
        return PixelRect(x: place.x + region.x, y: place.y + region.y, width: region.width, height: region.height)
    }

    private func shownDevice() throws(TakeError) -> (CaptureDevice, region: PixelRect?) {
        try TakeError.wrap { () throws(CaptureError) in
            switch picture {
            case .monitorWithPointer: (try device(nil, .monitor), nil)
            case .monitor(let name): (try device(name, .monitor), nil)
            case .screen, .cameras: (try device(nil, .screen), nil)
            case .window(let name): (try device(name, .window), nil)
            case .region(let region, nil): (try device(nil, .screen), region)
            case .region(let region, let monitor?): (try device(monitor, .monitor), region)
            }
        }
    }

    private func device(_ name: String?, _ kind: CaptureDevice.Kind) throws(CaptureError) -> CaptureDevice {
        let found: CaptureDevice?
        if let name {
            found = try backend.device(named: name, kind: kind)
        } else {
            found = try backend.defaultDevice(of: kind)
        }
        guard let found else {
            throw .noSuchDevice(
                name: name ?? kind.words, kind: kind, available: try backend.devices(of: kind).map(\.name))
        }
        return found
    }
}
