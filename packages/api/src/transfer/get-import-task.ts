import { importLineRepository, userStockRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../context.ts';
import { findOwnTask } from '../tasks/find-own-task.ts';
import { type ImportTask, importKind, type importTaskInput, importVerdict } from './schemas.ts';

/**
 * Returns the state of an import of the caller, with all its lines once it has ended.
 * @throws AppError NOT_FOUND
 */
export async function getImportTask(
  ctx: UserContext,
  { taskId }: z.output<typeof importTaskInput>,
): Promise<ImportTask> {
  const task = await findOwnTask(ctx, taskId, ['import-stocks']);
  const { status, message, current, total } = task;
  const hasEnded = status === 'SUCCESS' || status === 'FAILURE';
  return {
    task_id: task.id,
    status,
    message,
    info: current === null || total === null ? null : { current, total },
    result: hasEnded ? await resultOf(ctx, taskId) : null,
    error: status === 'FAILURE' ? message : null,
  };
}

async function resultOf(
  { em, user }: UserContext,
  taskId: string,
): Promise<NonNullable<ImportTask['result']>> {
  const lines = await importLineRepository.listOfTask(em, taskId);
  const symbols = lines.flatMap(({ symbol }) => symbol ?? []);
  const known = await userStockRepository.listKnown(em, user.id, symbols);
  const names = new Map(known.map(({ symbol, name }) => [symbol, name]));
  return {
    added: lines.filter(({ verdict }) => verdict === 'added').length,
    lines: lines.map(({ position, text, item, symbol, verdict, message }) => ({
      line: position,
      kind: importKind.parse(item?.kind ?? 'stock'),
      text,
      symbol,
      name: symbol === null ? null : (names.get(symbol) ?? null),
      verdict: importVerdict.parse(verdict),
      message,
    })),
  };
}
