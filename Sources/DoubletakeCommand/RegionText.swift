import Doubletake
import DoubletakeMedia

/// A part of the screen as the options have it: `WxH+X+Y`, `MONITOR:WxH+X+Y`, or as slurp writes it, `X,Y WxH`.
enum RegionText {
    /// Reads one; nil for anything else.
    static func picture(_ text: String) -> PictureSelection? {
        let colon = text.lastIndex(of: ":")
        let monitor = colon.map { String(text[..<$0]) }
        let geometry = colon.map { String(text[text.index(after: $0)...]) } ?? text
        guard let region = PixelRect(text: geometry), monitor?.isEmpty != true else { return nil }
        return .region(region, ofMonitor: monitor)
    }

    /// Writes what is recorded; nil when that is no part of anything.
    static func text(_ picture: PictureSelection) -> String? {
        guard case .region(let region, let monitor) = picture else { return nil }
        return monitor.map { "\($0):\(region)" } ?? region.description
    }
}
