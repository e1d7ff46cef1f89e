private import CYUV
package import DoubletakeMedia

extension PixelBuffer {
    /// Draws a part of a picture, turned to the right, as the whole of this one; for this one's only holder.
    ///
    /// Both pictures are planar with 8 bits, such as I420, and have the same format and colour. The part has a pixel and
    /// whole chroma samples, and this picture has its size after the turn. The corresponding C function is `RotatePlane`.
    package func turn(_ part: PixelRect, of source: PixelBuffer, by rotation: PictureRotation) {
        checkPlanes(of: source)
        precondition(source.holdsWholeBlocks(part), "\(part) doesn't hold whole chroma samples")
        precondition(displaySize == rotation.size(of: part.size), "a turned picture has another size")
        for plane in format.planes.indices {
            let origin = PlanePart(of: source.wholeBlocks(around: part), inPlane: plane, of: source)
            let target = PlanePart(of: wholeBlocks(around: PixelRect(displaySize)), inPlane: plane, of: self)
            let size = part.size.elements(of: format.planes[plane])
            // SAFETY: both pointers are lent with the parts, which have these sizes at least and don't overlap.
            unsafe source.withPointer(to: origin, ofPlane: plane) { from in
                unsafe withMutablePointer(to: target, ofPlane: plane) { to in
                    let status = unsafe RotatePlane(
                        from,
                        Int32(origin.bytesPerRow),
                        to,
                        Int32(target.bytesPerRow),
                        Int32(size.width),
                        Int32(size.height),
                        rotation.mode
                    )
                    precondition(status == 0, "libyuv turns a plane of any size")
                }
            }
            repeatEdges(of: PixelRect(displaySize), ofPlane: plane)
        }
    }

    /// Draws a whole picture of the same size, with left and right exchanged; for this one's only holder.
    ///
    /// Both pictures are planar with 8 bits, such as I420, and have the same format and colour. The corresponding C function
    /// is `MirrorPlane`.
    package func mirror(_ source: PixelBuffer) {
        checkPlanes(of: source)
        precondition(displaySize == source.displaySize, "a mirrored picture has the same size")
        let whole = PixelRect(displaySize)
        for plane in format.planes.indices {
            let part = PlanePart(of: wholeBlocks(around: whole), inPlane: plane, of: self)
            let size = displaySize.elements(of: format.planes[plane])
            // SAFETY: both pointers are lent with the whole planes, which have the same size and don't overlap.
            unsafe source.withPointer(to: part, ofPlane: plane) { from in
                unsafe withMutablePointer(to: part, ofPlane: plane) { to in
                    unsafe MirrorPlane(
                        from,
                        Int32(part.bytesPerRow),
                        to,
                        Int32(part.bytesPerRow),
                        Int32(size.width),
                        Int32(size.height)
                    )
                }
            }
            repeatEdges(of: whole, ofPlane: plane)
        }
    }

    /// What is drawn plane by plane needs planes of the same kind.
    private func checkPlanes(of source: PixelBuffer) {
        precondition(source !== self, "a picture is drawn from another one")
        precondition(format == source.format && color == source.color, "pictures of different kinds can't be drawn so")
        precondition(format.planes.allSatisfy { $0.bytesPerElement == 1 }, "a \(format) picture has no planes of bytes")
    }
}

extension PictureRotation {
    fileprivate var mode: RotationMode {
        switch self {
        case .none: kRotate0
        case .right: kRotate90
        case .half: kRotate180
        case .left: kRotate270
        }
    }
}
