import { parentPort } from 'node:worker_threads';
import type { Beginning, Steps, Turn, TurnEnd } from './thread-pool.ts';

/** A turn ends with the step in which this time is over. The slowest step over 36 years of bars takes 80 ms. */
const turnMs = 50;

interface Begun {
  readonly steps: Steps<unknown, unknown>;
  /** Processor time, in milliseconds: it does not depend on what else the machine does. */
  usedMs: number;
}

/** Calculations that wait for their next turn, by id. */
const waiting = new Map<number, Begun>();

/** A thread of `answerInThread` and `piecesFromThread`: takes one turn after the other. */
parentPort?.on('message', async (turn: Turn) => {
  const { id } = turn;
  if (turn.kind === 'drop') {
    waiting.delete(id);
    return;
  }
  const endsAt = performance.now() + turnMs;
  const begun = turn.kind === 'begin' ? await begin(turn.beginning) : waiting.get(id);
  if (!begun) throw new Error('A calculation continues that has not begun');
  const usedBefore = processorTime() - begun.usedMs;
  let step: IteratorResult<unknown, unknown>;
  do {
    step = begun.steps.next(begun.usedMs);
    begun.usedMs = processorTime() - usedBefore;
  } while (!step.done && step.value === undefined && performance.now() < endsAt);
  if (step.done) waiting.delete(id);
  else waiting.set(id, begun);
  const end: TurnEnd = { isDone: step.done === true, value: step.value };
  parentPort?.postMessage(end);
});

async function begin({ module, request }: Beginning): Promise<Begun> {
  // Loaded once: later imports return the same module.
  const { answer }: { answer: (request: unknown) => Steps<unknown, unknown> } = await import(module);
  return { steps: answer(request), usedMs: 0 };
}

/** Of this thread, in milliseconds. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
