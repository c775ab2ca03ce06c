import { randomUUID } from 'node:crypto';
import { formatDay } from '@stockbook/common/days';
import {
  type ArmedRule,
  type FloatColumns,
  type NewSignal,
  sessionCheckRepository,
  signalRuleRepository,
  signalStateRepository,
  type ValueColumn,
} from '@stockbook/db';
import { catalogue } from '@stockbook/indicators';
import {
  columnsReadBy,
  describeTooFewBars,
  evaluateInThread,
  type RuleEvent,
  readRule,
  signalSentence,
} from '@stockbook/rules';
import type { CreateBarsListener, StoredBars } from '../../bars-listener.ts';
import { type Split, splitOf } from '../../splits/find-split.ts';
import { formatPrice, priceDecimals } from '../format.ts';
import { createEvaluation, doneTo } from './evaluation.ts';
import { expireRules } from './expire-rules.ts';
import { rescaled, rescaleRules } from './rescale-rules.ts';

/** Of calculation, for all rules of a stock: it delays the storing of its bars. */
const maxDurationMs = 5_000;

/** Per rule and refresh: the bars of some years without a refresh. */
const maxEvents = 1_000;

type FiringBar = Pick<RuleEvent, 'values'> & { readonly date: string; readonly close: number };

/**
 * Evaluates the rules that watch a stock, after adapting them to a split; then deactivates those that give one
 * signal.
 */
export const evaluateRules: CreateBarsListener = (newBars, { log, observer }) => {
  let split: Split | null = null;
  const adapted = (rule: ArmedRule): ArmedRule =>
    split && rule.scope === 'stock'
      ? { ...rule, condition: rescaled(rule.condition, split).condition }
      : rule;

  const evaluation = createEvaluation(newBars, log, {
    kind: 'rules',
    states: {
      ...signalStateRepository,
      listArmed: async (em, stockId) => (await signalStateRepository.listArmed(em, stockId)).map(adapted),
    },
    problems: {
      late: 'The rules of this stock take too long, so this one waits for the next refresh. Simplify it',
      invalid: 'This version of Stockbook cannot read the rule. Write it again',
      error: 'The rule could not be evaluated. It is tried again with the next refresh',
    },
    keyOf: ({ condition, trigger, quietBars, expiresOn, armedFrom, evaluatedTo, lastSignalDate }) =>
      JSON.stringify([condition, trigger, quietBars, expiresOn, armedFrom, evaluatedTo, lastSignalDate]),
    columnsOf,
    async evaluate(rules, bars, previousDate) {
      const { open, high, low, close, volume } = bars;
      const start = performance.now();
      const { results } = await evaluateInThread({
        bars: { open, high, low, close, volume },
        rules: rules.map((rule) => ({
          text: rule.condition,
          everyBar: rule.trigger === 'every_bar',
          after: lastIndexUpTo(bars, doneTo(rule, previousDate)),
          maxEvents,
        })),
        maxDurationMs,
      });
      observer.ruleEvaluation({ seconds: (performance.now() - start) / 1000 });
      return rules.map((rule, index) => {
        const result = results[index];
        return result && 'events' in result ? { result: firingBars(rule, result.events, bars) } : result;
      });
    },
    signalsOf: (rule, bars, stock, now) => bars.map((bar) => signalOf(rule, stock, bar, now)),
    problemOf({ condition }, _, { symbol, barCount }) {
      const { rule } = readRule(condition);
      return rule && describeTooFewBars(rule, symbol, barCount);
    },
    stateOf({ id: ruleId, lastSignalDate }, progress, signals) {
      const last = signals && (signals.at(-1)?.barDate ?? lastSignalDate);
      return { ruleId, ...progress, lastSignalDate: last };
    },
  });

  return {
    async prepare(em) {
      split = await splitOf(newBars);
      await evaluation.prepare(em);
    },
    async write(tx, stored) {
      const { stock, now } = stored;
      if (split) await rescaleRules(tx, stock, split, now);
      const written = await evaluation.write(tx, stored);
      await sessionCheckRepository.confirmSignals(tx, stock.id);
      const done = written.fired.filter(({ trigger }) => trigger === 'once');
      await signalRuleRepository.deactivate(
        tx,
        done.map(({ id }) => id),
        now,
      );
      if (written.isComplete) await expireRules(tx, { stockId: stock.id }, now);
      return written;
    },
  };
};

const lastIndexUpTo = ({ date }: FloatColumns, day: string) => date.findLastIndex((other) => other <= day);

/** After every date of a bar. */
const endOfTime = '9999-12-31';

/** Leaves out events on quiet bars and after the rule's last day. A rule that gives one signal keeps the first. */
function firingBars(
  { trigger, quietBars, expiresOn, lastSignalDate }: ArmedRule,
  events: readonly RuleEvent[],
  bars: FloatColumns,
): FiringBar[] {
  let lastBar = lastSignalDate === null ? Number.NEGATIVE_INFINITY : lastIndexUpTo(bars, lastSignalDate);
  const loud = events.filter(({ bar }) => {
    if (bar - lastBar <= quietBars || (bars.date[bar] ?? '') > (expiresOn ?? endOfTime)) return false;
    lastBar = bar;
    return true;
  });
  return loud
    .slice(0, trigger === 'once' ? 1 : undefined)
    .map(({ bar, values }) => ({ date: bars.date[bar] ?? '', close: bars.close[bar] ?? 0, values }));
}

function columnsOf(rules: readonly ArmedRule[]): ValueColumn[] {
  const columns = rules.flatMap(({ condition }) => {
    const { rule } = readRule(condition);
    return rule ? columnsReadBy(rule) : [];
  });
  return [...new Set<ValueColumn>(['close', ...columns])];
}

function signalOf(
  { id: ruleId, userId, name, condition }: ArmedRule,
  { id: stockId, symbol, currency, quotedIn, dataSource }: StoredBars['stock'],
  { date, close, values }: FiringBar,
  createdAt: Date,
): NewSignal {
  const { rule } = readRule(condition);
  const instrument = { symbol, currency, quotedIn };
  const facts = {
    name,
    symbol,
    date: formatDay(date),
    close: formatPrice(close, instrument),
    values,
    priceDecimals: priceDecimals(instrument, close),
  };
  return {
    id: randomUUID(),
    userId,
    kind: 'signal',
    ruleId,
    strategyId: null,
    side: null,
    stockId,
    symbol,
    barDate: date,
    close,
    currency,
    values,
    rules: [],
    sentence: rule ? signalSentence(rule, catalogue, facts) : condition,
    dataSource,
    createdAt,
  };
}
