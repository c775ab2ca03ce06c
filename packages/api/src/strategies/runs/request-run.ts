import { createHash, randomUUID } from 'node:crypto';
import { type EntityManager, taskRepository } from '@stockbook/db';
import type { UserContext } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { type RunKind, runKinds, type TaskPayload } from '../../tasks/kinds.ts';
import { requestTask } from '../../tasks/tasks.ts';
import type { BacktestSettings } from '../backtests/schemas.ts';
import { assertListExists } from '../list-of-scope.ts';
import { type RunnableRules, requireRunnable } from '../read-rules.ts';
import { findStrategy, lockStrategy } from '../strategies.ts';

/** Of one user. */
const maxActiveRuns = 2;

/** Stored runs of each kind of a strategy; the oldest are deleted. */
const maxRunsOfStrategy = 50;

/** A requested backtest or sweep, before it has run. */
interface NewRun {
  readonly id: string;
  readonly userId: string;
  readonly strategyId: string;
  readonly taskId: string;
  readonly rules: Record<string, unknown>;
  readonly settings: BacktestSettings;
  readonly createdAt: Date;
}

interface RunRequest<Kind extends RunKind> {
  readonly kind: Kind;
  /** For example "backtest". */
  readonly noun: string;
  readonly strategyId: string;
  readonly settings: BacktestSettings;
  /** Runs with equal rules, settings and parameters are equal. */
  readonly parameters: Readonly<Record<string, unknown>>;
  payloadOf(id: string): TaskPayload<Kind>;
  /** @throws AppError BAD_REQUEST */
  assertRunnable(rules: RunnableRules): void;
  add(tx: EntityManager, run: NewRun, maximum: number): Promise<void>;
  findIdByTask(em: EntityManager, taskId: string): Promise<string | null>;
}

/**
 * Requests a run of a strategy. An equal one in progress is returned instead.
 * @throws AppError NOT_FOUND, BAD_REQUEST if the strategy cannot be run, CONFLICT if two runs are in progress or its
 *   list was deleted
 */
export async function requestRun<Kind extends RunKind>(
  ctx: UserContext,
  { kind, noun, strategyId, settings, parameters, ...request }: RunRequest<Kind>,
): Promise<{ id: string; taskId: string; message: string }> {
  const { em, user } = ctx;
  const { clock } = ctx.services;
  const { rules } = await findStrategy(em, user.id, strategyId);
  const runnable = requireRunnable(rules);
  request.assertRunnable(runnable);
  await assertListExists(em, user.id, runnable.scope);
  const newId = randomUUID();
  const message = `Running the ${noun}`;
  const taskId = await requestTask(ctx, {
    kind,
    subject: subjectOf({ strategyId, rules, settings, ...parameters }),
    payload: request.payloadOf(newId),
    message: `${message}...`,
    assertAllowed: (tx) => assertRunAllowed(tx, user.id),
    async onAdded(tx, addedId) {
      // The strategy may have been deleted or changed meanwhile.
      await lockStrategy(tx, user.id, strategyId);
      const run = { id: newId, userId: user.id, strategyId, taskId: addedId, rules, settings };
      await request.add(tx, { ...run, createdAt: clock() }, maxRunsOfStrategy);
    },
  });
  const id = await request.findIdByTask(em, taskId);
  if (id === null) throw new AppError('CONFLICT', `The equal ${noun} in progress was deleted. Try again`);
  return { id, taskId, message };
}

/** `tx` must have locked the user's row. */
async function assertRunAllowed(tx: EntityManager, userId: string): Promise<void> {
  if ((await taskRepository.countActive(tx, userId, runKinds)) < maxActiveRuns) return;
  throw new AppError('CONFLICT', 'Two of your runs are in progress. Wait until one has ended');
}

/** The subject of the task of a run: equal runs have equal ones. */
function subjectOf(run: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(JSON.stringify(run)).digest('hex');
}

/**
 * A purchase at the spread would already be above a smaller take-profit.
 * @throws AppError BAD_REQUEST
 */
export function assertAboveSpread(
  takeProfitPercent: number | null,
  { spread_percent: spreadPercent }: BacktestSettings,
): void {
  if (takeProfitPercent === null || takeProfitPercent > spreadPercent) return;
  throw fieldError('settings.spread_percent', 'take_profit_percent must be larger than spread_percent');
}
