import DoubletakeCapture
import DoubletakeMedia

/// The devices that a session has open, and the ways from them to the outputs.
///
/// Its methods block, and are called one after the other. What captures only looks up where to put a buffer; all ways
/// change at one instant.
final class SessionGraph: Sendable {
    private struct State {
        var sources: [OpenSource] = []
        var connections: [CaptureConnection] = []
        var channels: [CaptureOutputChannel] = []
    }

    private let state = ConditionLock(State())
    /// The connections of each input.
    private let ways = ConditionLock<[ObjectIdentifier: [CaptureConnection]]>([:])
    private let clock: any MediaClock
    private let report: @Sendable (CaptureDeviceInput, CaptureEvent) -> Void

    /// Makes a graph in which nothing is open.
    ///
    /// - Parameter report: hears of what happens to a device, on that device's thread; must not block.
    init(clock: any MediaClock, report: @escaping @Sendable (CaptureDeviceInput, CaptureEvent) -> Void) {
        self.clock = clock
        self.report = report
    }

    /// The source that is open for an input.
    func source(of input: CaptureDeviceInput) -> OpenSource? {
        state.read { $0.sources.first { $0.plan.entry.input === input } }
    }

    /// Opens and closes what a plan says, and then leads the buffers as it says.
    ///
    /// What is new is opened before anything is closed, unless it is the same device; and once more after that, since what
    /// is closed leaves room on a bus. When that fails too, all is as it was.
    ///
    /// - Parameters:
    ///   - committing: the connections for which what was set takes effect, at that instant.
    ///   - reopening: an input whose device is opened anew although nothing else is wanted of it.
    func apply(
        _ plan: SessionPlan,
        committing: [CaptureConnection] = [],
        reopening: CaptureDeviceInput? = nil
    ) throws(CaptureSessionError) {
        let old = state.read { $0 }
        let kept = old.sources.filter { open in
            open.plan.entry.input !== reopening && plan.sources.contains { $0.isSame(as: open.plan) }
        }
        var leaving = old.sources.filter { open in !kept.contains { $0.id == open.id } }
        let coming = plan.sources.filter { wanted in !kept.contains { $0.plan.isSame(as: wanted) } }
        // A device can be open once.
        let blocking = leaving.filter { open in coming.contains { $0.hasDevice(of: open.plan) } }
        for open in blocking { open.stop() }
        leaving.removeAll { open in blocking.contains { $0.id == open.id } }
        var closed = blocking
        let opened: [OpenSource]
        do throws(CaptureError) {
            opened = try begin(coming) { () -> Bool in
                if leaving.isEmpty { return false }
                for open in leaving { open.stop() }
                closed += leaving
                leaving = []
                return true
            }
        } catch {
            restore(closed, of: old)
            throw .cannotOpen(error)
        }
        do throws(SystemCallError) {
            for channel in plan.channels { try channel.start(clock: clock) }
        } catch {
            for open in opened { open.stop() }
            let known = Set(old.channels.map { ObjectIdentifier($0) })
            for channel in plan.channels where !known.contains(ObjectIdentifier(channel)) { channel.stop() }
            restore(closed, of: old)
            throw .system(error)
        }
        for connection in committing { connection.commit() }
        lead(plan.connections)
        state.withLock { state in
            state.sources = kept + opened
            state.connections = plan.connections
            state.channels = plan.channels
        }
        for open in leaving { open.stop() }
        let wanted = Set(plan.channels.map { ObjectIdentifier($0) })
        for channel in old.channels where !wanted.contains(ObjectIdentifier(channel)) { channel.stop() }
    }

    /// Closes everything.
    func close() {
        let old = state.withLock { state in
            defer { state = State() }
            return state
        }
        lead([])
        for connection in old.connections { connection.setLive(false) }
        for open in old.sources { open.stop() }
        for channel in old.channels { channel.stop() }
    }

    /// Opens devices and lets them deliver, to nobody as yet; when that fails, tries again if `makeRoom` has made some.
    private func begin(
        _ wanted: [SessionPlan.Source],
        makingRoom makeRoom: () -> Bool
    ) throws(CaptureError) -> [OpenSource] {
        do throws(CaptureError) {
            return try begin(wanted)
        } catch {
            guard makeRoom() else { throw error }
            return try begin(wanted)
        }
    }

    private func begin(_ wanted: [SessionPlan.Source]) throws(CaptureError) -> [OpenSource] {
        var opened: [OpenSource] = []
        do throws(CaptureError) {
            // All are opened before the first one is started: so each has its part of the bus.
            for source in wanted { opened.append(try source.open(clock: clock)) }
            for open in opened { try start(open) }
            return opened
        } catch {
            for open in opened { open.stop() }
            throw error
        }
    }

    private func start(_ open: OpenSource) throws(CaptureError) {
        let input = open.plan.entry.input
        let id = open.id
        try open.start(
            deliver: { [ways] buffer in
                for connection in ways.read({ $0[id] }) ?? [] where connection.passes {
                    connection.output.channel.put(buffer, from: connection)
                }
            },
            report: { [ways, report] event in
                if case .framesDropped(_, let count) = event {
                    let dropped = DroppedSamples(reason: .discontinuity, count: count)
                    for connection in ways.read({ $0[id] }) ?? [] where connection.passes {
                        connection.output.channel.note(dropped, from: connection)
                    }
                }
                report(input, event)
            }
        )
    }

    /// Leads all buffers by these connections from now on.
    private func lead(_ connections: [CaptureConnection]) {
        let old = state.read { $0.connections }
        for connection in connections { connection.setLive(true) }
        ways.withLock { ways in
            ways = Dictionary(grouping: connections) { ObjectIdentifier($0.inputPort.input) }
        }
        for connection in old where !connections.contains(where: { $0 === connection }) { connection.setLive(false) }
    }

    /// Opens again what was closed for a plan that came to nothing.
    private func restore(_ closed: [OpenSource], of old: State) {
        var sources = old.sources.filter { open in !closed.contains { $0.id == open.id } }
        for open in closed {
            do throws(CaptureError) {
                sources += try begin([open.plan])
            } catch {
                report(open.plan.entry.input, .failed(device: open.plan.entry.device, error: error))
            }
        }
        state.withLock { $0.sources = sources }
    }
}
