import DoubletakeCapture

/// Whether this process may use a sound server, and what to do when it may not.
enum ServerAccess {
    /// What is known of the place where the server is.
    struct Place: Equatable {
        /// Whether there is a socket that this user may not write to.
        var isClosed = false
        /// Whether this process is in a sandbox, which hands sound out only when it is told to.
        var isSandbox = false
    }

    /// What a failed connection means.
    static func authorization(after failure: ServerFailure, at place: Place) -> DeviceAuthorization {
        switch failure {
        case .notConnected(ServerFailure.accessDenied), .refused(ServerFailure.accessDenied),
            .notConnected(ServerFailure.noCookie), .refused(ServerFailure.noCookie):
            .denied(
                help:
                    "Record as the person who uses the desktop, or copy that person's ~/.config/pulse/cookie to yours.")
        case .notConnected where place.isClosed:
            .restricted(help: "Ask who administers this machine to let you use its sound.")
        case .notConnected where place.isSandbox:
            .notDetermined(help: "Let the sandbox have sound: flatpak override --user --socket=pulseaudio.")
        case .notConnected, .refused: .notDetermined(help: "Start PulseAudio or PipeWire, or record with --no-sound.")
        case .noAnswer: .notDetermined(help: "Restart PulseAudio or PipeWire, or record with --no-sound.")
        }
    }
}
