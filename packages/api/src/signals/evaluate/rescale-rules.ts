import {
  type EntityManager,
  type SplitRule,
  type Stock,
  signalRepository,
  signalRuleRepository,
} from '@stockbook/db';
import { catalogue } from '@stockbook/indicators';
import { groupedDigits, printRule, readRule, rescaleRule } from '@stockbook/rules';
import { newNotice } from '../../notifications/new-notice.ts';
import type { Split } from '../../splits/find-split.ts';

export function rescaled(condition: string, { ratio }: Split) {
  const { rule } = readRule(condition);
  const { rule: changed, changes } = rule ? rescaleRule(rule, catalogue, ratio) : { rule: null, changes: [] };
  return { condition: changed ? printRule(changed) : condition, changes };
}

/** Adapts the rules of a stock to a split and puts notices into the inboxes. Rules over lists get a notice only. */
export async function rescaleRules(
  tx: EntityManager,
  stock: Pick<Stock, 'id' | 'symbol'>,
  split: Split,
  now: Date,
): Promise<void> {
  const affected = (await signalRuleRepository.lockForSplit(tx, stock.id))
    .map((rule) => ({ rule, ...rescaled(rule.condition, split) }))
    .filter(({ changes }) => changes.length > 0);
  const own = affected.filter(({ rule }) => rule.scope === 'stock');
  const deleted = await signalRuleRepository.replaceConditions(
    tx,
    own.map(({ rule: { id }, condition }) => ({ id, condition })),
  );
  await signalRepository.add(
    tx,
    affected.map(({ rule, changes }) =>
      newNotice({
        userId: rule.userId,
        ruleId: deleted.has(rule.id) ? null : rule.id,
        stockId: stock.id,
        symbol: stock.symbol,
        barDate: split.exDate,
        sentence: sentenceOf(rule, stock, split, changes),
        createdAt: now,
      }),
    ),
  );
}

function sentenceOf(
  { scope }: SplitRule,
  { symbol }: Pick<Stock, 'symbol'>,
  { text }: Split,
  changes: readonly { from: number; to: number }[],
): string {
  const start = `${symbol} was split ${text}`;
  if (scope === 'stock') {
    const [first, ...others] = changes.map(
      ({ from, to }, index) =>
        `${groupedDigits(from)}${index === 0 ? ' in your rule' : ''} is now ${groupedDigits(to)}`,
    );
    return `${start}: ${[first, ...others].join(', ')}`;
  }
  const constants = changes.map(({ from }) => groupedDigits(from)).join(', ');
  const list = scope === 'favorites' ? 'favorites' : 'watch list';
  return `${start}: ${constants} in your rule over the ${list} ${changes.length === 1 ? 'stays' : 'stay'} as before`;
}
