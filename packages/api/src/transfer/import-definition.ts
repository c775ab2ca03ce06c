import {
  type EntityManager,
  type ImportLine,
  strategyRepository,
  studySetRepository,
  userRepository,
} from '@stockbook/db';
import { AppError } from '../errors.ts';
import { createRule } from '../signals/rules/rules.ts';
import { createStrategy } from '../strategies/strategies.ts';
import { createStudySet } from '../study-sets/study-sets.ts';
import type { TaskContext } from '../tasks/run-task.ts';
import type { SignalRuleItem, StrategyItem, StudySetItem } from './import-line.ts';
import { finishLine } from './import-line.ts';

/** Creates the set of a line, unless the user has one of its name. */
export async function importStudySet(
  ctx: TaskContext,
  line: ImportLine,
  { set }: StudySetItem,
): Promise<void> {
  const { em, userId, services } = ctx;
  if (await studySetRepository.hasName(em, userId, set.name, null)) {
    const message = `You already have a set named "${set.name}"`;
    await finishLine(em, ctx, line, { verdict: 'already_there', symbol: null, message });
    return;
  }
  await createStudySet({ em, user: { id: userId }, services }, set);
  await finishLine(em, ctx, line, { verdict: 'added', symbol: null, message: null });
}

/** Creates the rule of a line, unless the user has it. The notifications of its stocks stay as they were restored. */
export async function importRule(
  ctx: TaskContext,
  line: ImportLine,
  { rule }: SignalRuleItem,
): Promise<void> {
  const { em, userId, services } = ctx;
  const symbol = rule.symbol;
  try {
    await createRule({ em, user: { id: userId }, services }, rule, { turnsNotificationsOn: false });
    await finishLine(em, ctx, line, { verdict: 'added', symbol, message: null });
  } catch (error) {
    // The limit of rules is BAD_REQUEST; CONFLICT is an equal rule.
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
    await finishLine(em, ctx, line, { verdict: 'already_there', symbol, message: error.message });
  }
}

/**
 * Creates the strategy of a line, the n-th of its name, unless the user has n of that name. Bars that exist are
 * history for it.
 */
export function importStrategy(
  ctx: TaskContext,
  line: ImportLine,
  { strategy, ordinal }: StrategyItem,
): Promise<void> {
  return importNamed(ctx, line, `a strategy named "${strategy.name}"`, {
    isThere: async (tx) => (await strategyRepository.countNamed(tx, ctx.userId, strategy.name)) >= ordinal,
    create: (tx) => createStrategy({ ...ctx, em: tx, user: { id: ctx.userId } }, strategy),
  });
}

interface Named {
  isThere(tx: EntityManager): Promise<boolean>;
  create(tx: EntityManager): Promise<unknown>;
}

/** Ends the line in the transaction that creates: a repeated attempt must not take the result for an older one. */
function importNamed(
  ctx: TaskContext,
  line: ImportLine,
  thing: string,
  { isThere, create }: Named,
): Promise<void> {
  return ctx.em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, ctx.userId);
    if (await isThere(tx)) {
      const message = `You already have ${thing}`;
      await finishLine(tx, ctx, line, { verdict: 'already_there', symbol: null, message });
      return;
    }
    await create(tx);
    await finishLine(tx, ctx, line, { verdict: 'added', symbol: null, message: null });
  });
}
