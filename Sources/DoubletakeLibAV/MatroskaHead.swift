package import DoubletakeMedia

/// What the first bytes of a Matroska file say.
package enum MatroskaHead {
    /// Whether the file's writer didn't come to its end: then nobody knows how long its segment is.
    ///
    /// - Returns: nil when it is no Matroska file.
    package static func isUnfinished(_ storage: any ByteStorage) throws(SystemCallError) -> Bool? {
        try EBMLElement.segmentHead(in: storage).map { $0.element.byteCount == nil }
    }
}
