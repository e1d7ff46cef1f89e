// Whoever imports the library gets the rooms whose types its calls take and give, without knowing how it is divided.
@_exported public import DoubletakeCapture
@_exported public import DoubletakeComposition
@_exported public import DoubletakeMedia
@_exported public import DoubletakeReading
@_exported public import DoubletakeWriting
