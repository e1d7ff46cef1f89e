import Doubletake
import DoubletakeMedia

/// A take with everything written out: its braces filled in, the defaults and the matrix applied.
package struct PlannedTake: Sendable {
    /// The size of a screen of a take's own when nothing is said.
    static let usualDisplaySize = PixelSize(width: 1280, height: 720)

    /// Its place among all takes of the plan, from 1.
    package private(set) var number = 0
    /// What it is called, with the values of its matrix.
    package let name: String
    /// Where its film shall be, relative to the plan's folder.
    package let output: String
    /// Its values of the matrix, in the plan's order.
    let values: [(name: String, value: String)]
    let display: Display
    let scale: Int
    let environment: [String: String]
    let program: Program?
    let ready: PlanCondition?
    let setup: [PlanStep]
    let steps: [PlanStep]
    let cleanup: [PlanStep]
    let start: PlanStart
    let cue: String?
    let typing: TypingSpeed
    let stop: Stop
    let check: PlanCheck
    let retries: Int
    let timeout: Duration
    let exports: [PlanExport]
    /// The options of `record`, with dashes.
    package let recordArguments: [String]
    /// Where the plan has them, for errors.
    let recordPlace: YAMLNode?
    /// What the film shows.
    private(set) var picture = PictureSelection.screen

    /// Where it is played.
    enum Display: Hashable, Sendable {
        case new(PixelSize)
        case current
        case none
    }

    /// What is started for it.
    enum Program: Hashable, Sendable {
        case words([String])
        case shell(String)
        case terminal(PlanTerminal)
    }

    /// When its film ends.
    enum Stop: Hashable, Sendable {
        case afterSteps(hold: Duration)
        case programEnds
        case key
    }

    init(
        _ take: PlanTake,
        name: String,
        combination: PlanMatrix.Combination,
        outputPattern: String?,
        newDisplaySize: PixelSize
    ) {
        self.name = name
        values = combination
        display =
            switch take.display ?? .new(nil) {
            case .new(let size): .new(size ?? newDisplaySize)
            case .current: .current
            case .none: .none
            }
        scale = take.scale ?? 1
        environment = take.env
        program =
            take.run.map { .words($0) } ?? take.shell.map { .shell($0) } ?? take.terminal.map { .terminal($0) }
        ready = take.ready
        (setup, steps, cleanup) = (take.setup, take.steps, take.cleanup)
        start = take.start ?? .auto
        cue = take.cue
        typing = take.typing ?? TypingSpeed(keysPerSecond: 12)
        stop =
            switch take.stop?.when {
            case .exit: .programEnds
            case .key: .key
            case nil: .afterSteps(hold: take.stop?.hold ?? .seconds(1))
            }
        check = take.check ?? PlanCheck()
        retries = take.retries ?? 0
        timeout = take.timeout ?? .seconds(120)
        exports = take.exports
        recordArguments = take.record.arguments
        recordPlace = take.record.options.first?.key
        output = Self.output(take.output ?? "\(name).mp4", pattern: outputPattern ?? "{name}.mp4", combination)
    }

    /// The same take with its place in the plan, and what its film shows.
    func placed(at number: Int, showing picture: PictureSelection) -> PlannedTake {
        var take = self
        (take.number, take.picture) = (number, picture)
        return take
    }

    /// The output with the values that its template has no place for before its extension.
    private static func output(
        _ filled: String,
        pattern: String,
        _ combination: PlanMatrix.Combination
    ) -> String {
        guard !BraceTemplate.has("name", in: pattern) else { return filled }
        let missing = combination.filter { !BraceTemplate.has($0.name, in: pattern) }.map { "-" + fileName($0.value) }
        guard !missing.isEmpty else { return filled }
        let slash = filled.lastIndex(of: "/") ?? filled.startIndex
        let dot = filled[slash...].lastIndex(of: ".") ?? filled.endIndex
        return String(filled[..<dot]) + missing.joined() + String(filled[dot...])
    }

    /// A value as a part of a file's name.
    static func fileName(_ value: String) -> String {
        String(value.map { $0 == "/" || $0.isWhitespace ? "_" : $0 })
    }
}
