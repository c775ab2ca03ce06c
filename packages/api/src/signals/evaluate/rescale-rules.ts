import {
  type EntityManager,
  type SplitRule,
  type Stock,
  sessionCheckRepository,
  signalRepository,
  signalRuleRepository,
} from '@stockbook/db';
import { catalogue } from '@stockbook/indicators';
import {
  describeRule,
  groupedDigits,
  printRule,
  type RescaledRule,
  readRule,
  rescaleRule,
} from '@stockbook/rules';
import { newNotice } from '../../notifications/new-notice.ts';
import type { Split } from '../../splits/find-split.ts';

export function rescaled(condition: string, { ratio }: Split) {
  const { rule } = readRule(condition);
  if (!rule) return { condition, changes: [], hasUnchanged: false };
  const { rule: changed, ...rest } = rescaleRule(rule, catalogue, ratio);
  return { condition: printRule(changed), ...rest };
}

interface AffectedRule {
  readonly rule: SplitRule;
  readonly changes: RescaledRule['changes'];
  readonly hasUnchanged: boolean;
}

/**
 * Adapts the rules of a stock to a split, and puts a notice into the inbox of each user that names their rules. Those
 * over lists are only named.
 */
export async function rescaleRules(
  tx: EntityManager,
  stock: Pick<Stock, 'id' | 'symbol'>,
  split: Split,
  now: Date,
): Promise<void> {
  const affected = (await signalRuleRepository.lockForSplit(tx, stock.id))
    .map((rule) => ({ rule, ...rescaled(rule.condition, split) }))
    .filter(({ changes, hasUnchanged }) => changes.length > 0 || hasUnchanged);
  const own = affected.filter(({ rule, changes }) => rule.scope === 'stock' && changes.length > 0);
  const deleted = await signalRuleRepository.replaceConditions(
    tx,
    own.map(({ rule: { id }, condition }) => ({ id, condition, level: levelOf(condition) })),
  );
  await sessionCheckRepository.rescaleSignals(tx, {
    stockId: stock.id,
    exDate: split.exDate,
    ratio: split.ratio,
  });
  const byUser = Map.groupBy(affected, ({ rule }) => rule.userId);
  await signalRepository.add(
    tx,
    [...byUser].map(([userId, ofUser]) => {
      const rules = ofUser
        .filter(({ rule }) => !deleted.has(rule.id))
        .map(({ rule, condition }) => ({
          id: rule.id,
          name: nameOf({ ...rule, condition: rule.scope === 'stock' ? condition : rule.condition }),
        }));
      const [only, ...others] = ofUser.length === 1 ? rules : [];
      return newNotice({
        userId,
        ruleId: only && others.length === 0 ? only.id : null,
        stockId: stock.id,
        symbol: stock.symbol,
        barDate: split.exDate,
        sentence: sentenceOf(ofUser, stock, split),
        rules,
        createdAt: now,
      });
    }),
  );
}

/** The number of a price level; null for any other rule. */
function levelOf(condition: string): number | null {
  const { rule } = readRule(condition);
  return rule?.type === 'touch' && rule.level.type === 'number' ? rule.level.value : null;
}

/** Rules in one sentence; further ones are counted. */
const maxNamed = 20;

function sentenceOf(
  affected: readonly AffectedRule[],
  { symbol }: Pick<Stock, 'symbol'>,
  { text }: Split,
): string {
  const start = `${symbol} was split ${text}`;
  const [first, ...others] = affected;
  if (first && others.length === 0) {
    const changes = describeChanges(first, ' in your rule');
    return changes === null ? `${start}. ${unchanged}` : `${start}: ${withUnchanged(first, changes)}`;
  }
  const named = affected
    .slice(0, maxNamed)
    .map((rule) => `${nameOf(rule.rule)}: ${withUnchanged(rule, describeChanges(rule, ''))}`);
  const more = affected.length > maxNamed ? [`And ${affected.length - maxNamed} more rules`] : [];
  return [start, ...named, ...more].join('. ');
}

const unchanged = 'Look at this rule: its prices were not changed';

function withUnchanged({ hasUnchanged }: AffectedRule, changes: string | null): string {
  return [changes, hasUnchanged ? unchanged : null].filter((part) => part !== null).join('. ');
}

/** @param place follows the first constant @returns null without changes */
function describeChanges({ rule: { scope, listName }, changes }: AffectedRule, place: string): string | null {
  if (changes.length === 0) return null;
  if (scope === 'stock') {
    return changes
      .map(
        ({ from, to }, index) =>
          `${groupedDigits(from)}${index === 0 ? place : ''} is now ${groupedDigits(to)}`,
      )
      .join(', ');
  }
  const constants = changes.map(({ from }) => groupedDigits(from)).join(', ');
  const list = listName === null ? (scope === 'favorites' ? 'favorites' : 'watch list') : `list ${listName}`;
  return `${constants}${place} over the ${list} ${changes.length === 1 ? 'stays' : 'stay'} as before`;
}

/** The name that a person gave the rule; else its sentence. */
function nameOf({ name, condition }: Pick<SplitRule, 'name' | 'condition'>): string {
  const { rule } = readRule(condition);
  return name ?? (rule ? describeRule(rule) : condition);
}
