/// A number that changes with what it was made of.
///
/// FNV-1a, 64 bits (Fowler, Noll, Vo): not against malice, but against a film that is out of date.
struct Fingerprint {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    /// As sixteen hexadecimal digits.
    var text: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    mutating func add(_ text: String) {
        add(Array(text.utf8) + [0])
    }

    mutating func add(_ bytes: [UInt8]) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    }
}

extension PlannedTake {
    /// Changes when the take's plan or its program does.
    func fingerprint(programPath: String?) -> String {
        var fingerprint = Fingerprint()
        fingerprint.add("\(output) \(display) \(scale) \(stop) \(check) \(start) \(cue ?? "")")
        fingerprint.add("\(environment.sorted { $0.key < $1.key }) \(recordArguments) \(exports)")
        fingerprint.add("\(String(describing: program)) \(String(describing: ready)) \(typing)")
        for step in setup + steps + cleanup { fingerprint.add("\(step.action)") }
        if let programPath, let bytes = BatchFiles.read(programPath) { fingerprint.add(bytes) }
        return fingerprint.text
    }
}
