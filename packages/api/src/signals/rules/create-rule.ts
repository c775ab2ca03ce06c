import { randomUUID } from 'node:crypto';
import {
  type EntityManager,
  type SignalRuleKey,
  signalRuleRepository,
  userRepository,
  userStockRepository,
} from '@stockbook/db';
import { describeRule, printRule } from '@stockbook/rules';
import type { z } from 'zod';
import { readCondition } from '../read-condition.ts';
import { assertNoEqualRule, assertRuleQuota } from './assert-rule-allowed.ts';
import { getRule, type RuleContext } from './get-rule.ts';
import { defaultNameOf } from './present-rule.ts';
import { findRuleStock } from './rule-scope.ts';
import type { CreatedSignalRule, createSignalRuleInput } from './schemas.ts';

/**
 * Creates a rule of the caller. The first active rule of a stock turns its notifications on; a rule over a list does so if
 * `notify` is true. Bars that exist are history for the rule.
 * @throws AppError BAD_REQUEST, CONFLICT if the caller has an equal rule, NOT_FOUND if they do not track the stock
 */
export async function createRule(
  ctx: RuleContext,
  input: z.output<typeof createSignalRuleInput>,
  { turnsNotificationsOn = true } = {},
): Promise<CreatedSignalRule> {
  const { em, user, clock } = ctx;
  const rule = readCondition('when', input.when);
  const now = clock();
  const id = randomUUID();
  const created = await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const stock = await findRuleStock(tx, user.id, input.scope, input.symbol);
    const key = {
      condition: printRule(rule),
      scope: input.scope,
      stockId: stock?.id ?? null,
      trigger: input.trigger,
    };
    await assertNoEqualRule(tx, user.id, key);
    await assertRuleQuota(tx, user.id);
    const turnedOn = turnsNotificationsOn ? await turnOnNotifications(tx, user.id, key, input) : 0;
    await signalRuleRepository.add(tx, {
      ...key,
      id,
      userId: user.id,
      name: input.name === defaultNameOf(describeRule(rule)) ? null : input.name,
      quietBars: input.quiet_bars,
      isActive: input.is_active,
      createdAt: now,
      updatedAt: now,
    });
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
  { scope, stockId }: SignalRuleKey,
  { notify, is_active: isActive }: z.output<typeof createSignalRuleInput>,
): Promise<number> {
  if (scope !== 'stock') {
    return notify ? userStockRepository.turnOnNotifications(tx, userId, { scope }) : 0;
  }
  if (stockId === null || !isActive) return 0;
  if (await signalRuleRepository.hasActiveOfStock(tx, userId, stockId)) return 0;
  return userStockRepository.turnOnNotifications(tx, userId, { stockId });
}
