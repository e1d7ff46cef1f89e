import Glibc

/// A value as it travels in a message.
indirect enum BusValue: Sendable {
    case string(String)
    case objectPath(String)
    case uint32(UInt32)
    case int32(Int32)
    case byte(UInt8)
    case boolean(Bool)
    /// An open file.
    case descriptor(BusDescriptor)
    /// Several values of the type that the signature says.
    case array(of: String, [BusValue])
    case structure([BusValue])
    /// A value that says itself which type it is.
    case variant(BusValue)
    case entry(BusValue, BusValue)

    /// Names with a value each, which says itself which type it is.
    static func dictionary(_ entries: [(String, BusValue)]) -> BusValue {
        .array(of: "{sv}", entries.map { .entry(.string($0.0), .variant($0.1)) })
    }

    static func strings(_ texts: [String]) -> BusValue {
        .array(of: "s", texts.map { .string($0) })
    }

    /// Its type, as D-Bus writes it.
    var signature: String {
        switch self {
        case .string: "s"
        case .objectPath: "o"
        case .uint32: "u"
        case .int32: "i"
        case .byte: "y"
        case .boolean: "b"
        case .descriptor: "h"
        case .array(let element, _): "a\(element)"
        case .structure(let values): "(\(values.map(\.signature).joined()))"
        case .variant: "v"
        case .entry(let key, let value): "{\(key.signature)\(value.signature)}"
        }
    }

    /// The text, if it is one.
    var text: String? {
        switch self {
        case .string(let text), .objectPath(let text): text
        default: nil
        }
    }

    /// The number, if it is an unsigned one.
    var number: UInt32? {
        if case .uint32(let number) = self { number } else { nil }
    }
}

/// A file that somebody else has opened for us; closed with the object.
final class BusDescriptor: Sendable {
    let descriptor: Int32

    /// Keeps a copy, of which the message's end isn't the end; nil when there is no room for one.
    ///
    /// The corresponding C function is `fcntl`.
    init?(copying other: Int32) {
        descriptor = fcntl(other, F_DUPFD_CLOEXEC, 0)
        if descriptor < 0 { return nil }
    }

    deinit {
        close(descriptor)
    }
}
