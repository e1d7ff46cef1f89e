package import DoubletakeMedia

/// The canvases that a source draws its pictures into, one after the other.
///
/// A canvas that somebody still holds is not touched. Before one is used again it is patched: what changed since it was
/// last the newest is copied from the newest, so that the source only has to draw what changes now. It belongs to the
/// source's own thread.
package struct CanvasRing {
    private struct Slot {
        var canvas: PixelBuffer
        /// Where it is older than the newest canvas.
        var staleness: Damage
    }

    /// How many canvases are in use at a time with constant timing: one is shown and may be repeated, two wait for their
    /// slots, one is with the encoder, one is drawn.
    ///
    /// With fewer a source drops pictures although nothing is too slow; with more the patches grow.
    package static let defaultCapacity = 5

    private var slots: [Slot] = []
    private var newest: Int?
    private let make: () -> PixelBuffer
    private let capacity: Int

    /// Creates a ring; canvases are made when they are first needed.
    package init(
        format: PixelFormat,
        displaySize: PixelSize,
        color: ColorDescription,
        capacity: Int = defaultCapacity
    ) {
        precondition(capacity >= 2, "one canvas is shown while the next is drawn")
        self.capacity = capacity
        make = { PixelBuffer(format: format, displaySize: displaySize, color: color) }
    }

    /// A canvas that equals the newest one outside of `damage`; the caller now draws `damage` into it and hands it on.
    ///
    /// Nil when every canvas is held: the picture is dropped, and the caller keeps its damage for the next one.
    package mutating func next(drawing damage: Damage) -> PixelBuffer? {
        guard let index = freeSlot() else { return nil }
        if let newest, newest != index {
            let size = slots[index].canvas.codedSize
            let drawn = damage.rectangles(in: size)
            // What the caller is about to draw needn't be copied before.
            for rectangle in slots[index].staleness.rectangles(in: size)
            where !drawn.contains(where: { $0.contains(rectangle) }) {
                slots[index].canvas.copy(rectangle, from: slots[newest].canvas)
            }
        }
        slots[index].staleness = .none
        for other in slots.indices where other != index { slots[other].staleness.formUnion(damage) }
        newest = index
        return slots[index].canvas
    }

    private mutating func freeSlot() -> Int? {
        // The newest itself is as good as any when nobody holds it: then nothing has to be patched at all.
        let preferred = [newest].compactMap { $0 } + slots.indices.filter { $0 != newest }
        for index in preferred where isKnownUniquelyReferenced(&slots[index].canvas) { return index }
        guard slots.count < capacity else { return nil }
        slots.append(Slot(canvas: make(), staleness: .everything))
        return slots.count - 1
    }
}
