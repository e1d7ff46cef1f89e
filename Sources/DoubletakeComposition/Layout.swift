public import DoubletakeMedia

/// Where each picture goes in a canvas: a name, and a pure function of the sizes.
///
/// The first picture is the one that matters most; where a layout has pictures that lie over others, the later ones are
/// above. A layout is made of cells, and each picture is put into its own by its gravity. A new layout is a file of its
/// own in `Layouts`, and an entry in `all`.
public struct Layout: Sendable {
    /// A picture that is to be placed.
    public struct Picture: Hashable, Sendable {
        /// Its size as it is to be shown, upright and cropped; at least one pixel.
        public let size: PixelSize
        /// How it fills its cell; nil for as the layout has it.
        public let gravity: PictureGravity?

        /// Creates a description of a picture.
        public init(size: PixelSize, gravity: PictureGravity? = nil) {
            self.size = size
            self.gravity = gravity
        }
    }

    /// How the second picture can be moved over the first one.
    package struct Movement: Sendable {
        /// The place at which the upper left corner of a tile of that size is nearest to a point of the canvas.
        package let place:
            @Sendable (_ tile: PixelSize, _ x: Double, _ y: Double, _ canvas: PixelSize) -> SmallPicturePlace
        /// The same layout with the second picture at a place.
        package let moved: @Sendable (SmallPicturePlace) -> Layout
    }

    /// What options and other programs call it: `side-by-side`.
    public let name: String
    /// How pictures fill their cells unless they say it themselves.
    let gravity: PictureGravity
    /// How its second picture can be moved; nil where it can't.
    package let movement: Movement?
    /// The first so many pictures' cells; the others aren't shown.
    ///
    /// There is at least one picture, and the canvas has at least two columns and rows a picture.
    private let cells: @Sendable (_ pictures: [Picture], _ canvas: PixelSize) -> [PixelRect]
    /// The size of a canvas in which nothing has to be made smaller.
    private let canvas: @Sendable (_ pictures: [PixelSize]) -> PixelSize

    /// Creates a layout.
    init(
        _ name: String,
        gravity: PictureGravity = .fit,
        movement: Movement? = nil,
        canvas: @escaping @Sendable (_ pictures: [PixelSize]) -> PixelSize = { $0[0] },
        cells: @escaping @Sendable (_ pictures: [Picture], _ canvas: PixelSize) -> [PixelRect]
    ) {
        self.name = name
        self.gravity = gravity
        self.movement = movement
        self.canvas = canvas
        self.cells = cells
    }

    /// All layouts, in the order of the help.
    public static let all: [Layout] = [.single, .stack, .sideBySide, .pictureInPicture(), .grid, .presenter, .split]

    /// The layout of that name; nil when there is none.
    public static func named(_ name: String) -> Layout? {
        all.first { $0.name == name }
    }

    /// The fewest columns and rows that a canvas has for each picture in it.
    private static let smallestShare = 4

    /// Where the pictures lie, from the bottom to the top, beginning with the first one; those at the end that the layout
    /// has no place for are left out.
    ///
    /// Each lies in the canvas and holds whole chroma samples there. A canvas that is too small for so many pictures shows
    /// fewer of them.
    package func placements(of pictures: [Picture], in canvas: PixelSize) -> [Placement] {
        let room = max(min(canvas.width, canvas.height) / Self.smallestShare, 1)
        let shown = Array(pictures.prefix(room))
        if shown.isEmpty { return [] }
        return zip(shown, cells(shown, canvas)).map { picture, cell in
            .placing(picture.size, in: cell.evenInside(canvas), picture.gravity ?? gravity)
        }
    }

    /// The size of a canvas in which none of the pictures has to be made smaller; even, and at least 2x2.
    package func canvasSize(for pictures: [PixelSize]) -> PixelSize {
        guard !pictures.isEmpty else { return PixelSize(width: 2, height: 2) }
        let size = canvas(pictures).roundedUpToEven
        return PixelSize(width: max(size.width, 2), height: max(size.height, 2))
    }
}

extension PixelRect {
    /// The rectangle with its edges moved left and up to even columns and rows, except where it ends with the canvas.
    fileprivate func evenInside(_ canvas: PixelSize) -> PixelRect {
        let (left, top) = (x & ~1, y & ~1)
        let right = maxX >= canvas.width ? canvas.width : maxX & ~1
        let bottom = maxY >= canvas.height ? canvas.height : maxY & ~1
        return PixelRect(x: left, y: top, width: max(right - left, 1), height: max(bottom - top, 1))
    }

    /// The rectangle cut into columns of the same width, from left to right.
    func columns(_ count: Int) -> [PixelRect] {
        (0..<count).map { index in
            let (left, right) = (width * index / count & ~1, width * (index + 1) / count & ~1)
            let end = index == count - 1 ? width : right
            return PixelRect(x: x + left, y: y, width: end - left, height: height)
        }
    }

    /// The rectangle cut into rows of the same height, from top to bottom.
    func rows(_ count: Int) -> [PixelRect] {
        (0..<count).map { index in
            let (top, bottom) = (height * index / count & ~1, height * (index + 1) / count & ~1)
            let end = index == count - 1 ? height : bottom
            return PixelRect(x: x, y: y + top, width: width, height: end - top)
        }
    }
}

extension [PixelSize] {
    /// The largest width and the largest height of them.
    var largest: PixelSize {
        reduce(PixelSize(width: 0, height: 0)) {
            PixelSize(width: Swift.max($0.width, $1.width), height: Swift.max($0.height, $1.height))
        }
    }
}
