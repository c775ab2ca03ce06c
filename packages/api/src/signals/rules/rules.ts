import { randomUUID } from 'node:crypto';
import { dayMs } from '@stockbook/common/durations';
import {
  type EntityManager,
  type SignalRuleKey,
  type SignalRuleRow,
  sessionCheckRepository,
  signalRuleRepository,
  stockListRepository,
  userRepository,
  userStockRepository,
} from '@stockbook/db';
import { describeRule, printRule, readRule } from '@stockbook/rules';
import type { z } from 'zod';
import type { ActorContext, UserContext } from '../../context.ts';
import { fieldError, notFound } from '../../errors.ts';
import { isUuid } from '../../primitives.ts';
import type { OutputStream } from '../../streaming/output-stream.ts';
import { streamList } from '../../streaming/stream-list.ts';
import { readCondition } from '../read-condition.ts';
import { findProblems } from './find-problems.ts';
import { assertNoEqualRule, assertRuleQuota, findRuleTarget } from './rule-scope.ts';
import {
  type CreatedSignalRule,
  type createSignalRuleInput,
  type listSignalRulesInput,
  maxRuleNameLength,
  type SignalRule,
  type signalRuleInput,
  type signalRuleList,
  type updateSignalRuleInput,
} from './schemas.ts';
import { findSessionLevel, presentSince } from './session-level.ts';

/**
 * Creates a rule of the caller. The first active rule of a stock turns its notifications on; a rule over a list does
 * so if `notify` is true. Bars that exist are history for the rule.
 * @throws AppError BAD_REQUEST, CONFLICT if the caller has an equal rule, NOT_FOUND if they do not track the stock or
 *   have no such list
 */
export async function createRule(
  ctx: RuleContext,
  input: z.output<typeof createSignalRuleInput>,
  { turnsNotificationsOn = true } = {},
): Promise<CreatedSignalRule> {
  const { em, user } = ctx;
  const { clock, quotes } = ctx.services;
  const rule = readCondition('when', input.when);
  const now = clock();
  if (input.is_active) assertNotOver(input.expires_on, now);
  const id = randomUUID();
  const created = await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const { stock, listId } = await findRuleTarget(tx, user.id, input);
    const key = {
      condition: printRule(rule),
      scope: input.scope,
      stockId: stock?.id ?? null,
      listId,
      trigger: input.trigger,
    };
    await assertNoEqualRule(tx, user.id, key);
    await assertRuleQuota(tx, user.id);
    const sessionLevel = input.during_session
      ? await findSessionLevel(tx, quotes, { userId: user.id, rule, stock })
      : null;
    const turnedOn = turnsNotificationsOn ? await turnOnNotifications(tx, user.id, key, input) : 0;
    await signalRuleRepository.add(tx, {
      ...key,
      id,
      userId: user.id,
      name: input.name === defaultNameOf(describeRule(rule)) ? null : input.name,
      quietBars: input.quiet_bars,
      isActive: input.is_active,
      expiresOn: input.expires_on,
      sessionLevel,
      createdAt: now,
      updatedAt: now,
    });
    if (sessionLevel !== null) await sessionCheckRepository.arm(tx, id, presentSince(quotes, now));
    return { turnedOn, symbol: stock?.symbol };
  });
  const { turnedOn, symbol = `${turnedOn} ${turnedOn === 1 ? 'stock' : 'stocks'}` } = created;
  return {
    ...(await getRule(ctx, { id })),
    message:
      turnedOn === 0
        ? 'The rule was added'
        : `The rule was added, and notifications of ${symbol} were turned on`,
    notifications_turned_on: turnedOn,
  };
}

/** @returns the number of stocks whose notifications were turned on */
async function turnOnNotifications(
  tx: EntityManager,
  userId: string,
  { scope, stockId, listId }: SignalRuleKey,
  { notify, is_active: isActive }: z.output<typeof createSignalRuleInput>,
): Promise<number> {
  if (scope !== 'stock' && !notify) return 0;
  if (scope === 'watch_list' || scope === 'favorites') {
    return userStockRepository.turnOnNotifications(tx, userId, { scope });
  }
  if (listId !== null) {
    const stockIds = (await stockListRepository.listStockIds(tx, [listId])).get(listId) ?? [];
    return userStockRepository.turnOnNotifications(tx, userId, { stockIds });
  }
  if (stockId === null || !isActive) return 0;
  if (await signalRuleRepository.hasActiveOfStock(tx, userId, stockId)) return 0;
  return userStockRepository.turnOnNotifications(tx, userId, { stockIds: [stockId] });
}

/**
 * Lists the caller's rules, newest first.
 * @throws AppError TOO_MANY_REQUESTS
 */
export function listRules(
  ctx: UserContext,
  input: z.output<typeof listSignalRulesInput>,
): Promise<OutputStream> {
  const { em, user } = ctx;
  const { clock, quotes } = ctx.services;
  return streamList(ctx, async (): Promise<z.infer<typeof signalRuleList>> => {
    const [rows, total] = await signalRuleRepository.listOfUser(em, user.id, input);
    const problems = await findProblems(em, user.id, rows, { now: clock(), quotes });
    return { rules: rows.map((row) => presentRule(row, problems.get(row.id) ?? [])), total };
  });
}

export type RuleContext = ActorContext<'clock' | 'quotes'>;

/** @throws AppError NOT_FOUND */
async function findRule(em: EntityManager, userId: string, id: string): Promise<SignalRuleRow> {
  const rule = isUuid(id) && (await signalRuleRepository.findOfUser(em, userId, id));
  if (!rule) throw notFound('Rule');
  return rule;
}

/**
 * Returns a rule of the caller.
 * @throws AppError NOT_FOUND
 */
export async function getRule(
  { em, user, services: { clock, quotes } }: RuleContext,
  { id }: z.output<typeof signalRuleInput>,
): Promise<SignalRule> {
  const row = await findRule(em, user.id, id);
  const problems = await findProblems(em, user.id, [row], { now: clock(), quotes });
  return presentRule(row, problems.get(id) ?? []);
}

/**
 * Changes a rule of the caller. Another text, scope or trigger, or switching it on, arms it again: bars that exist are
 * history for it.
 * @throws AppError NOT_FOUND, BAD_REQUEST, CONFLICT if the caller has an equal rule
 */
export async function updateRule(
  ctx: UserContext,
  { id, ...changes }: z.output<typeof updateSignalRuleInput>,
): Promise<SignalRule> {
  const { em, user } = ctx;
  const { clock, quotes } = ctx.services;
  const changed = changes.when === undefined ? null : printRule(readCondition('when', changes.when));
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const rule = await findRule(tx, user.id, id);
    const scope = changes.scope ?? rule.scope;
    const symbol = changes.symbol === undefined && scope === 'stock' ? rule.symbol : (changes.symbol ?? null);
    const list_id =
      changes.list_id === undefined && scope === 'list' ? rule.listId : (changes.list_id ?? null);
    const { stock, listId } = await findRuleTarget(tx, user.id, { scope, symbol, list_id });
    const key = {
      condition: changed ?? rule.condition,
      scope,
      stockId: stock?.id ?? null,
      listId,
      trigger: changes.trigger ?? rule.trigger,
    };
    await assertNoEqualRule(tx, user.id, key, id);
    const {
      name = rule.name,
      is_active: isActive = rule.isActive,
      quiet_bars: quietBars = rule.quietBars,
      expires_on: expiresOn = rule.expiresOn,
      during_session: isDuringSession = rule.sessionLevel !== null,
    } = changes;
    const isSame =
      key.condition === rule.condition &&
      key.scope === rule.scope &&
      key.stockId === rule.stockId &&
      key.listId === rule.listId &&
      key.trigger === rule.trigger;
    const isSwitchedOn = isActive && !rule.isActive;
    // A rule whose source has lost its prices can still be renamed, and switched off.
    const isKept = isSame && !isSwitchedOn && changes.during_session === undefined;
    const target = { userId: user.id, ruleId: id, rule: readRule(key.condition).rule ?? null, stock };
    const findLevel = () => (isDuringSession ? findSessionLevel(tx, quotes, target) : null);
    const sessionLevel = isKept ? rule.sessionLevel : await findLevel();
    const isRelevant = changes.expires_on !== undefined || changes.is_active !== undefined;
    if (isActive && isRelevant) assertNotOver(expiresOn, clock());
    await signalRuleRepository.change(tx, user.id, id, {
      ...key,
      name: name === defaultNameOf(sentenceOf(key.condition)) ? null : name,
      quietBars,
      isActive,
      expiresOn,
      sessionLevel,
      updatedAt: clock(),
    });
    const isArmed = !isSame || isSwitchedOn;
    if (isArmed) await signalRuleRepository.arm(tx, id);
    if (isArmed || sessionLevel !== rule.sessionLevel) {
      await sessionCheckRepository.arm(tx, id, presentSince(quotes, clock()));
    }
  });
  return getRule(ctx, { id });
}

/**
 * Deletes a rule of the caller; its signals stay.
 * @returns the rule as it was
 * @throws AppError NOT_FOUND
 */
export async function deleteRule(
  ctx: UserContext,
  { id }: z.output<typeof signalRuleInput>,
): Promise<SignalRule> {
  const rule = await getRule(ctx, { id });
  if (!(await signalRuleRepository.remove(ctx.em, ctx.user.id, id))) throw notFound('Rule');
  return rule;
}

/** The sentence of a stored rule; its text if a later catalogue no longer has one of its functions. */
function sentenceOf(condition: string): string {
  const { rule } = readRule(condition);
  return rule ? describeRule(rule) : condition;
}

/** Maps a rule to its API shape. */
function presentRule(row: SignalRuleRow, problems: SignalRule['problems']): SignalRule {
  const sentence = sentenceOf(row.condition);
  return {
    id: row.id,
    name: row.name ?? defaultNameOf(sentence),
    when: row.condition,
    sentence,
    scope: row.scope,
    symbol: row.symbol,
    list_id: row.listId,
    trigger: row.trigger,
    quiet_bars: row.quietBars,
    is_active: row.isActive,
    during_session: row.sessionLevel !== null,
    expires_on: row.expiresOn,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    signal_count: row.signalCount,
    last_signal: row.lastSignalDate,
    problems,
  };
}

/**
 * Rejects a last day that is over everywhere: the date of UTC can be a day ahead of the user's.
 * @throws AppError BAD_REQUEST
 */
function assertNotOver(expiresOn: string | null, now: Date): void {
  if (expiresOn === null || expiresOn >= isoDay(now.getTime() - dayMs)) return;
  throw fieldError('expires_on', 'expires_on is over: choose a later day, or none');
}

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

function defaultNameOf(sentence: string): string {
  return sentence.length <= maxRuleNameLength ? sentence : `${sentence.slice(0, maxRuleNameLength - 1)}…`;
}
