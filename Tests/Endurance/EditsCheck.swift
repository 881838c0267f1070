import Dispatch
import FuzzChecks
import Synchronization

/// Runs random edits, undos and redos in the library itself, and compares with a model that applies
/// them to a plain list.
struct EditsCheck {
    let options: Options

    func run() -> [String] {
        let (runs, seed) = (options.runs(else: 10_000), options.seed)
        let found = Mutex<[String]>([])
        let end = DispatchSemaphore(value: 0)
        Task {
            await withTaskGroup(of: [String].self) { group in
                // Enough tasks for all cores; each sequence has its own store.
                for part in 0..<8 {
                    group.addTask {
                        var faults: [String] = []
                        for number in stride(from: part, to: runs, by: 8) {
                            if let fault = await EditCheck.run(seed: seed &+ UInt64(number)) {
                                faults.append(fault)
                            }
                        }
                        return faults
                    }
                }
                for await faults in group { found.withLock { $0 += faults } }
            }
            end.signal()
        }
        end.wait()
        let faults = found.withLock { $0 }
        if faults.isEmpty {
            say("\(runs) sequences of edits, undos and redos end as the model says")
        }
        return faults
    }
}
