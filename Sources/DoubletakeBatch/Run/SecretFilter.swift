/// Takes secrets out of what is written down, also where one comes in two pieces.
struct SecretFilter: Sendable {
    /// What stands in their place.
    private static let mask = Array("[secret]".utf8)

    /// The longest first, since one may begin with another.
    private let secrets: [[UInt8]]
    /// The end of what came, which may be the beginning of a secret.
    private var held: [UInt8] = []

    init(_ secrets: [String]) {
        self.secrets = Set(secrets.filter { !$0.isEmpty }).map { Array($0.utf8) }.sorted { $0.count > $1.count }
    }

    /// What can be written down of all that came.
    mutating func filter(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        held += bytes
        return take(keeping: (secrets.first?.count ?? 1) - 1)
    }

    /// What is left.
    mutating func finish() -> [UInt8] {
        take(keeping: 0)
    }

    /// The text without its secrets.
    func filtered(_ text: String) -> String {
        var whole = SecretFilter(self)
        let bytes = whole.filter(text.utf8) + whole.finish()
        return String(decoding: bytes, as: UTF8.self)
    }

    private init(_ other: SecretFilter) {
        secrets = other.secrets
    }

    private mutating func take(keeping count: Int) -> [UInt8] {
        guard !secrets.isEmpty else {
            defer { held = [] }
            return held
        }
        var taken: [UInt8] = []
        var index = 0
        while held.count - index > count {
            if let secret = secrets.first(where: { held[index...].starts(with: $0) }) {
                taken += Self.mask
                index += secret.count
            } else {
                taken.append(held[index])
                index += 1
            }
        }
        held.removeFirst(min(index, held.count))
        return taken
    }
}
