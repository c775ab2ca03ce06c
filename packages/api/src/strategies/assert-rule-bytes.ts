import type { StrategyUsage } from '@stockbook/db';
import { AppError } from '../errors.ts';
import { formatBytes, type Quotas } from '../quotas/quotas.ts';

/**
 * Rejects rules that exceed the size of a user's rules together.
 * @throws AppError CONFLICT
 */
export function assertRuleBytes({ ruleBytes, newRuleBytes }: StrategyUsage, quotas: Quotas): void {
  if (ruleBytes + newRuleBytes <= quotas.ruleBytes) return;
  const maximum = formatBytes(quotas.ruleBytes);
  throw new AppError(
    'CONFLICT',
    `The rules of all your strategies may take ${maximum} together. Delete a strategy or shorten its rules`,
    { isQuota: true },
  );
}
