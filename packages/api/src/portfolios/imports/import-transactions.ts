import { hash, randomUUID } from 'node:crypto';
import { minuteMs } from '@stockbook/common/durations';
import { type EntityManager, type Portfolio, portfolioImportRepository, taskRepository } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { spend } from '../../quotas/budget.ts';
import { taskKinds } from '../../tasks/kinds.ts';
import { requestTask } from '../../tasks/tasks.ts';
import { findPortfolio } from '../portfolios.ts';
import { loadFacts } from './load-facts.ts';
import { type ImportMappingInput, importMappingInput } from './mapping-schema.ts';
import {
  type importTransactionsInput,
  type importTransactionsOutput,
  maxTransactionFileBytes,
  type TransactionImportPreview,
} from './schemas.ts';
import { calculateImport, type FileSummary, type JudgedPage } from './thread/in-thread.ts';

/** Reading and judging a file takes seconds of processor time. */
const previewsPerMinute = 10;

const maxTasks = 2;

type Input = z.output<typeof importTransactionsInput>;

/**
 * Previews an import of transactions, or starts the task that stores them.
 * @throws AppError NOT_FOUND, PAYLOAD_TOO_LARGE, BAD_REQUEST if the file cannot be read, TOO_MANY_REQUESTS, CONFLICT if
 *   two imports are in progress
 */
export async function importTransactions(
  ctx: UserContext,
  input: Input,
): Promise<z.infer<typeof importTransactionsOutput>> {
  const portfolio = await findPortfolio(ctx.em, ctx.user.id, input.portfolioId);
  if (Buffer.byteLength(input.text) > maxTransactionFileBytes) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'The file is larger than 2 MiB');
  }
  if (!input.commit) {
    const message = `You have previewed imports ${previewsPerMinute} times within a minute`;
    const budget = { name: 'import preview', maximum: previewsPerMinute, windowMs: minuteMs, message };
    await spend(ctx.em, ctx, budget);
  }
  const { file, mapping } = await read(ctx, portfolio, input);
  if (input.commit && !file.isConfirmed) {
    throw fieldError('mapping', 'Confirm the mapping of the columns first: send it with the import');
  }
  const page = input.commit ? { limit: 0, offset: 0 } : { limit: input.limit, offset: input.offset ?? 0 };
  const judged = await judge(ctx, portfolio, file, page);
  if (input.commit) return start(ctx, portfolio, input, mapping, file, judged);
  return presentPreview(file, judged);
}

function presentPreview(
  { preset, isConfirmed, mapping, header, columns }: FileSummary,
  { counts, questions, lines, total }: JudgedPage,
): TransactionImportPreview {
  return {
    preset,
    is_confirmed: isConfirmed,
    mapping,
    header: [...header],
    columns: columns.map((values) => [...values]),
    counts,
    questions,
    lines,
    total,
  };
}

async function read(
  ctx: UserContext,
  { currency }: Portfolio,
  { text, mapping, commit }: Input,
): Promise<{ readonly file: FileSummary; readonly mapping: ImportMappingInput | null }> {
  const { user } = ctx;
  const signal = ctx.clientSignal();
  const effective = mapping ?? (await findRemembered(ctx, text, signal));
  const request = { text, mapping: effective, target: { currency }, hasRaw: !commit };
  return { file: await calculateImport('read', request, user.id, signal), mapping: effective };
}

/** The mapping that the user chose last for a file with the same header; null if there is none. */
async function findRemembered(
  { em, user }: UserContext,
  text: string,
  signal: AbortSignal,
): Promise<ImportMappingInput | null> {
  const digest = await calculateImport('identify', { text }, user.id, signal);
  const stored = await portfolioImportRepository.findMapping(em, user.id, digest);
  // An earlier version may have stored what this one does not understand.
  return stored === null ? null : (importMappingInput.safeParse(stored).data ?? null);
}

async function judge(
  ctx: UserContext,
  portfolio: Portfolio,
  { rows, needs, mapping }: FileSummary,
  page: { readonly limit: number; readonly offset: number },
): Promise<JudgedPage> {
  const request = { portfolio, needs, mapped: mapping.securities, found: [] };
  const facts = await loadFacts(ctx.em, ctx, request);
  return calculateImport('judge', { rows, facts, page }, ctx.user.id, ctx.clientSignal());
}

async function start(
  ctx: UserContext,
  { id: portfolioId }: Portfolio,
  { text, file_name: fileName }: Input,
  mapping: ImportMappingInput | null,
  { rows, preset, headerDigest, mapping: stored }: FileSummary,
  { unknown }: JudgedPage,
): Promise<z.infer<typeof importTransactionsOutput>> {
  const importId = randomUUID();
  const securities = unknown.map((security) => ({
    ...security,
    stock: null,
    problem: null,
    isCounted: false,
    failedAttempts: 0,
  }));
  const taskId = await requestTask(ctx, {
    kind: 'import-transactions',
    subject: hash('sha256', JSON.stringify([portfolioId, text, mapping]), 'hex'),
    payload: { portfolioId, importId },
    message: 'Importing transactions...',
    assertAllowed: (tx) => assertFewTasks(tx, ctx.user.id),
    onAdded: (tx, id) =>
      portfolioImportRepository.addPending(tx, {
        taskId: id,
        fileName,
        preset,
        headerDigest,
        mapping: stored,
        rows,
        securities,
      }),
  });
  // An equal request that is still active shares its task and its import.
  const task = await taskRepository.find(ctx.em, taskId);
  const payload = taskKinds['import-transactions'].parse(task?.payload);
  return { task_id: taskId, import_id: payload.importId, message: 'Importing transactions' };
}

/** @throws AppError CONFLICT */
async function assertFewTasks(tx: EntityManager, userId: string): Promise<void> {
  if ((await taskRepository.countActive(tx, userId, ['import-transactions'])) < maxTasks) return;
  throw new AppError('CONFLICT', 'Two of your imports are in progress. Wait until one has ended');
}
