import { importLineRepository, type Task, userStockRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { OutputStream } from '../streaming/output-stream.ts';
import { findOwnTask } from '../tasks/find-own-task.ts';
import {
  type ImportLine,
  type ImportTask,
  importKind,
  type importTaskInput,
  importVerdict,
} from './schemas.ts';

/** Lines in one query and one piece of the output: an import has up to 25,500. */
const linesPerPiece = 1_000;

/**
 * Streams the state of an import of the caller, with all its lines once it has ended.
 * @throws AppError NOT_FOUND
 */
export async function getImportTask(
  ctx: UserContext,
  { taskId }: z.output<typeof importTaskInput>,
): Promise<OutputStream> {
  const stream = await OutputStream.start(writeTask(ctx, await findOwnTask(ctx, taskId, ['import-stocks'])));
  ctx.adopt(stream);
  return stream;
}

async function* writeTask(ctx: UserContext, task: Task): AsyncGenerator<string> {
  const { id, status, message, current, total } = task;
  const state: Omit<ImportTask, 'result'> = {
    task_id: id,
    status,
    message,
    info: current === null || total === null ? null : { current, total },
    error: status === 'FAILURE' ? message : null,
  };
  yield `${JSON.stringify(state).slice(0, -1)},"result":`;
  if (status === 'SUCCESS' || status === 'FAILURE') yield* writeResult(ctx, id);
  else yield 'null';
  yield '}';
}

async function* writeResult(ctx: UserContext, taskId: string): AsyncGenerator<string> {
  let added = 0;
  let after = 0;
  yield '{"lines":[';
  for (let isLast = false; !isLast; ) {
    const lines = await readLines(ctx, taskId, after);
    const text = JSON.stringify(lines).slice(1, -1);
    yield after > 0 && text !== '' ? `,${text}` : text;
    added += lines.filter(({ verdict }) => verdict === 'added').length;
    after = lines.at(-1)?.line ?? after;
    isLast = lines.length < linesPerPiece;
  }
  yield `],"added":${added}}`;
}

async function readLines({ em, user }: UserContext, taskId: string, after: number): Promise<ImportLine[]> {
  const rows = await importLineRepository.listOfTask(em, taskId, { after, limit: linesPerPiece });
  const symbols = new Set(rows.flatMap(({ symbol }) => symbol ?? []));
  const known = await userStockRepository.listKnown(em, user.id, [...symbols]);
  const names = new Map(known.map(({ symbol, name }) => [symbol, name]));
  return rows.map(({ position, text, kind, symbol, verdict, message }) => ({
    line: position,
    kind: importKind.parse(kind ?? 'stock'),
    text,
    symbol,
    name: symbol === null ? null : (names.get(symbol) ?? null),
    verdict: importVerdict.parse(verdict),
    message,
  }));
}
