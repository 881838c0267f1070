// The C library's functions stand in this file alone. Built and tested with Glibc; Musl and Darwin have been read up
// only.
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif
internal import Synchronization

/// Runs work on many elements on all cores.
///
/// Its callers are synchronous, as a merge is, and may run on Swift's pool, where nobody may wait for another thread of
/// that pool. So the helpers are threads of our own, and the caller works, too: at the end it waits only for what a
/// helper has begun.
package enum AllCores {
    /// Transforms the elements in their order. Short arrays stay on the caller's core.
    ///
    /// - Parameters:
    ///   - chunk: the number of elements that are worth handing to another core.
    ///   - transform: must read only what nobody writes meanwhile.
    @inlinable
    package static func map<Element, Result>(
        _ elements: [Element], chunk: Int = 64, _ transform: (Element) -> Result
    ) -> [Result] {
        guard elements.count > chunk else { return elements.map(transform) }
        return [Result](unsafeUninitializedCapacity: elements.count) { results, count in
            let base = results.baseAddress
            forEach(below: (elements.count + chunk - 1) / chunk) { number in
                // Each chunk writes its own elements once.
                for index in number * chunk..<min((number + 1) * chunk, elements.count) {
                    base?.advanced(by: index).initialize(to: transform(elements[index]))
                }
            }
            count = elements.count
        }
    }

    /// Calls `body` once with each number below `count`, on this thread and on one for each core that is idle.
    @usableFromInline
    static func forEach(below count: Int, _ body: (Int) -> Void) {
        withoutActuallyEscaping(body) { body in
            let job = Job(count, body)
            var helpers: [pthread_t] = []
            while helpers.count < count - 1, let helper = start(job) { helpers.append(helper) }
            job.work()
            for helper in helpers {
                pthread_join(helper, nil)
                idleCores.wrappingAdd(1, ordering: .relaxed)
            }
        }
    }

    /// For the whole process: work within work must not start a thread for each pair of cores.
    private static let idleCores = Atomic(sysconf(Int32(_SC_NPROCESSORS_ONLN)) - 1)

    /// Starts a thread that does a part of the job; nil if all cores are busy.
    private static func start(_ job: Job) -> pthread_t? {
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        let isIdle = idleCores.wrappingSubtract(1, ordering: .relaxed).oldValue > 0
        let context = Unmanaged.passRetained(job)
        guard isIdle, pthread_create(&thread, nil, { AllCores.help($0) }, context.toOpaque()) == 0
        else {
            idleCores.wrappingAdd(1, ordering: .relaxed)
            context.release()
            return nil
        }
        return thread
    }

    /// What a thread does.
    private static func help(_ job: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        job.map { Unmanaged<Job>.fromOpaque($0).takeRetainedValue().work() }
        return nil
    }

    /// Numbers that several threads take one by one.
    ///
    /// `unchecked`: ``map(_:chunk:_:)`` says what its work may read.
    private final class Job: @unchecked Sendable {
        private let count: Int
        private let body: (Int) -> Void
        private let next = Atomic(0)

        init(_ count: Int, _ body: @escaping (Int) -> Void) {
            (self.count, self.body) = (count, body)
        }

        func work() {
            while true {
                let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard number < count else { return }
                body(number)
            }
        }
    }
}
