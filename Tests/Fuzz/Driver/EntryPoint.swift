import AgendaKit
import Dispatch
import FuzzChecks
import Glibc
import Synchronization

/// The target named by `FUZZ_TARGET`.
private let target: FuzzTarget = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else { fatalError("FUZZ_TARGET='\(name)'") }
    return target
}()

/// One store for all runs: creating one takes longer than a run.
private let store = Result { try EventStore.inMemory() }

/// Called by `driver.c` for each input. A broken promise is a crash, whose input libFuzzer keeps.
@_cdecl("fuzz_check")
public func check(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
    let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    let fault = Mutex<String?>(nil)
    let done = DispatchSemaphore(value: 0)
    Task {
        let found = await target.check(bytes, in: try store.get())
        fault.withLock { $0 = found }
        done.signal()
    }
    done.wait()
    if let fault = fault.withLock({ $0 }) {
        // Report all faults in a folder of inputs at once: FUZZ_REPORT=1 fuzz -runs=0 FOLDER
        guard getenv("FUZZ_REPORT") != nil else { fatalError(fault) }
        print("FAULT: \(fault)")
    }
}

/// The bytes that a run may use beyond 20 times its input.
@_cdecl("fuzz_memory_allowance")
public func memoryAllowance() -> Int { target.memoryAllowance }

/// The seconds of processor time that a run may take.
@_cdecl("fuzz_time_allowance")
public func timeAllowance() -> Double { target.timeAllowance }
