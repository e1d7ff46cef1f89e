package import DoubletakeCapture
public import DoubletakeMedia

/// Cameras and microphones on their way to a program: inputs, outputs, and connections between them, with
/// AVCaptureSession's shape.
///
/// One session may have several cameras, as an AVCaptureMultiCamSession. Everything that it captures is stamped on one
/// clock, near the device. A device that goes away is waited for; `events()` says so. A session that is let go while it
/// runs stops.
public actor CaptureSession {
    private enum Phase {
        case stopped
        case starting
        case running
        case stopping
    }

    /// The clock that all buffers of all outputs are stamped on.
    public nonisolated let synchronizationClock: any MediaClock
    nonisolated let hub = EventHub<CaptureSessionEvent>()
    let backends: [any CaptureBackend]
    let graph: SessionGraph
    private var phase = Phase.stopped
    /// What is wanted, and what was committed last and could be done.
    var wiring = SessionWiring()
    private var committed = SessionWiring()
    /// How many configurations have begun and aren't committed.
    private var depth = 0
    /// What works on the graph, or will: one after the other.
    private var lastWork: Task<Void, Never>?
    /// The inputs whose devices have failed and are opened again and again.
    private var restarting: Set<ObjectIdentifier> = []
    /// Devices that have failed while the session was being started.
    private var earlyFailures: [(input: CaptureDeviceInput, device: CaptureDevice, error: CaptureError)] = []
    /// Whether a connection was switched while the session was being started.
    private var isOutdated = false
    /// Ends the waits between attempts to open a device that has failed.
    private let isStopping = ConditionLock(false)

    /// How long a device that has failed is left alone before it is opened again.
    ///
    /// Shorter, and a device that is in another's hands is asked all the time; longer, and the picture stays away.
    private static let restartInterval = Duration.milliseconds(500)

    /// Makes a session of this system's devices, with nothing in it.
    public init() {
        self.init(backends: Backends.system, clock: MonotonicClock())
    }

    /// Makes a session on other backends, or on another clock.
    package init(backends: [any CaptureBackend], clock: any MediaClock) {
        self.backends = backends
        synchronizationClock = clock
        let reporter = Reporter()
        graph = SessionGraph(clock: clock) { input, event in reporter.report(input, event) }
        reporter.forward { [weak self, hub] input, event in
            // On the device's own thread, so that what happens to a device is told in order.
            switch event {
            case .interrupted(let device, let cause): hub.publish(.wasInterrupted(device, cause))
            case .resumed(let device, _): hub.publish(.interruptionEnded(device))
            case .failed(let device, let error): Task { await self?.deviceFailed(input, device, because: error) }
            case .framesDropped:
                // Its outputs are told, as often as it happens; events are few.
                break
            case .hidden, .shown, .resized, .closed, .returned, .impaired, .nothingPlays, .passedOver, .attenuated,
                .moved:
                hub.publish(.device(event))
            }
        }
    }

    deinit {
        isStopping.withLock { $0 = true }
        graph.close()
        for entry in wiring.inputs { entry.input.release() }
        for output in wiring.outputs { output.channel.release() }
        hub.finish()
    }

    /// Tells the session what its devices report; it is made before the session is.
    private final class Reporter: Sendable {
        private let handler = ConditionLock<(@Sendable (CaptureDeviceInput, CaptureEvent) -> Void)?>(nil)

        func forward(_ handler: @escaping @Sendable (CaptureDeviceInput, CaptureEvent) -> Void) {
            self.handler.withLock { $0 = handler }
        }

        func report(_ input: CaptureDeviceInput, _ event: CaptureEvent) {
            handler.read { $0 }?(input, event)
        }
    }

    // MARK: Running

    /// Where the session is on its way.
    public var state: CaptureSessionState {
        switch phase {
        case .stopped: .stopped
        case .starting: .starting
        case .running: .running
        case .stopping: .stopping
        }
    }

    /// Whether its devices deliver.
    public var isRunning: Bool {
        state == .running
    }

    /// A stream of what happens from now on.
    ///
    /// One task reads it.
    public nonisolated func events() -> EventStream<CaptureSessionEvent> {
        hub.subscribe()
    }

    /// Opens the devices that are connected and lets them deliver; comes back when they do.
    ///
    /// - Throws: what keeps the first of them from that, which is also an event; then nothing is open.
    public func startRunning() async throws(CaptureSessionError) {
        switch phase {
        case .running: return
        case .starting, .stopping: throw .wrongState(state, wanted: "be started")
        case .stopped: phase = .starting
        }
        isStopping.withLock { $0 = false }
        (earlyFailures, isOutdated) = ([], false)
        // What is being configured counts once it is committed.
        let wanted = depth == 0 ? wiring : committed
        do throws(CaptureSessionError) {
            try await work { [graph] () throws(CaptureSessionError) in try graph.apply(wanted.plan) }
        } catch {
            await close()
            phase = .stopped
            hub.publish(.runtimeError(error))
            throw error
        }
        if isStopping.read({ $0 }) {
            await close()
            phase = .stopped
            hub.publish(.didStopRunning)
            return
        }
        phase = .running
        hub.publish(.didStartRunning)
        for failure in earlyFailures { restart(failure.input, failure.device, because: failure.error) }
        // It may have been changed meanwhile.
        if depth == 0, wiring.generation != wanted.generation || isOutdated { try await apply() }
    }

    /// Closes all devices; no delegate is called any more when this comes back.
    public func stopRunning() async {
        switch phase {
        case .stopped, .stopping: return await lastWork?.value ?? ()
        case .starting:
            // Whoever starts it sees that it isn't wanted any more.
            isStopping.withLock { $0 = true }
            return await close()
        case .running: phase = .stopping
        }
        isStopping.withLock { $0 = true }
        await close()
        phase = .stopped
        hub.publish(.didStopRunning)
    }

    private func close() async {
        do throws(CaptureSessionError) {
            try await work { [graph] () throws(CaptureSessionError) in graph.close() }
        } catch {
            // There is no thread to wait on: the caller's will do.
            graph.close()
        }
    }

    /// Works on the graph, on a thread of its own, behind whatever does so now.
    private func work(
        _ body: @escaping @Sendable () throws(CaptureSessionError) -> Void
    ) async throws(CaptureSessionError) {
        let previous = lastWork
        let task = Task { () -> Result<Void, CaptureSessionError> in
            await previous?.value
            do throws(CaptureSessionError) {
                return .success(try await onCaptureThread("capture-session", body))
            } catch {
                return .failure(error)
            }
        }
        lastWork = Task { _ = await task.value }
        try await task.value.get()
    }

    // MARK: Configuring

    /// Begins a configuration: what is changed from here on takes effect at once, when the outermost one is committed.
    public func beginConfiguration() {
        depth += 1
        if depth == 1 { for connection in wiring.connections { connection.hold() } }
    }

    /// Has everything that was changed since `beginConfiguration` take effect, also while the session runs.
    ///
    /// What didn't change goes on without missing a picture. It comes back when what is new delivers.
    ///
    /// - Throws: what keeps a device from being opened, which is also an event; then all is as it was before the
    ///   configuration began, and the devices that ran go on.
    public func commitConfiguration() async throws(CaptureSessionError) {
        guard depth > 0 else { throw .notConfiguring }
        depth -= 1
        if depth == 0 { try await apply() }
    }

    /// Has a change take effect, unless that waits for a commit.
    func applyUnlessConfiguring() async throws(CaptureSessionError) {
        if depth == 0 { try await apply() }
    }

    private func apply() async throws(CaptureSessionError) {
        let wanted = wiring
        if phase == .running {
            do throws(CaptureSessionError) {
                try await work { [graph] () throws(CaptureSessionError) in
                    try graph.apply(wanted.plan, committing: wanted.connections)
                }
            } catch {
                takeBack(wanted)
                hub.publish(.runtimeError(error))
                throw error
            }
        } else {
            for connection in wanted.connections { connection.commit() }
        }
        if wanted.generation >= committed.generation { committed = wanted }
        settle(wanted)
    }

    /// Forgets what could not be done, unless more was changed meanwhile.
    private func takeBack(_ wanted: SessionWiring) {
        guard wiring.generation == wanted.generation else { return }
        wiring.restore(committed)
        for connection in wanted.connections { connection.rollBack() }
        for connection in wiring.connections { connection.rollBack() }
        settle(wanted)
    }

    /// Lets go what isn't in the session any more, and tells connections whom to tell.
    private func settle(_ wanted: SessionWiring) {
        for entry in candidates.inputs where !wiring.has(entry) && !committed.has(entry) { entry.release() }
        for output in candidates.outputs where !wiring.contains(output) && !committed.contains(output) {
            output.channel.release()
        }
        candidates.inputs.removeAll { !wiring.has($0) && !committed.has($0) }
        candidates.outputs.removeAll { !wiring.contains($0) && !committed.contains($0) }
        for connection in wiring.connections {
            connection.onSwitch { [weak self] in Task { await self?.connectionSwitched() } }
        }
    }

    /// What the session owns.
    private var candidates: (inputs: [CaptureDeviceInput], outputs: [any CaptureDataOutput]) = ([], [])

    /// Makes an input the session's own.
    func own(_ input: CaptureDeviceInput) throws(CaptureSessionError) {
        guard input.claim(by: ObjectIdentifier(self)) else { throw .inputTaken(device: input.device.name) }
        if !candidates.inputs.contains(where: { $0 === input }) { candidates.inputs.append(input) }
    }

    /// Whether an input is the session's, or could be.
    func couldOwn(_ input: CaptureDeviceInput) -> Bool {
        if candidates.inputs.contains(where: { $0 === input }) { return true }
        guard input.claim(by: ObjectIdentifier(self)) else { return false }
        input.release()
        return true
    }

    /// Whether an output is the session's, or could be.
    func couldOwn(_ output: any CaptureDataOutput) -> Bool {
        if candidates.outputs.contains(where: { $0 === output }) { return true }
        guard output.channel.claim(by: ObjectIdentifier(self)) else { return false }
        output.channel.release()
        return true
    }

    /// Makes an output the session's own.
    func own(_ output: any CaptureDataOutput) throws(CaptureSessionError) {
        guard output.channel.claim(by: ObjectIdentifier(self)) else { throw .outputTaken(output.mediaType) }
        if !candidates.outputs.contains(where: { $0 === output }) { candidates.outputs.append(output) }
    }

    /// Opens or closes the device whose connection was switched.
    private func connectionSwitched() async {
        if phase == .starting { isOutdated = true }
        guard depth == 0, phase == .running else { return }
        do throws(CaptureSessionError) {
            try await apply()
        } catch {
            // It was told of as an event: nobody waits for this.
        }
    }

    // MARK: Devices

    /// Has a device opened again, at once or when what is just being started runs.
    private func deviceFailed(_ input: CaptureDeviceInput, _ device: CaptureDevice, because error: CaptureError) {
        switch phase {
        case .running: restart(input, device, because: error)
        case .starting: earlyFailures.append((input, device, error))
        case .stopped, .stopping: break
        }
    }

    /// Opens a device again and again that has given up, until it delivers or isn't wanted any more.
    private func restart(_ input: CaptureDeviceInput, _ device: CaptureDevice, because error: CaptureError) {
        guard !restarting.contains(ObjectIdentifier(input)) else { return }
        restarting.insert(ObjectIdentifier(input))
        hub.publish(.runtimeError(.cannotOpen(error)))
        hub.publish(.wasInterrupted(device, .device(error)))
        let (isStopping, clock) = (isStopping, synchronizationClock)
        // The session isn't kept alive by a device that never comes back.
        Task { [weak self] in
            var isWaiting = true
            while isWaiting {
                do throws(CaptureSessionError) {
                    try await onCaptureThread("capture-restart") { () throws(CaptureSessionError) in
                        let deadline = clock.now + Self.restartInterval
                        _ = isStopping.wait(until: deadline, on: clock) { $0 ? () : nil }
                    }
                } catch {
                    // Without a thread to wait on it is tried at once.
                }
                isWaiting = await self?.isStillAway(input, device) ?? false
            }
        }
    }

    /// Opens a device again, if it is wanted; whether it is, and can't be had.
    private func isStillAway(_ input: CaptureDeviceInput, _ device: CaptureDevice) async -> Bool {
        if phase == .running, committed.entry(of: input) != nil {
            let plan = committed.plan
            do throws(CaptureSessionError) {
                try await work { [graph] () throws(CaptureSessionError) in try graph.apply(plan, reopening: input) }
                hub.publish(.interruptionEnded(device))
            } catch {
                // Why it can't be had was told when it went.
                return true
            }
        }
        restarting.remove(ObjectIdentifier(input))
        return false
    }
}

extension SessionWiring {
    /// Whether an input is in it.
    fileprivate func has(_ input: CaptureDeviceInput) -> Bool {
        entry(of: input) != nil
    }
}
