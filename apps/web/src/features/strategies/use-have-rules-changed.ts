import { useCatalogue } from '#lib/api/trpc.ts';
import type { StrategyDetail } from './api/types.ts';
import { isSameRules } from './editor/canonical-rules.ts';
import { readRunnableRules } from './runnable-rules.ts';

/** Whether a strategy trades by other rules than those that a backtest or sweep ran; false until that is known. */
export function useHaveRulesChanged({ rules }: StrategyDetail, ran: StrategyDetail['rules']): boolean {
  const catalogue = useCatalogue().data?.indicators;
  const present = readRunnableRules(rules);
  const earlier = readRunnableRules(ran);
  if (!catalogue || !earlier) return false;
  return present === null || !isSameRules(present, earlier, catalogue);
}
