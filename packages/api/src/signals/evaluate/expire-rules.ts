import { formatDay } from '@stockbook/common/days';
import { dayMs } from '@stockbook/common/durations';
import { type EntityManager, signalRepository, signalRuleRepository } from '@stockbook/db';
import { describeRule, readRule } from '@stockbook/rules';
import type { Services } from '../../context.ts';
import { newNotice } from '../../notifications/new-notice.ts';

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
        sentence: `The rule "${shownName}" was switched off after the close of ${formatDay(expiresOn)}, its last day`,
        createdAt: now,
      });
    }),
  );
}

/** Nightly: switches off rules that no bar has ended, for example those over lists. */
export async function expireOverdueRules({
  database,
  clock,
}: Pick<Services, 'database' | 'clock'>): Promise<void> {
  const now = clock();
  // The bars of a day have come by the end of the next one.
  const yesterday = new Date(now.getTime() - dayMs).toISOString().slice(0, 10);
  await database.fork().transactional((tx) => expireRules(tx, { before: yesterday }, now));
}
