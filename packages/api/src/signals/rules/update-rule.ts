import { signalRuleRepository, userRepository } from '@stockbook/db';
import { printRule } from '@stockbook/rules';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { readCondition } from '../read-condition.ts';
import { assertNoEqualRule } from './assert-rule-allowed.ts';
import { findRule, getRule } from './get-rule.ts';
import { defaultNameOf, sentenceOf } from './present-rule.ts';
import { findRuleStock } from './rule-scope.ts';
import type { SignalRule, updateSignalRuleInput } from './schemas.ts';

/**
 * Changes a rule of the caller. Another text, scope or trigger, or switching it on, arms it again: bars that exist are
 * history for it.
 * @throws AppError NOT_FOUND, BAD_REQUEST, CONFLICT if the caller has an equal rule
 */
export async function updateRule(
  ctx: UserContext,
  { id, ...changes }: z.output<typeof updateSignalRuleInput>,
): Promise<SignalRule> {
  const { em, user, clock } = ctx;
  const changed = changes.when === undefined ? null : printRule(readCondition('when', changes.when));
  await em.transactional(async (tx) => {
    await userRepository.lockForUpdate(tx, user.id);
    const rule = await findRule(tx, user.id, id);
    const scope = changes.scope ?? rule.scope;
    const symbol = changes.symbol === undefined && scope === 'stock' ? rule.symbol : (changes.symbol ?? null);
    const stock = await findRuleStock(tx, user.id, scope, symbol);
    const key = {
      condition: changed ?? rule.condition,
      scope,
      stockId: stock?.id ?? null,
      trigger: changes.trigger ?? rule.trigger,
    };
    await assertNoEqualRule(tx, user.id, key, id);
    const {
      name = rule.name,
      is_active: isActive = rule.isActive,
      quiet_bars: quietBars = rule.quietBars,
    } = changes;
    await signalRuleRepository.change(tx, user.id, id, {
      ...key,
      name: name === defaultNameOf(sentenceOf(key.condition)) ? null : name,
      quietBars,
      isActive,
      updatedAt: clock(),
    });
    const isSame =
      key.condition === rule.condition &&
      key.scope === rule.scope &&
      key.stockId === rule.stockId &&
      key.trigger === rule.trigger;
    if (!isSame || (isActive && !rule.isActive)) await signalRuleRepository.arm(tx, id);
  });
  return getRule(ctx, { id });
}
