import DoubletakeTestSupport
import DoubletakeX264
import Testing

@Suite struct X264ConformanceTests {
    @Test("The encoder keeps the contract of the port")
    func conformance() throws {
        #expect(try VideoEncoderConformance { try X264Encoder($0) }.violations() == [])
    }
}
