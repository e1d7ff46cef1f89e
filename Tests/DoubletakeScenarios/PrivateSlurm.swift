import DoubletakeMedia
import DoubletakeTestSupport
import Foundation
import Glibc

/// A Slurm cluster of one machine, this one, gone when the object is; its settings, keys and sockets are its own.
final class PrivateSlurm {
    /// What its commands must have in their environment.
    let environment: [String: String]
    private let folder: TemporaryFolder
    private var daemons: [ChildProcess] = []

    /// Starts it, and comes back when it takes jobs.
    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        for name in ["munge", "state", "spool"] {
            try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
        }
        // Others must not be able to read the key.
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.file("munge"))
        let key = (0..<1024).map { _ in UInt8.random(in: 0...255) }
        let keyPath = try folder.write(key, to: "munge/key")
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: keyPath)
        let settings = try folder.write(Array(Self.settings(folder.path).utf8), to: "slurm.conf")
        var environment = BatchPlan.environment
        environment["SLURM_CONF"] = settings
        self.environment = environment
        let munge = ["socket", "key-file", "log-file", "pid-file", "seed-file"].map {
            "--\($0)=\(folder.path)/munge/\($0 == "key-file" ? "key" : $0)"
        }
        try start(["munged", "--force", "--foreground"] + munge)
        try awaitFile("munge/socket")
        try start(["slurmctld", "-D", "-i"])
        try start(["slurmd", "-D"])
        let clock = MonotonicClock()
        let deadline = clock.now + .seconds(60)
        while try !command(["sinfo", "-h", "-o", "%t"]).hasPrefix("idle") {
            guard clock.now < deadline else { throw NotReady() }
        }
    }

    deinit {
        for daemon in daemons.reversed() { daemon.end(by: SIGTERM) }
    }

    /// Runs one of its commands to its end; what it printed.
    func command(_ words: [String], timeOut: Double = 600) throws -> String {
        try ProcessRun.run(words, environment: environment, timeOut: timeOut).standardOutput
    }

    private struct NotReady: Error {}

    private func start(_ words: [String]) throws {
        let path = "/usr/sbin:" + (environment["PATH"] ?? "")
        daemons.append(try ChildProcess(words, environment.merging(["PATH": path]) { $1 }))
    }

    private func awaitFile(_ name: String) throws {
        let clock = MonotonicClock()
        let deadline = clock.now + .seconds(30)
        let pace = ConditionLock(())
        while !FileManager.default.fileExists(atPath: folder.file(name)) {
            guard clock.now < deadline else { throw NotReady() }
            _ = pace.wait(until: clock.now + .milliseconds(10), on: clock) { _ in Bool?.none }
        }
    }

    private static func settings(_ folder: String) -> String {
        let host = ProcessInfo.processInfo.hostName.split(separator: ".").first.map(String.init) ?? "localhost"
        return """
            ClusterName=test
            SlurmctldHost=\(host)
            SlurmctldPort=27817
            SlurmdPort=27818
            AuthType=auth/munge
            AuthInfo=socket=\(folder)/munge/socket
            CredType=cred/munge
            SlurmUser=root
            SlurmdUser=root
            StateSaveLocation=\(folder)/state
            SlurmdSpoolDir=\(folder)/spool
            SlurmctldPidFile=\(folder)/slurmctld.pid
            SlurmdPidFile=\(folder)/slurmd.pid
            SlurmctldLogFile=\(folder)/slurmctld.log
            SlurmdLogFile=\(folder)/slurmd.log
            ProctrackType=proctrack/pgid
            TaskPlugin=task/none
            MailProg=/bin/true
            ReturnToService=2
            SelectType=select/cons_tres
            SelectTypeParameters=CR_CPU
            JobAcctGatherType=jobacct_gather/none
            AccountingStorageType=accounting_storage/none
            NodeName=\(host) CPUs=2 State=UNKNOWN
            PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP

            """
    }
}
