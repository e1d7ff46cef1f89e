import DoubletakeComposition
import DoubletakeMedia
import Testing

/// Where each layout puts one to four pictures, as somebody has looked at it.
struct LayoutGoldenTests {
    private static let canvas = PixelSize(width: 320, height: 180)
    private static let sizes = [(320, 180), (160, 120), (120, 160), (480, 270)].map {
        PixelSize(width: $0.0, height: $0.1)
    }

    /// A line for each layout, gravity and number of pictures: the areas, and in front of them what is cut out of a
    /// picture.
    private static func lines(of layout: Layout) -> [String] {
        ([nil] + PictureGravity.allCases).flatMap { gravity in
            (1...4).map { count in
                let pictures = sizes.prefix(count).map { Layout.Picture(size: $0, gravity: gravity) }
                let places = layout.placements(of: pictures, in: canvas).map { placement in
                    (placement.part == PixelRect(placement.pictureSize) ? "" : "\(placement.part)>")
                        + "\(placement.area)"
                }
                return "\(gravity?.rawValue ?? "-") \(places.joined(separator: " "))"
            }
        }
    }

    @Test("Every layout puts pictures where they were seen to be right", arguments: Layout.all.indices)
    func golden(index: Int) throws {
        let layout = Layout.all[index]
        let expected = try #require(goldenPlacements[layout.name])
        #expect(Self.lines(of: layout) == expected.split(separator: "\n").map(String.init))
    }
}
