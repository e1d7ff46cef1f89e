/// Which of several sources are shown, in which order, and by which layout.
public struct SceneArrangement: Sendable {
    /// Where the pictures go.
    public var layout: Layout
    /// The sources by their numbers, from 0, the one that matters most first.
    public private(set) var order: [Int]
    /// The sources that aren't shown.
    public var hidden: Set<Int> = []
    /// How sources look that look otherwise than they began.
    public var styles: [Int: TileStyle] = [:]

    /// Creates an arrangement of so many sources, in their own order and all shown.
    public init(layout: Layout, sourceCount: Int) {
        self.layout = layout
        order = Array(0..<sourceCount)
    }

    /// Exchanges the first two of those that are shown; with fewer nothing happens.
    public mutating func swap() {
        let shown = order.indices.filter { !hidden.contains(order[$0]) }
        guard shown.count > 1 else { return }
        order.swapAt(shown[0], shown[1])
    }

    /// The sources that are shown, in order.
    public var shown: [Int] {
        order.filter { !hidden.contains($0) }
    }
}
