import DoubletakeControl
import Testing

@Suite struct KeyCaptionNameTests {
    @Test(
        "A key is called in captions as it is on keyboards",
        arguments: [
            ("ctrl+shift+s", "Ctrl+Shift+S"), ("Return", "Enter"), ("alt+F4", "Alt+F4"), ("BackSpace", "Backspace"),
            ("Escape", "Esc"), ("Super+Page_Down", "Super+Page Down"), ("ctrl+plus", "Ctrl++"), ("ctrl+KP_5", "Ctrl+5"),
            ("AudioPlay", "Play"), ("Tools", "Tools"), ("ctrl+space", "Ctrl+Space"), ("0xfe08", nil),
        ] as [(String, String?)]
    )
    func caption(key: String, caption: String?) throws {
        let key = try KeyDescription(key)
        #expect(key.caption == caption)
    }
}
