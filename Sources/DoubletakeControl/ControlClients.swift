import DoubletakeMedia
import Glibc

/// The clients of a recorder, on the thread that serves them.
struct ControlClients {
    /// How long a client may take to send its request.
    ///
    /// Shorter, and somebody who types one by hand is cut off; longer, and those who say nothing take others' places.
    private static let patience = Duration.seconds(10)

    /// How much may wait for a client that doesn't read.
    ///
    /// Less, and who follows is cut off when it is busy for a moment; more, and who never reads takes more memory.
    private static let largestBacklog = 256 << 10

    /// How long the end waits for clients that don't read what is left for them.
    private static let farewell = Duration.seconds(1)

    private struct Client {
        enum Phase {
            /// Its request isn't complete yet.
            case asking(until: MediaTime)
            /// It has to be answered.
            case waiting
            /// It gets events.
            case following
            /// It is hung up on when it has got everything.
            case leaving
        }

        let socket: LocalSocket
        var phase: Phase
        var input: [UInt8] = []
        var output: [UInt8] = []
    }

    private let listener: LocalSocket
    private let owner: UInt32
    private let clock: any MediaClock
    private let handler: (ControlRequest, _ client: Int) -> Void
    private var clients: [Int: Client] = [:]
    private var nextNumber = 0

    init(
        _ listener: LocalSocket,
        owner: UInt32,
        clock: any MediaClock,
        handler: @escaping (ControlRequest, _ client: Int) -> Void
    ) {
        self.listener = listener
        self.owner = owner
        self.clock = clock
        self.handler = handler
    }

    /// How many clients follow what happens.
    var followerCount: Int {
        clients.values.count { client in
            if case .following = client.phase { true } else { false }
        }
    }

    /// Waits until there is something to do for a client, and does it; false when the wake-up says stop.
    mutating func work(until wakeUp: ThreadWakeUp) -> Bool {
        let order = clients.keys.sorted()
        let isFull = order.count >= Int(ControlServer.capacity)
        // A negative descriptor is one that `poll` leaves out.
        var entries = [
            pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isFull ? -1 : listener.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        entries += order.compactMap { clients[$0] }.map { client in
            pollfd(fd: client.socket.descriptor, events: Self.events(for: client), revents: 0)
        }
        // SAFETY: the array is passed with its own count.
        let count = unsafe poll(&entries, nfds_t(entries.count), timeOut)
        dropSilentClients()
        guard count > 0 else { return true }
        if entries[0].revents != 0, wakeUp.isStopped() { return false }
        for (number, entry) in zip(order, entries[2...]) where entry.revents != 0 { serve(number, entry.revents) }
        if entries[1].revents != 0 { accept() }
        return true
    }

    private static func events(for client: Client) -> Int16 {
        var events: Int32 = client.output.isEmpty ? 0 : POLLOUT
        // Who has asked may close its own side; only who is gone altogether is dropped then.
        if case .asking = client.phase { events |= POLLIN }
        return Int16(events)
    }

    private var timeOut: Int32 {
        let now = clock.now
        let waits = clients.values.compactMap { client -> Duration? in
            guard case .asking(let deadline) = client.phase else { return nil }
            return max(deadline - now, .zero)
        }
        // Rounded up, or it would wake a little too early again and again.
        return waits.min().map { Int32($0.inSeconds * 1_000) + 1 } ?? -1
    }

    private mutating func dropSilentClients() {
        let now = clock.now
        clients = clients.filter { _, client in
            if case .asking(let deadline) = client.phase { deadline > now } else { true }
        }
    }

    private mutating func accept() {
        guard let socket = listener.accept() else { return }
        do throws(SystemCallError) {
            // Permissions keep others away already, unless somebody has changed them.
            guard try socket.peerUser() == owner else { return }
        } catch {
            return
        }
        clients[nextNumber] = Client(socket: socket, phase: .asking(until: clock.now + Self.patience))
        nextNumber += 1
    }

    private mutating func serve(_ number: Int, _ events: Int16) {
        guard let client = clients[number] else { return }
        if case .asking = client.phase {
            read(number)
        } else if Int32(events) & (POLLERR | POLLHUP) != 0 {
            clients[number] = nil
            return
        }
        if Int32(events) & POLLOUT != 0 { flush(number) }
    }

    private mutating func read(_ number: Int) {
        guard var client = clients[number] else { return }
        do throws(SystemCallError) {
            switch try client.socket.receive(upTo: ControlRequest.longestLine) {
            case .bytes(let bytes): client.input += bytes
            case .nothing: return
            case .ended:
                clients[number] = nil
                return
            }
        } catch {
            // It is gone, and asks nothing any more.
            clients[number] = nil
            return
        }
        let end = client.input.firstIndex(of: UInt8(ascii: "\n"))
        guard end != nil || client.input.count > ControlRequest.longestLine else {
            clients[number] = client
            return
        }
        client.phase = .waiting
        let line = Array(client.input[..<(end ?? client.input.endIndex)])
        client.input = []
        clients[number] = client
        do throws(ControlError) {
            handler(try ControlRequest(line: line), number)
        } catch {
            let refusal = ControlAnswer.Refusal(
                code: 64,
                subject: error.subject,
                reason: error.reason,
                help: error.help
            )
            answer(number, with: ControlAnswer(refusing: refusal).line, then: .none)
        }
    }

    /// Sends a client its answer, if it has none yet and is still there.
    mutating func answer(_ number: Int, with line: String, then sequel: ControlRequest.Sequel) {
        guard case .waiting = clients[number]?.phase else { return }
        clients[number]?.phase = sequel == .events ? .following : .leaving
        send(line, to: number)
    }

    /// Sends a line to all who follow.
    mutating func tellFollowers(_ line: String) {
        for number in clients.keys.sorted() {
            guard case .following = clients[number]?.phase else { continue }
            send(line, to: number)
        }
    }

    private mutating func send(_ line: String, to number: Int) {
        clients[number]?.output += Array(line.utf8)
        flush(number)
        // Who doesn't read is no reason to remember everything.
        if let client = clients[number], client.output.count > Self.largestBacklog { clients[number] = nil }
    }

    private mutating func flush(_ number: Int) {
        guard var client = clients[number] else { return }
        do throws(SystemCallError) {
            while !client.output.isEmpty {
                let count = try client.socket.send(client.output)
                if count == 0 { break }
                client.output.removeFirst(count)
            }
        } catch {
            // It is gone.
            clients[number] = nil
            return
        }
        clients[number] = client
        if client.output.isEmpty, case .leaving = client.phase { clients[number] = nil }
    }

    /// Gives clients a moment to take what is left for them, and hangs up.
    mutating func end() {
        let deadline = clock.now + Self.farewell
        while clock.now < deadline {
            let order = clients.keys.filter { clients[$0]?.output.isEmpty == false }
            if order.isEmpty { break }
            var entries = order.compactMap { clients[$0] }.map { client in
                pollfd(fd: client.socket.descriptor, events: Int16(POLLOUT), revents: 0)
            }
            // SAFETY: the array is passed with its own count.
            if unsafe poll(&entries, nfds_t(entries.count), Int32((deadline - clock.now).inSeconds * 1_000) + 1) <= 0 {
                break
            }
            for (number, entry) in zip(order, entries) where entry.revents != 0 { flush(number) }
        }
        clients = [:]
    }
}
