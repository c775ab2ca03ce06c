import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How often the process looks whether it is idle. */
const intervalMs = 10_000;

/** Processor time of an interval without requests: the worker looks for jobs, and timers run. */
const maxIdleMs = 100;

/** Processor time after which there is something to give back: less than a start takes. */
const minWorkMs = 500;

interface Process {
  /** Processor time that the process has used so far, in milliseconds. */
  readonly processorMs: () => number;
  /** Collects all garbage, and returns free pages to the system. */
  readonly collect: () => void;
}

/**
 * Gives memory back to the system when the process has become idle, at first after its start. V8 keeps what loading the
 * program has taken, a fifth of the process: its own reduction waits for a heap without allocations, which never comes
 * as timers run. A request during the collection waits for a tenth of a second.
 * @returns the function that stops it
 */
export function releaseIdleMemory({ processorMs, collect }: Process = ownProcess()): () => void {
  let collectedAt = 0;
  let last = processorMs();
  const timer = setInterval(() => {
    const now = processorMs();
    const isIdle = now - last < maxIdleMs;
    if (isIdle && now - collectedAt >= minWorkMs) {
      collect();
      collectedAt = processorMs();
    }
    last = processorMs();
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

function ownProcess(): Process {
  // The option exposes the function to contexts that are created later, whichever way the program was started.
  setFlagsFromString('--expose-gc');
  const collect: (options: { type: 'major'; flavor: 'last-resort' }) => void = runInNewContext('gc');
  return {
    processorMs: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    },
    collect: () => collect({ type: 'major', flavor: 'last-resort' }),
  };
}
