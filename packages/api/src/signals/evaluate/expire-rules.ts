import { type EntityManager, signalRepository, signalRuleRepository } from '@stockbook/db';
import { describeRule, readRule } from '@stockbook/rules';
import { newNotice } from '../../notifications/new-notice.ts';
import { formatDate } from '../format.ts';

/**
 * Switches off rules whose last day is over, and puts notices into the inboxes.
 * @param which those of one stock that were evaluated up to that day, or all whose last day is before one
 */
export async function expireRules(
  tx: EntityManager,
  which: Parameters<typeof signalRuleRepository.expire>[1],
  now: Date,
): Promise<void> {
  const expired = await signalRuleRepository.expire(tx, which, now);
  await signalRepository.add(
    tx,
    expired.map(({ id: ruleId, userId, stockId, symbol, name, condition, expiresOn }) => {
      const { rule } = readRule(condition);
      const shownName = name ?? (rule ? describeRule(rule) : condition);
      return newNotice({
        userId,
        ruleId,
        stockId,
        symbol,
        rules: [{ id: ruleId, name: shownName }],
        barDate: expiresOn,
        sentence: `The rule "${shownName}" was switched off after the close of ${formatDate(expiresOn)}, its last day`,
        createdAt: now,
      });
    }),
  );
}
