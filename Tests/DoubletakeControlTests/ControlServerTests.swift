import DoubletakeMedia
import DoubletakeTestSupport
import Glibc
import Testing

@testable import DoubletakeControl

/// A recorder's socket, and clients of all kinds.
@Suite(.timeLimit(.minutes(5))) struct ControlServerTests {
    private let temporary: TemporaryFolder
    private let folder: ControlFolder
    private let clock = MonotonicClock()

    init() throws {
        temporary = try TemporaryFolder()
        folder = ControlFolder(path: temporary.file("d"))
    }

    /// Answers each request with its own name, and lets those follow who want to.
    private func server(_ instance: String = "desk") throws -> ControlServer {
        try ControlServer(instance, in: folder, clock: clock) { request, reply in
            var answer = ControlAnswer()
            answer.marker = request.name
            answer.state = request.verb.rawValue
            reply.send(answer, then: request.sequel)
        }
    }

    private func connect(_ instance: String = "desk") throws -> LocalSocket {
        try LocalSocket.connected(to: folder.socketPath(of: instance))
    }

    private func ask(_ name: String? = nil) throws -> ControlAnswer {
        try ControlClient(to: nil, in: folder).ask(ControlRequest(.mark, name: name))
    }

    /// Sends all of it; that the other end hangs up in the middle is fine.
    private func send(_ bytes: [UInt8], to socket: LocalSocket) {
        do throws(SystemCallError) {
            var rest = bytes[...]
            while !rest.isEmpty { rest = rest.dropFirst(try socket.send(rest)) }
        } catch {
            #expect(error.errorNumber == EPIPE || error.errorNumber == ECONNRESET)
        }
    }

    /// All that comes until the other end hangs up.
    private func answers(of socket: LocalSocket) -> String {
        var bytes: [UInt8] = []
        do throws(SystemCallError) {
            while case .bytes(let more) = try socket.receive(upTo: 4_096) { bytes += more }
        } catch {
            #expect(error.errorNumber == ECONNRESET)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("A request is answered, and the recorder is found by its name or as the only one")
    func answered() throws {
        #expect(throws: ControlError.noRecorder) { try ask() }
        let server = try server()
        #expect(try folder.instances() == ["desk"])
        #expect(try ask("Größe").marker == "Größe")
        #expect(try ControlClient(to: "desk", in: folder).ask(ControlRequest(.pause)).state == "pause")
        #expect(throws: ControlError.noSuchInstance("x", running: ["desk"])) { try ControlClient(to: "x", in: folder) }
        let other = try self.server("other")
        #expect(throws: ControlError.severalRecorders(["desk", "other"])) { try ask() }
        other.stop()
        server.stop()
        #expect(throws: ControlError.noRecorder) { try ask() }
        #expect(try temporary.contents() == ["d"])
    }

    @Test("Only the owner may use the folder and the socket, and a folder that others may use is refused")
    func permissions() throws {
        let server = try server()
        var status = stat()
        // SAFETY: the calls fill in a local, and take strings for their time.
        #expect(unsafe stat(folder.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(unsafe stat(folder.socketPath(of: "desk"), &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(unsafe chmod(folder.path, 0o755) == 0)
        #expect(throws: ControlError.foreignFolder(folder.path)) { try folder.instances() }
        #expect(throws: ControlError.foreignFolder(folder.path)) { try self.server("second") }
        server.stop()
    }

    @Test("Another user is hung up on without an answer")
    func otherUser() throws {
        let listener = try folder.listen(as: "desk")
        let wakeUp = try ThreadWakeUp()
        var clients = ControlClients(listener, owner: geteuid() &+ 1, clock: clock) { request, _ in
            Issue.record("\(request) was taken")
        }
        let socket = try connect()
        send(Array(ControlRequest(.stop).line.utf8), to: socket)
        let goesOn = clients.work(until: wakeUp)
        #expect(goesOn)
        #expect(answers(of: socket).isEmpty)
        clients.end()
    }

    @Test("What a dead recorder left is no recorder, and its name can be had; that of a living one can't")
    func stale() throws {
        do { _ = try folder.listen(as: "desk") }
        #expect(try folder.instances() == [])
        let server = try server()
        #expect(throws: ControlError.nameTaken("desk")) { try self.server() }
        #expect(try ask("still").marker == "still")
        server.stop()
    }

    @Test("A thousand random and malformed messages are refused or dropped, and the next request is answered")
    func malformed() throws {
        let server = try server()
        var random = SeededGenerator(seed: 8)
        let good = Array(ControlRequest(.mark, name: "x").line.utf8)
        for number in 0..<1_000 {
            var bytes =
                number.isMultiple(of: 2)
                ? (0..<Int.random(in: 0...300, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
                : good
            for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let socket = try connect()
            send(bytes + (number.isMultiple(of: 3) ? [] : [UInt8(ascii: "\n")]), to: socket)
            if number.isMultiple(of: 5), bytes.contains(UInt8(ascii: "\n")) { _ = answers(of: socket) }
        }
        #expect(try ask("after").marker == "after")
        server.stop()
    }

    @Test("A line that is too long is refused, whether or not it ends")
    func oversized() throws {
        let server = try server()
        let ended = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000) + [UInt8(ascii: "\n")]
        for bytes in [ended, ended.dropLast()] {
            let socket = try connect()
            send(bytes, to: socket)
            let answer = answers(of: socket)
            #expect(answer.isEmpty || answer.contains("it is longer than 4096 bytes"))
        }
        #expect(try ask("after").marker == "after")
        server.stop()
    }

    @Test("A client that dies in the middle of its answer, or never reads it, holds up nobody")
    func deadClients() throws {
        let server = try server()
        let follow = Array(ControlRequest(.status, sequel: .events).line.utf8)
        let reading = try ControlClient(to: nil, in: folder)
        #expect(try reading.ask(ControlRequest(.status, sequel: .events)).ok)
        let silent = try connect()
        send(follow, to: silent)
        do {
            let dying = try connect()
            send(follow, to: dying)
        }
        let event = #"{"event":"status","text":"\#(String(repeating: "x", count: 4_000))"}"#
        for number in 1...200 {
            server.tellFollowers(event)
            #expect(reading.nextLine() == event)
            if number.isMultiple(of: 50) { #expect(try ask("\(number)").marker == "\(number)") }
        }
        // Who never read was hung up on in the end.
        #expect(!answers(of: silent).isEmpty)
        server.stop()
        #expect(reading.nextLine() == nil)
    }

    @Test("Fifty clients at once are all answered")
    func many() throws {
        let server = try server()
        let folder = folder
        let answered = ConditionLock<Set<String>>([])
        let threads = try (0..<50).map { number in
            try WorkerThread(name: "client") {
                do throws(ControlError) {
                    let answer = try ControlClient(to: nil, in: folder).ask(ControlRequest(.mark, name: "\(number)"))
                    answered.withLock { _ = $0.insert(answer.marker ?? "") }
                } catch {
                    Issue.record(error)
                }
            }
        }
        for thread in threads { thread.join() }
        #expect(answered.read { $0.count } == 50)
        server.stop()
    }

    @Test("A client may end its own side after its request; one that is not answered by the end is hung up on")
    func unanswered() throws {
        let replies = ConditionLock<[ControlServer.Reply]>([])
        let server = try ControlServer("desk", in: folder, clock: clock) { _, reply in
            replies.withLock { $0.append(reply) }
        }
        let (early, late) = (try connect(), try connect())
        for socket in [early, late] {
            send(Array(ControlRequest(.stop).line.utf8), to: socket)
            _ = shutdown(socket.descriptor, Int32(SHUT_WR))
            let count = socket === early ? 1 : 2
            _ = replies.wait(until: nil, on: clock) { $0.count == count ? true : nil }
        }
        server.release()
        #expect(throws: ControlError.noRecorder) { try ask() }
        replies.read { $0[0] }.send(ControlAnswer())
        server.stop()
        #expect(answers(of: early) == ControlAnswer().line)
        #expect(answers(of: late).isEmpty)
        // What comes too late goes nowhere.
        replies.read { $0[1] }.send(ControlAnswer())
    }
}
