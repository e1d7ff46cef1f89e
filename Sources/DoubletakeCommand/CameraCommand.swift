import DoubletakeControl

/// `doubletake camera on|off`: shows a camera in the film that is recorded, or not.
enum CameraCommand {
    /// What `help camera` prints.
    static let help = """
        usage: doubletake camera on|off [OPTIONS] [DEVICE]

        Shows the camera's picture in what is recorded, or doesn't; without DEVICE all cameras' pictures. The camera itself
        goes on. `doubletake help camera-on` lists the options.
        """

    static func run(_ arguments: [String], in context: CommandContext) async throws(UsageError) -> ExitStatus {
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case "on": return try await RemoteCommand(.cameraOn).run(rest, in: context)
        case "off": return try await RemoteCommand(.cameraOff).run(rest, in: context)
        case "--help", "-h":
            context.out(help)
            return .done
        case nil: throw .missingArgument("on|off", command: "camera")
        case let other?: throw .strayArgument(other, command: "camera")
        }
    }
}
