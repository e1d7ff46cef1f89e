/// Something that can be set at a camera: focus, exposure, white balance, gain, zoom, the lamp.
public struct CameraControl: Hashable, Sendable {
    /// What values it can have.
    public enum Kind: Hashable, Sendable {
        /// A whole number.
        case integer(ClosedRange<Int>, step: Int)
        /// 0 or 1.
        case switched
        /// One of some choices, each with its number.
        case menu([Choice])
    }

    /// One of a menu's choices.
    public struct Choice: Hashable, Sendable {
        /// Its number, which is the control's value.
        public let value: Int
        /// What it is called.
        public let name: String

        /// Creates a choice.
        public init(value: Int, name: String) {
            self.value = value
            self.name = name
        }
    }

    /// Who may set it.
    public enum Access: String, Sendable {
        /// It can be set.
        case settable
        /// It can be set, and has no effect while another control sets it by itself.
        case inactive
        /// It can only be read.
        case readOnly
    }

    /// What it is called: `exposure_time_absolute`.
    public let name: String
    /// What values it can have.
    public let kind: Kind
    /// What it is set to.
    public let value: Int
    /// What it is set to by the camera itself.
    public let defaultValue: Int
    /// Who may set it.
    public let access: Access

    /// Creates a description of a control.
    public init(name: String, kind: Kind, value: Int, defaultValue: Int, access: Access) {
        self.name = name
        self.kind = kind
        self.value = value
        self.defaultValue = defaultValue
        self.access = access
    }

    /// A control's name as it is written in options: `Exposure Time, Absolute` is `exposure_time_absolute`.
    public static func name(of title: String) -> String {
        let words = title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.joined(separator: "_")
    }

    /// The value that a text means; nil when it means none.
    ///
    /// A number outside of the range becomes the nearest one in it, and one between two steps the lower of them.
    public func value(of text: String) -> Int? {
        switch kind {
        case .integer(let range, let step):
            return Int(text).map { range.lowerBound + ($0.clamped(to: range) - range.lowerBound) / step * step }
        case .switched:
            return ["on": 1, "yes": 1, "true": 1, "1": 1, "off": 0, "no": 0, "false": 0, "0": 0][text.lowercased()]
        case .menu(let choices):
            let name = Self.name(of: text)
            let found = choices.first { String($0.value) == text } ?? choices.first { Self.name(of: $0.name) == name }
            return found?.value
        }
    }

    /// What values it can have, in words: `3 to 2047`.
    public var valuesInWords: String {
        switch kind {
        case .integer(let range, 1): "\(range.lowerBound) to \(range.upperBound)"
        case .integer(let range, let step): "\(range.lowerBound) to \(range.upperBound) in steps of \(step)"
        case .switched: "on or off"
        case .menu(let choices): choices.map { Self.name(of: $0.name) }.joined(separator: ", ")
        }
    }

    /// The present value, as it is written in options.
    public var valueInWords: String {
        switch kind {
        case .integer: String(value)
        case .switched: value == 0 ? "off" : "on"
        case .menu(let choices): choices.first { $0.value == value }.map { Self.name(of: $0.name) } ?? String(value)
        }
    }
}

extension Int {
    fileprivate func clamped(to range: ClosedRange<Int>) -> Int {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
