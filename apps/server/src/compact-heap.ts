import { Session } from 'node:inspector/promises';

/** After the first requests of whoever waited for the start: the collection pauses the process for 0.1 s. */
const delayMs = 10_000;

/**
 * Collects garbage once, some time after the start. Loading the modules grows the young generation to 50 MiB, which V8
 * keeps until a full collection. It grows again under load; `--max-semi-space-size=8` would cost a quarter of the reads.
 */
export function compactHeapLater(): void {
  setTimeout(async () => {
    const session = new Session();
    session.connect();
    await session.post('HeapProfiler.collectGarbage');
    session.disconnect();
  }, delayMs).unref();
}
