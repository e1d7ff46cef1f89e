package import DoubletakeCapture
package import DoubletakeMedia
import DoubletakePixels

/// Delivers what a camera sees, whatever happens to the camera.
///
/// It has a thread of its own, which sleeps until a picture was filled. A camera that is pulled out, that falls silent or
/// that is taken by somebody else is waited for, by its identity and not by its place: `interrupted` and `resumed` say
/// so, and nothing ends the source but `stop()`.
package final class CameraSource: VideoSource {
    package let device: CaptureDevice
    package let format = PixelFormat.i420
    package let displaySize: PixelSize
    package let color = ColorDescription.bt709Limited
    /// What was agreed on with the camera when it was opened.
    package let cameraFormat: CameraFormat

    private let opener: CameraOpener
    private let clock: any MediaClock
    private let wakeUp: ThreadWakeUp
    private let opened: ConditionLock<CameraOpener.Opened?>
    private let thread = ConditionLock<WorkerThread?>(nil)

    /// Takes a camera that was opened: it has its part of the bus already.
    init(_ opener: CameraOpener, _ opened: CameraOpener.Opened, clock: any MediaClock) throws(CaptureError) {
        device = opener.device
        cameraFormat = opened.stream.agreed.format
        displaySize = cameraFormat.size
        self.opener = opener
        self.clock = clock
        self.opened = ConditionLock(opened)
        do throws(SystemCallError) {
            wakeUp = try ThreadWakeUp()
        } catch {
            throw .system(error)
        }
    }

    package func start(_ output: VideoSourceOutput) throws(CaptureError) {
        do throws(SystemCallError) {
            let started = try WorkerThread(name: "camera") { [opener, opened, displaySize, wakeUp, clock] in
                do throws(JPEGError) {
                    var keeper = try CameraKeeper(opener, displaySize, wakeUp, clock: clock, output: output)
                    keeper.work(with: opened)
                } catch {
                    output.report(.failed(device: opener.device, error: .noDecoder(camera: opener.device.name)))
                }
            }
            thread.withLock { thread in
                precondition(thread == nil, "a source is started once")
                thread = started
            }
        } catch {
            throw .system(error)
        }
    }

    package func stop() {
        wakeUp.stop()
        thread.withLock { $0 }?.join()
        opened.withLock { $0 = nil }
    }
}
