import {
  type BarColumns,
  type EntityManager,
  type SplitRule,
  type Stock,
  signalRepository,
  signalRuleRepository,
} from '@stockbook/db';
import { catalogue } from '@stockbook/indicators';
import type { History } from '@stockbook/market-data';
import { groupedDigits, printRule, readRule, rescaleRule } from '@stockbook/rules';
import { newNotice } from '../../notifications/new-notice.ts';

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

/** Relative. Restated prices are rounded. */
const tolerance = 5e-3;

export interface Split {
  /** New shares per old share. */
  readonly ratio: number;
  /** `10:1` */
  readonly text: string;
  readonly exDate: string;
}

/**
 * The split by which a download restates the stored prices: all splits together whose factor the prices before them
 * show. A split that the stored prices already include restates nothing, whenever the provider names it.
 * @returns null if the stored prices stay
 */
export function findSplit(stored: BarColumns, bars: BarColumns, splits: History['splits']): Split | null {
  const closes = new Map(bars.date.map((date, index) => [date, bars.close[index] ?? 0]));
  const newestFirst = splits.toSorted((a, b) => (a.date < b.date ? 1 : -1));
  const shown: Split[] = [];
  let ratio = 1;
  for (const { date: exDate, numerator, denominator } of newestFirst) {
    ratio *= numerator / denominator;
    const index = stored.date.findLastIndex((date) => date < exDate && closes.has(date));
    const restated = (stored.close[index] ?? 0) / (closes.get(stored.date[index] ?? '') ?? 0);
    if (!(Math.abs(restated / ratio - 1) <= tolerance)) break;
    const text = shown.length === 0 ? `${numerator}:${denominator}` : formatRatio(ratio);
    shown.push({ ratio, text, exDate: shown[0]?.exDate ?? exDate });
  }
  return shown.at(-1) ?? null;
}

const formatRatio = (ratio: number) =>
  ratio >= 1 ? `${Number(ratio.toPrecision(6))}:1` : `1:${Number((1 / ratio).toPrecision(6))}`;
