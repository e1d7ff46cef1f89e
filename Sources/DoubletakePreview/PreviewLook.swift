/// How the strip and its menu look because of the pointer and the keyboard.
package struct PreviewLook: Hashable, Sendable {
    /// The control under the pointer.
    package var hovered: PreviewControl?
    /// The control on which a button of the pointer went down.
    package var pressed: PreviewControl?
    /// The control that Space and Enter press; nil for the picture.
    package var focus: PreviewControl?
    /// The menu that is open.
    package var menu: PreviewMenu?

    /// Creates a look: nobody has touched anything.
    package init() {}
}
