/// A number that changes when a take's plan or its program does.
struct TakeFingerprint {
    /// FNV-1a, 64 bits (Fowler, Noll, Vo): not against malice, but against a film that is out of date.
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    /// Of a take as it is written out, and of the program that it starts.
    init(_ take: PlannedTake, programPath: String?) {
        add("\(take.output) \(take.display) \(take.scale) \(take.stop) \(take.check) \(take.start) \(take.cue ?? "")")
        add("\(take.environment.sorted { $0.key < $1.key }) \(take.recordArguments) \(take.exports)")
        add("\(String(describing: take.program)) \(String(describing: take.ready)) \(take.typing)")
        for step in take.setup + take.steps + take.cleanup { add("\(step.action)") }
        if let programPath, let bytes = BatchFiles.read(programPath) { add(bytes) }
    }

    /// As sixteen hexadecimal digits.
    var text: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private mutating func add(_ text: String) {
        add(Array(text.utf8) + [0])
    }

    private mutating func add(_ bytes: [UInt8]) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    }
}
