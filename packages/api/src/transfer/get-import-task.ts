import { randomUUID } from 'node:crypto';
import { importLineRepository, type ShownImportLine } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { nextTurn } from '../streaming/event-loop.ts';
import { OutputStream } from '../streaming/output-stream.ts';
import type { taskInput } from '../tasks/schemas.ts';
import { readTask } from '../tasks/tasks.ts';
import { type ImportLine, type ImportTask, importKind, importVerdict } from './schemas.ts';

/** Reading and writing this many takes a few milliseconds; an import has 25,500 at most. */
const linesPerPiece = 500;

/**
 * Returns the state of an import of the caller, with all its lines once it has ended.
 * @throws AppError NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function getImportTask(
  ctx: UserContext,
  input: z.output<typeof taskInput>,
): Promise<OutputStream> {
  const task = await readTask(ctx, input, ['import-stocks'], () => null);
  const { task_id, status, message, steps: info, error, finished_at } = task;
  const shown = { task_id, status, message, info, error };
  const stream = await OutputStream.whole(writeTask(ctx, shown, finished_at !== null));
  ctx.adopt(stream);
  return stream;
}

async function* writeTask(
  ctx: UserContext,
  task: Omit<ImportTask, 'result'>,
  hasEnded: boolean,
): AsyncGenerator<string> {
  yield `${JSON.stringify(task).slice(0, -1)},"result":`;
  if (hasEnded) yield* writeResult(ctx, task.task_id);
  else yield 'null';
  yield '}';
}

async function* writeResult(
  { em, user, services: { largeReads } }: UserContext,
  taskId: string,
): AsyncGenerator<string> {
  const leave = await largeReads.enter(`${user.id} list`, randomUUID());
  try {
    yield `{"added":${await importLineRepository.countAdded(em, taskId)},"lines":[`;
    let last = 0;
    for (;;) {
      const lines = await importLineRepository.listAfter(em, taskId, last, linesPerPiece);
      await nextTurn();
      if (lines.length > 0)
        yield `${last === 0 ? '' : ','}${JSON.stringify(lines.map(presentLine)).slice(1, -1)}`;
      if (lines.length < linesPerPiece) break;
      last = lines.at(-1)?.position ?? last;
    }
    yield ']}';
  } finally {
    leave();
  }
}

function presentLine({ position, text, kind, symbol, name, verdict, message }: ShownImportLine): ImportLine {
  return {
    line: position,
    kind: importKind.parse(kind ?? 'stock'),
    text,
    symbol,
    name,
    verdict: importVerdict.parse(verdict),
    message,
  };
}
