import DoubletakeMedia

/// A connection to a recorder that runs, for one request.
///
/// It blocks; `hangUp()` from another thread ends what waits.
public final class ControlClient: Sendable {
    /// What an answer may be long at most.
    ///
    /// Shorter, and the paths of a film in many parts don't fit; longer, and who isn't a recorder fills the memory.
    private static let longestLine = 4 << 20

    /// The recorder's name.
    public let instance: String
    private let socket: LocalSocket
    private let unread = ConditionLock<[UInt8]>([])

    /// Connects to a recorder.
    ///
    /// - Parameter name: which one; nil for the only one that runs.
    public init(to name: String?, in folder: ControlFolder) throws(ControlError) {
        let running = try folder.instances()
        if let name {
            guard running.contains(name) else { throw .noSuchInstance(name, running: running) }
        } else if running.count > 1 {
            throw .severalRecorders(running)
        }
        guard let instance = name ?? running.first else { throw .noRecorder }
        self.instance = instance
        do throws(SystemCallError) {
            socket = try LocalSocket.connected(to: folder.socketPath(of: instance))
        } catch {
            // It has ended since.
            throw .noRecorder
        }
    }

    /// Asks, and waits for the answer.
    public func ask(_ request: ControlRequest) throws(ControlError) -> ControlAnswer {
        do throws(SystemCallError) {
            var rest = Array(request.line.utf8)[...]
            while !rest.isEmpty { rest = rest.dropFirst(try socket.send(rest)) }
        } catch {
            throw .noAnswer
        }
        guard let line = nextLine() else { throw .noAnswer }
        return try ControlAnswer(line: line)
    }

    /// Waits for the next line; nil once the recorder has ended.
    public func nextLine() -> String? {
        while true {
            let line = unread.withLock { unread -> String? in
                guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
                defer { unread.removeSubrange(...end) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            if let line { return line }
            do throws(SystemCallError) {
                guard case .bytes(let bytes) = try socket.receive(upTo: 1 << 14) else { return nil }
                let isTooLong = unread.withLock { unread in
                    unread += bytes
                    return unread.count > Self.longestLine
                }
                if isTooLong { return nil }
            } catch {
                // It has ended in the middle.
                return nil
            }
        }
    }

    /// Ends the connection; any thread.
    public func hangUp() {
        socket.hangUp()
    }
}
