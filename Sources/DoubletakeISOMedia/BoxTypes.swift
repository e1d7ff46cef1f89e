/// The boxes that this room reads or writes; every other one is passed over or copied as it is.
///
/// The numbers are sections of ISO/IEC 14496-12.
extension FourCC {
    // Top level.
    /// File Type Box (4.3).
    static let ftyp: FourCC = "ftyp"
    /// Media Data Box (8.1.1).
    static let mdat: FourCC = "mdat"
    /// Movie Box (8.2.1).
    static let moov: FourCC = "moov"
    /// Movie Fragment Box (8.8.4).
    static let moof: FourCC = "moof"
    /// Event Message Box (ISO/IEC 23009-1, 5.10.3.3).
    static let emsg: FourCC = "emsg"

    // In the movie and its tracks.
    /// Movie Header Box (8.2.2).
    static let mvhd: FourCC = "mvhd"
    /// Track Box (8.3.1).
    static let trak: FourCC = "trak"
    /// Track Header Box (8.3.2).
    static let tkhd: FourCC = "tkhd"
    /// Track Reference Box (8.3.3).
    static let tref: FourCC = "tref"
    /// Edit Box (8.6.5).
    static let edts: FourCC = "edts"
    /// Edit List Box (8.6.6).
    static let elst: FourCC = "elst"
    /// Media Box (8.4.1).
    static let mdia: FourCC = "mdia"
    /// Media Header Box (8.4.2).
    static let mdhd: FourCC = "mdhd"
    /// Handler Reference Box (8.4.3).
    static let hdlr: FourCC = "hdlr"
    /// Media Information Box (8.4.4).
    static let minf: FourCC = "minf"
    /// QuickTime's text: the kind of media, and what describes it (QuickTime File Format, "Text media").
    static let text: FourCC = "text"

    // In the sample table.
    /// Sample Table Box (8.5.1).
    static let stbl: FourCC = "stbl"
    /// Sample Description Box (8.5.2).
    static let stsd: FourCC = "stsd"
    /// Decoding Time to Sample Box (8.6.1.2).
    static let stts: FourCC = "stts"
    /// Composition Time to Sample Box (8.6.1.3).
    static let ctts: FourCC = "ctts"
    /// Sync Sample Box (8.6.2).
    static let stss: FourCC = "stss"
    /// Sample Size Box (8.7.3.2).
    static let stsz: FourCC = "stsz"
    /// Compact Sample Size Box (8.7.3.3).
    static let stz2: FourCC = "stz2"
    /// Sample To Chunk Box (8.7.4).
    static let stsc: FourCC = "stsc"
    /// Chunk Offset Box with 32 bits (8.7.5).
    static let stco: FourCC = "stco"
    /// Chunk Large Offset Box (8.7.5).
    static let co64: FourCC = "co64"

    // In the fragments and what announces them.
    /// Movie Extends Box (8.8.1).
    static let mvex: FourCC = "mvex"
    /// Track Extends Box (8.8.3).
    static let trex: FourCC = "trex"
    /// Track Fragment Box (8.8.6).
    static let traf: FourCC = "traf"
    /// Track Fragment Header Box (8.8.7).
    static let tfhd: FourCC = "tfhd"
    /// Track Run Box (8.8.8).
    static let trun: FourCC = "trun"
    /// Track Fragment Media Decode Time Box (8.8.12).
    static let tfdt: FourCC = "tfdt"

    /// What the files that we call MP4 or MOV begin with: a brand in all newer ones, the others in QuickTime's old
    /// ones.
    static let firstInFile: Set<FourCC> = [.ftyp, .moov, .mdat, "free", "skip", "wide", "pnot", "styp"]

    /// What decryption needs and stands in the fragments (ISO/IEC 23001-7, 7.2; ISO/IEC 14496-12, 8.7.8 and 8.7.9).
    static let decryption: Set<FourCC> = ["senc", "saiz", "saio"]

    /// The tables that a finished index writes anew, and so doesn't copy.
    static let sampleTables: Set<FourCC> = [.stts, .ctts, .stss, .stsz, .stz2, .stsc, .stco, .co64]
}
