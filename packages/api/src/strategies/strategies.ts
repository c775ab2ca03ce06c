import { randomUUID } from 'node:crypto';
import {
  type EntityManager,
  type Strategy as StrategyRow,
  strategyRepository,
  strategyStateRepository,
  taskRepository,
  userRepository,
} from '@stockbook/db';
import type { z } from 'zod';
import type { ActorContext, UserContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { isUuid } from '../primitives.ts';
import { assertQuota } from '../quotas/quotas.ts';
import type { OutputStream } from '../streaming/output-stream.ts';
import { streamList } from '../streaming/stream-list.ts';
import { assertListKnown, deletedListProblem, isListMissing } from './list-of-scope.ts';
import { assertNoMistakes, assertRuleBytes, readRules } from './read-rules.ts';
import {
  type createStrategyInput,
  type listStrategiesInput,
  maxLiveProblems,
  type Strategy,
  type StrategyDetail,
  type strategyInput,
  type strategyList,
  type updateStrategyInput,
} from './schemas.ts';

/** The caller, or the user of a task. */
type StrategyContext = ActorContext<'clock' | 'quotas'>;

/**
 * Creates a strategy of the caller.
 * @throws AppError BAD_REQUEST if rules of the runnable format have mistakes or name an unknown list, CONFLICT if a
 *   quota is used up
 */
export async function createStrategy(
  { em, user, services: { clock, quotas } }: StrategyContext,
  { name, description, rules, is_active }: z.output<typeof createStrategyInput>,
  { requiresList = true } = {},
): Promise<Strategy> {
  assertNoMistakes(rules);
  const now = clock();
  const strategy = {
    id: randomUUID(),
    name,
    description,
    rules,
    isActive: is_active,
    createdAt: now,
    updatedAt: now,
  };
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    if (requiresList) await assertListKnown(tx, user.id, rules);
    const usage = await strategyRepository.usageOfUser(tx, user.id, rules);
    assertQuota(usage.count, quotas.strategies, 'strategies');
    assertRuleBytes(usage, quotas);
    await strategyRepository.add(tx, { ...strategy, userId: user.id });
  });
  return presentStrategy(strategy);
}

/**
 * Lists the caller's strategies, newest first. The quota bounds the page too: older accounts may exceed it.
 * @throws AppError TOO_MANY_REQUESTS
 */
export function listStrategies(
  ctx: UserContext,
  { limit, offset }: z.output<typeof listStrategiesInput>,
): Promise<OutputStream> {
  const { strategies: maximum } = ctx.services.quotas;
  return streamList(ctx, async (): Promise<z.infer<typeof strategyList>> => {
    const page = { limit: Math.min(limit ?? maximum, maximum), offset };
    const [strategies, total] = await strategyRepository.listOfUser(ctx.em, ctx.user.id, page);
    return { strategies: strategies.map(presentStrategy), total };
  });
}

/**
 * Returns a strategy of the caller.
 * @throws AppError NOT_FOUND
 */
export async function getStrategy(
  { em, user }: UserContext,
  { strategyId }: z.output<typeof strategyInput>,
): Promise<StrategyDetail> {
  return presentDetail(em, user.id, await findStrategy(em, user.id, strategyId));
}

/**
 * Changes a strategy of the caller. New rules, and `is_active: true`, arm its signals again: bars that exist are
 * history for it.
 * @throws AppError NOT_FOUND, BAD_REQUEST if rules of the runnable format have mistakes, CONFLICT if a quota is used
 *   up
 */
export async function updateStrategy(
  { em, user, services: { clock, quotas } }: UserContext,
  { strategyId, name, description, rules, is_active: isActive }: z.output<typeof updateStrategyInput>,
): Promise<StrategyDetail> {
  if (rules !== undefined) assertNoMistakes(rules);
  return em.fork().transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    await lockStrategy(tx, user.id, strategyId);
    if (rules !== undefined) {
      await assertListKnown(tx, user.id, rules);
      assertRuleBytes(await strategyRepository.usageOfUser(tx, user.id, rules, strategyId), quotas);
    }
    await strategyRepository.change(tx, strategyId, {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(rules === undefined ? {} : { rules }),
      ...(isActive === undefined ? {} : { isActive }),
      updatedAt: clock(),
    });
    if (rules !== undefined || isActive === true) await strategyRepository.arm(tx, strategyId);
    tx.clear();
    return presentDetail(tx, user.id, await findStrategy(tx, user.id, strategyId));
  });
}

/**
 * Deletes a strategy of the caller with its runs, those in progress included; its signals stay.
 * @returns the strategy as it was
 * @throws AppError NOT_FOUND
 */
export async function deleteStrategy(
  { em, user, services: { clock } }: UserContext,
  { strategyId }: z.output<typeof strategyInput>,
): Promise<StrategyDetail> {
  return em.fork().transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const strategy = await lockStrategy(tx, user.id, strategyId);
    const taskIds = await strategyRepository.listTaskIds(tx, strategyId);
    await taskRepository.cancel(tx, taskIds, 'The strategy was deleted', clock());
    const deleted = await presentDetail(tx, user.id, strategy);
    await strategyRepository.remove(tx, user.id, strategyId);
    return deleted;
  });
}

/** @throws AppError NOT_FOUND */
export async function findStrategy(em: EntityManager, userId: string, id: string): Promise<StrategyRow> {
  const strategy = isUuid(id) ? await strategyRepository.findOfUser(em, userId, id) : null;
  if (!strategy) throw notFound('Strategy');
  return strategy;
}

/**
 * Like `findStrategy`; the strategy can be neither changed nor deleted until the transaction ends.
 * @throws AppError NOT_FOUND
 */
export async function lockStrategy(tx: EntityManager, userId: string, id: string): Promise<StrategyRow> {
  const strategy = isUuid(id) ? await strategyRepository.lockOfUser(tx, userId, id) : null;
  if (!strategy) throw notFound('Strategy');
  return strategy;
}

/** Maps a strategy to its API shape. */
export function presentStrategy(strategy: Omit<StrategyRow, 'user'>): Strategy {
  return {
    id: strategy.id,
    name: strategy.name,
    description: strategy.description,
    rules: strategy.rules,
    is_active: strategy.isActive,
    created_at: strategy.createdAt.toISOString(),
    updated_at: strategy.updatedAt.toISOString(),
  };
}

/** Like `presentStrategy`, with what keeps the strategy from running. */
async function presentDetail(
  em: EntityManager,
  userId: string,
  strategy: Omit<StrategyRow, 'user'>,
): Promise<StrategyDetail> {
  const { runnable, problems } = readRules(strategy.rules);
  const isDeleted = await isListMissing(em, userId, runnable?.scope);
  return {
    ...presentStrategy(strategy),
    runnable: runnable !== null && !isDeleted,
    problems: [...problems, ...(isDeleted ? [deletedListProblem] : [])],
    live_problems: strategy.isActive
      ? await strategyStateRepository.listProblems(em, strategy.id, maxLiveProblems)
      : [],
  };
}
