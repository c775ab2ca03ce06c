import {
  type EntityManager,
  type ImportLine,
  stockListRepository,
  strategyRepository,
  studySetRepository,
  userRepository,
} from '@stockbook/db';
import { AppError, notFound } from '../errors.ts';
import { restoreEntries } from '../journal/restore-entries.ts';
import { createRule } from '../signals/rules/rules.ts';
import { withListOfName } from '../strategies/list-of-scope.ts';
import { createStrategy } from '../strategies/strategies.ts';
import { createStudySet } from '../study-sets/study-sets.ts';
import type { TaskContext } from '../tasks/run-task.ts';
import type { JournalItem, SignalRuleItem, StrategyItem, StudySetItem } from './import-line.ts';
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

/**
 * Creates the rule of a line, unless the user has it. Its list is found by name. The notifications of its stocks stay
 * as they were restored.
 */
export async function importRule(ctx: TaskContext, line: ImportLine, item: SignalRuleItem): Promise<void> {
  const { list, ...given } = item.rule;
  const { em, userId, services } = ctx;
  const symbol = given.symbol;
  try {
    const list_id = given.scope === 'list' ? await findListId(em, userId, list) : null;
    const rule = { ...given, list_id };
    await createRule({ em, user: { id: userId }, services }, rule, { turnsNotificationsOn: false });
    await finishLine(em, ctx, line, { verdict: 'added', symbol, message: null });
  } catch (error) {
    // The limit of rules is BAD_REQUEST; CONFLICT is an equal rule, or a server without prices during the session.
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
    if (given.during_session)
      return importRule(ctx, line, { ...item, rule: { ...item.rule, during_session: false } });
    await finishLine(em, ctx, line, { verdict: 'already_there', symbol, message: error.message });
  }
}

/** @throws AppError NOT_FOUND */
async function findListId(
  em: EntityManager,
  userId: string,
  name: string | null | undefined,
): Promise<string> {
  const id = name ? await stockListRepository.findIdByName(em, userId, name) : null;
  if (id === null)
    throw name ? new AppError('NOT_FOUND', `You have no list named "${name}"`) : notFound('List');
  return id;
}

/**
 * Creates the strategy of a line, the n-th of its name, unless the user has n of that name. Bars that exist are
 * history for it. Its list is found by name; without it, the strategy cannot be run. The line ends in the transaction
 * that creates: a repeated attempt must not take the result for an older strategy.
 */
export function importStrategy(
  ctx: TaskContext,
  line: ImportLine,
  { strategy: { list, ...strategy }, ordinal }: StrategyItem,
): Promise<void> {
  const { em, userId, services } = ctx;
  return em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, userId);
    if ((await strategyRepository.countNamed(tx, userId, strategy.name)) >= ordinal) {
      const message = `You already have a strategy named "${strategy.name}"`;
      await finishLine(tx, ctx, line, { verdict: 'already_there', symbol: null, message });
      return;
    }
    const { rules, isListMissing } = await withListOfName(tx, userId, strategy.rules, list ?? null);
    const actor = { em: tx, user: { id: userId }, services };
    await createStrategy(actor, { ...strategy, rules }, { requiresList: false });
    const message = isListMissing ? 'Without its list, which you do not have: choose another' : null;
    await finishLine(tx, ctx, line, { verdict: 'added', symbol: null, message });
  });
}

/** Adds the entries of a line to the journal that the user does not have yet. */
export function importJournal(ctx: TaskContext, line: ImportLine, { entries }: JournalItem): Promise<void> {
  const { em, userId, services } = ctx;
  return em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, userId);
    const { added, rejected, reason } = await restoreEntries(tx, { user: { id: userId }, services }, entries);
    if (added.length === 0 && reason !== null) throw reason;
    const there = added.length === 0 ? 'You have these entries already' : null;
    const counted = `${rejected} ${rejected === 1 ? 'entry' : 'entries'}`;
    await finishLine(tx, ctx, line, {
      verdict: added.length > 0 ? 'added' : 'already_there',
      symbol: null,
      message: reason === null ? there : `Without ${counted}: ${reason.message}`,
    });
  });
}
