import DoubletakeControl
import DoubletakeMedia
import DoubletakeX11
import DoubletakeXCB
import Testing

struct HotKeyErrorTests {
    private static let key = KeyDescription(modifiers: [.control, .alt], keysym: 0x72)

    @Test(
        "Each message is what a person can act on",
        arguments: [
            (
                .taken(key), "the key Ctrl+Alt+R: another program has taken it",
                "Name another one with --key, hear it all the same with --key-mode raw, bind `doubletake toggle` to a "
                    + "key in the desktop's settings, or begin with --start now."
            ),
            (
                .notOnKeyboard(key), "the key Ctrl+Alt+R: this keyboard has no such key",
                "Choose a key of the present layout; `xev` shows a key's name when it is pressed."
            ),
            (.namedTwice(key), "the key Ctrl+Alt+R: it can't mean two things", "Choose a key of its own for each."),
            (
                .server(.noServer(display: ":9", reason: "Connection refused")),
                "DISPLAY :9: no X server answers: Connection refused", "Check that DISPLAY names a running X server."
            ),
        ] as [(HotKeyError, String, String)]
    )
    func message(error: HotKeyError, description: String, help: String) {
        #expect(error.description == description)
        #expect(error.help == help)
    }
}
