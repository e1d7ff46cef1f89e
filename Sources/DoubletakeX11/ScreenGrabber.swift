import DoubletakeCapture
import DoubletakeMedia
import DoubletakePixels
import DoubletakeXCB

/// The work of a screen source's thread: waits for changes, reads them, and delivers pictures.
final class ScreenGrabber: @unchecked Sendable {
    // @unchecked: made on the thread that opens the source, and from the start on used by the source's thread alone,
    // but for `statistics`, which has its lock.

    /// Counted by the thread, read by anyone.
    let statistics = ConditionLock(X11ScreenSource.Statistics())
    let transport: X11ImageReader.Transport
    let refusals: [X11Error]

    private let connection: X11Connection
    private let device: CaptureDevice
    private let target: any CaptureTarget
    /// Nil where pixels are numbers in a table of colours.
    private let layout: ScreenPixelLayout?
    private let cursorVisibility: CursorVisibility
    private let interval: Duration
    private let clock: any MediaClock
    private let wakeUp: WakeUp

    private var damage: X11Damage
    private var damagedWindow: X11ID
    /// The largest pictures that can be read.
    private var readableSize: PixelSize
    private var painter: ScreenPainter
    private var cursor = CursorTracker()
    private var ring: CanvasRing
    private var schedule: GrabSchedule
    private var serverClock: X11ServerClock
    /// Nil while the device isn't there; the picture before stays then.
    private var surface: CaptureSurface?
    /// What is not in a delivered picture yet, in the picture's pixels.
    private var pendingDamage = Damage.everything
    /// Whether the server has damage to be taken.
    private var isDamaged = true
    /// Whether something has changed since a picture was last reported as dropped.
    private var isUnreported = true
    /// The canvas of the last picture, as long as it is what was delivered.
    ///
    /// Weak, since the ring uses a canvas again that nobody but itself holds.
    private weak var delivered: PixelBuffer?
    private var sequenceNumber: UInt64 = 0
    private var failureCount = 0
    /// Whether something may be read elsewhere now, or not at all.
    private var isSurfaceInDoubt = false
    /// When the pointer was last found elsewhere than the server had told.
    private var pointerJump: MediaTime?
    /// When it was last looked for.
    private var lastLook: MediaTime
    /// When the target was last looked for.
    private var lastTargetLook: MediaTime
    /// Whether the server has told of a motion since then.
    private var isMotionTold = false
    private var marks: WithheldMarks
    /// What is shown of clicks and keys; nil for nothing.
    private var input: InputOverlays?
    /// The connection on which keys come; nil when none are shown.
    private let keyboard: X11Connection?

    /// How long a pointer that a program puts elsewhere may stay unnoticed.
    ///
    /// Shorter, and a still screen wakes the machine more often; longer, and such a jump is seen to come late.
    private static let pointerLookInterval = Duration.milliseconds(250)
    /// How long the pointer is followed closely after such a jump.
    ///
    /// Shorter, and a pointer that a program moves in steps is seen to jerk; longer, and each jump wakes the machine
    /// more often.
    private static let pointerFollowTime = Duration.seconds(1)
    /// How often a window is looked for that was closed: programs may name theirs a while after they show them.
    ///
    /// Shorter, and waiting wakes the machine more often; longer, and the film goes on with the window later.
    private static let returnLookInterval = Duration.milliseconds(250)
    /// How often reading may fail in a row, as it does once when the screen is made smaller, before the device counts as
    /// lost.
    private static let mostFailures = 10

    init(
        _ connection: X11Connection,
        _ device: CaptureDevice,
        _ configuration: VideoSourceConfiguration,
        _ target: any CaptureTarget,
        _ surface: CaptureSurface,
        _ layout: ScreenPixelLayout?,
        clock: any MediaClock,
        wakeUp: WakeUp
    ) throws(X11Error) {
        self.connection = connection
        self.device = device
        self.target = target
        self.surface = surface
        self.layout = layout
        self.clock = clock
        self.wakeUp = wakeUp
        cursorVisibility = configuration.cursor
        interval = configuration.frameRate.frameDuration
        schedule = GrabSchedule(interval: interval)
        serverClock = X11ServerClock(clock)
        lastLook = clock.now
        lastTargetLook = lastLook
        marks = WithheldMarks(connection)
        // All of the picture may come to be on the screen, when that grows.
        readableSize = surface.area.size
        ring = Self.ring(readableSize)
        let reader = try X11ImageReader(connection, largest: readableSize, pixelFormat: target.pixelFormat)
        transport = reader.transport
        refusals = reader.refusals
        painter = ScreenPainter(reader, layout: layout, surface: surface)
        damagedWindow = target.window
        damage = try X11Damage(connection, of: target.window)
        input = try InputOverlays(configuration, of: device, in: target.window, connection, clock: clock)
        keyboard = input?.keyboard
        if cursorVisibility == .shown { try connection.watchCursor() }
        let showsClicks = configuration.shownInput.contains(.clicks)
        var rawEvents: X11RawEvents = showsClicks ? .buttons : []
        if showsClicks || isPointerWatched { rawEvents.insert(.motion) }
        if !rawEvents.isEmpty { try connection.selectRawEvents(rawEvents) }
    }

    /// Makes a thread that waits for the server's answer come back, from any thread.
    func hangUp() {
        connection.hangUp()
        keyboard?.hangUp()
    }

    /// Delivers until the wake-up is signalled or the server is gone.
    func run(_ output: VideoSourceOutput) {
        X11Connection.blockBrokenPipeSignal()
        do throws(X11Error) {
            try work(output)
        } catch {
            if !wakeUp.isSignalled { output.report(.failed(device: device, error: CaptureError(error))) }
        }
    }

    private func work(_ output: VideoSourceOutput) throws(X11Error) {
        // What has happened since the source was opened is in the first picture.
        try connection.synchronize()
        try handleArrivedEvents()
        try updateSurface(output)
        schedule = GrabSchedule(interval: interval)
        try grab(output)
        while true {
            try handleArrivedEvents()
            if isSurfaceInDoubt { try updateSurface(output) }
            if let due = schedule.due {
                // Until then nothing that the server tells can change what is to be done; a mouse that reports a
                // thousand motions a second wakes nobody.
                if try wakeUp.wait(until: due, on: clock) { return }
                count { $0.wakeUpCount += 1 }
                try handleArrivedEvents()
                try grab(output)
            } else {
                if try !awaitChange() { return }
            }
        }
    }

    /// Waits until something happens; false when the thread is to end.
    private func awaitChange() throws(X11Error) -> Bool {
        let inputChange = input?.nextChange
        let deadline = [nextLook, inputChange].compactMap { $0 }.min()
        let result = try connection.waitForEvent(until: deadline, on: clock, or: wakeUp, beside: keyboard)
        count { $0.wakeUpCount += 1 }
        switch result {
        case .wokenUp: return false
        case .event(let event): try handle(event)
        case .otherEvent(let event): try handle(keyboardEvent: event)
        case .timedOut:
            if let inputChange, inputChange <= clock.now { note(changeAt: inputChange) }
            try look(at: clock.now)
        }
        return true
    }

    /// Whether something depends on where the pointer is.
    private var isPointerWatched: Bool { cursorVisibility == .shown || target.followsPointer }

    /// When to look for what the server doesn't tell of: the pointer, or a window that may be there again.
    private var nextLook: MediaTime? {
        [nextPointerLook, nextTargetLook].compactMap { $0 }.min()
    }

    private var nextPointerLook: MediaTime? {
        surface != nil && isPointerWatched ? lastLook + lookInterval : nil
    }

    private var nextTargetLook: MediaTime? {
        target.isAwaited ? lastTargetLook + Self.returnLookInterval : nil
    }

    private func look(at now: MediaTime) throws(X11Error) {
        if let due = nextTargetLook, now >= due {
            lastTargetLook = now
            isSurfaceInDoubt = true
        }
        guard let due = nextPointerLook, now >= due else { return }
        count { $0.pointerLookCount += 1 }
        lastLook = now
        if try cursor.look(in: target.window, connection) {
            pointerJump = lastLook
            notePointer(at: lastLook)
        }
    }

    private func notePointer(at time: MediaTime) {
        if target.followsPointer { isSurfaceInDoubt = true }
        note(changeAt: time)
    }

    /// A program that puts the pointer elsewhere mostly goes on doing so: it is followed at the rate of the pictures.
    private var lookInterval: Duration {
        guard let pointerJump, clock.now - pointerJump < Self.pointerFollowTime else { return Self.pointerLookInterval }
        return interval
    }

    private func handleArrivedEvents() throws(X11Error) {
        while let event = try connection.nextEvent() { try handle(event) }
        while let event = try keyboard?.nextEvent() { try handle(keyboardEvent: event) }
    }

    private func handle(keyboardEvent event: X11Event) throws(X11Error) {
        guard let time = try input?.note(keyboardEvent: event, of: target.window) else { return }
        note(changeAt: time)
    }

    private func handle(_ event: X11Event) throws(X11Error) {
        switch event {
        case .damaged(damage.id, let time):
            isDamaged = true
            note(changeAt: try serverClock.instant(of: time, connection))
        case .cursorChanged(_, let time):
            cursor.noteChange()
            note(changeAt: try serverClock.instant(of: time, connection))
        case .rawButton(let button):
            let time = try serverClock.instant(of: button.time, connection)
            guard let area = surface?.area else { return }
            if try input?.note(button, at: time, over: area, of: target.window) ?? false { note(changeAt: time) }
        case .rawMotion(let time):
            guard isPointerWatched || input?.followsPointer ?? false else { return }
            isMotionTold = true
            notePointer(at: try serverClock.instant(of: time, connection))
        default:
            if target.note(event) { isSurfaceInDoubt = true }
            if target.window == connection.screen.root { try noteMark(event) }
        }
    }

    private func noteMark(_ event: X11Event) throws(X11Error) {
        guard let place = try marks.note(event, newest: delivered), let area = surface?.area else { return }
        let changed = area.inPicture(place.intersection(area.visible))
        pendingDamage.add(ScreenConverter.rectangle(toConvert: changed, of: area.size))
        note(changeAt: clock.now)
    }

    private func note(changeAt time: MediaTime) {
        schedule.note(changeAt: time)
        isUnreported = true
    }

    private func count(_ change: (inout X11ScreenSource.Statistics) -> Void) {
        statistics.withLock { change(&$0) }
    }

    private static func ring(_ size: PixelSize) -> CanvasRing {
        CanvasRing(format: .i420, displaySize: size, color: .bt709Limited)
    }

    /// Finds out where the device is now, and tells what has become of it.
    private func updateSurface(_ output: VideoSourceOutput) throws(X11Error) {
        isSurfaceInDoubt = false
        let now = try target.surface()
        for event in target.takeEvents() { output.report(event) }
        if now == surface { return }
        let before = surface
        surface = now
        guard let now else { return }
        if now.area.size == painter.size {
            painter.move(to: now)
        } else {
            try makePainter(for: now)
        }
        // A window that was opened again may have the id of the closed one, whose damage went with it.
        if before == nil || damagedWindow != target.window {
            damagedWindow = target.window
            damage = try X11Damage(connection, of: target.window)
            isDamaged = true
        }
        pendingDamage = .everything
        delivered = nil
        note(changeAt: clock.now)
    }

    /// Goes on with pictures of another size.
    private func makePainter(for surface: CaptureSurface) throws(X11Error) {
        let size = surface.area.size
        readableSize = PixelSize(
            width: max(size.width, readableSize.width),
            height: max(size.height, readableSize.height)
        )
        let reader = try X11ImageReader(connection, largest: readableSize, pixelFormat: target.pixelFormat)
        painter = ScreenPainter(reader, layout: layout, surface: surface)
        ring = Self.ring(size)
    }

    private func grab(_ output: VideoSourceOutput) throws(X11Error) {
        count { $0.grabCount += 1 }
        let now = clock.now
        do throws(X11Error) {
            if isSurfaceInDoubt { try updateSurface(output) }
            try takeDamage()
            if surface != nil { try updateColors() }
            guard let surface else {
                input?.clear()
                schedule.pass(at: now)
                return
            }
            let isCursorNew = try updateCursor(over: surface.area, at: now)
            let isInputNew = try input?.update(over: surface.area, of: target.window, at: now) ?? false
            if pendingDamage.isEmpty && !isCursorNew && !isInputNew {
                schedule.pass(at: now)
            } else if let canvas = try drawn() {
                deliver(canvas, readAt: now, output)
            } else {
                if isUnreported { output.report(.framesDropped(device: device, count: 1)) }
                isUnreported = false
                schedule.retry(at: now)
            }
            failureCount = 0
        } catch {
            // The server refuses to read what the screen has no more; what it is now is read the next time.
            guard case .requestFailed = error, failureCount < Self.mostFailures else { throw error }
            failureCount += 1
            pendingDamage = .everything
            delivered = nil
            try updateSurface(output)
            schedule.retry(at: now)
        }
    }

    private func updateCursor(over area: CaptureArea, at now: MediaTime) throws(X11Error) -> Bool {
        guard cursorVisibility == .shown else { return false }
        let isNew = try cursor.update(over: area, of: target.window, connection)
        if isNew && !isMotionTold { pointerJump = now }
        isMotionTold = false
        lastLook = now
        return isNew
    }

    private func takeDamage() throws(X11Error) {
        guard isDamaged else { return }
        isDamaged = false
        // While the device isn't there its place may be another's; when it is back everything is read.
        let taken = try damage.take()
        guard let area = surface?.area else { return }
        for rect in taken {
            let changed = area.inPicture(rect.intersection(area.visible))
            pendingDamage.add(ScreenConverter.rectangle(toConvert: changed, of: area.size))
        }
    }

    /// Programs change a table of colours at any time, of which nobody tells; then every pixel may look different.
    private func updateColors() throws(X11Error) {
        if layout != nil { return }
        let colors = ColorTable(try connection.colors(of: target.window, depth: target.pixelFormat.depth))
        if painter.colors == colors { return }
        painter.colors = colors
        pendingDamage = .everything
        delivered = nil
    }

    /// The canvas of the next picture; nil when all are held.
    private func drawn() throws(X11Error) -> PixelBuffer? {
        // Where only the cursor has moved, the picture before is shown again.
        if pendingDamage.isEmpty, let delivered { return delivered }
        guard let canvas = ring.next(drawing: pendingDamage) else { return nil }
        delivered = nil
        let before = painter.readPixelCount
        try painter.paint(pendingDamage.rectangles(in: canvas.displaySize), into: canvas)
        if let area = surface?.area { marks.withhold(in: canvas, of: area) }
        let readPixelCount = painter.readPixelCount - before
        count { $0.readPixelCount += readPixelCount }
        return canvas
    }

    private func deliver(_ canvas: PixelBuffer, readAt now: MediaTime, _ output: VideoSourceOutput) {
        delivered = canvas
        output.deliver(
            VideoFrame(
                pixelBuffer: canvas,
                time: schedule.stamp(readAt: now),
                sequenceNumber: sequenceNumber,
                damage: pendingDamage,
                overlays: (input?.underCursor ?? []) + cursor.overlays + (input?.onTop ?? [])
            )
        )
        sequenceNumber += 1
        pendingDamage = .none
    }
}
