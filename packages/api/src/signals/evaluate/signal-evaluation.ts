import { randomUUID } from 'node:crypto';
import {
  type ArmedRule,
  type EntityManager,
  type NewSignal,
  type NewSignalState,
  type Stock,
  signalRepository,
  signalRuleRepository,
  signalStateRepository,
  type ValueColumn,
} from '@stockbook/db';
import { catalogue } from '@stockbook/indicators';
import { columnsReadBy, describeTooFewBars, readRule, signalSentence } from '@stockbook/rules';
import type { Services } from '../../context.ts';
import type { MergedBars } from '../../history/merged-bars.ts';
import { queueDeliveries } from '../../notifications/queue-deliveries.ts';
import { formatDate, formatPrice } from '../format.ts';
import { doneTo, type FiringBar, keyOf, type PreparedRule, prepareRules } from './prepare-rules.ts';
import { rescaleRules } from './rescale-rules.ts';
import type { Split } from './split-ratio.ts';

type EvaluatedStock = Pick<
  Stock,
  'id' | 'symbol' | 'currency' | 'dataSource' | 'dataEndDate' | 'barCount' | 'barsRevision'
>;

/** The stored bars before a refresh, and where the new ones come from. */
interface Before {
  /** The last stored bar; null without bars. */
  readonly dataEndDate: string | null;
  /** Whether another source replaces the bars: then all new ones are history. */
  readonly isOtherSource: boolean;
}

/** Bars that are about to be stored. */
interface PreparedBars {
  readonly lastDate: string;
  readonly merged: Pick<MergedBars, 'after'>;
  /** The split by which they restate the stored ones. */
  readonly split: Split | null;
}

/** What a rule gives on new bars, and its new state; null if the state stays. */
interface Outcome {
  readonly signals: NewSignal[];
  readonly state: NewSignalState | null;
  /** False if the rule has changed since it was evaluated. */
  readonly isComplete: boolean;
}

const nothing: Outcome = { signals: [], state: null, isComplete: true };

/** Evaluates the rules that watch a stock on bars that are about to be stored. */
export class SignalEvaluation {
  private readonly services: Pick<Services, 'observer' | 'log'>;
  private readonly before: Before;
  private prepared: ReadonlyMap<string, PreparedRule> = new Map();
  private split: Split | null = null;

  constructor(services: Pick<Services, 'observer' | 'log'>, before: Before) {
    this.services = services;
    this.before = before;
  }

  /**
   * Evaluates before the stock is locked. Reads the bars only if a rule has a new one, and only the columns it needs.
   */
  async prepare(
    em: EntityManager,
    stockId: number,
    { lastDate, merged, split }: PreparedBars,
  ): Promise<void> {
    const { dataEndDate: previousDate, isOtherSource } = this.before;
    if (previousDate === null || isOtherSource) return;
    this.split = split;
    const rules = await signalStateRepository.listArmed(em, stockId);
    const due = rules.filter((rule) => doneTo(rule, previousDate) < lastDate);
    if (due.length === 0) return;
    const bars = await merged.after(columnsOf(due));
    this.prepared = await prepareRules(this.services, due, { bars, split, previousDate });
  }

  /**
   * Inserts the signals and updates the states. `tx` must have locked the stock and stored the bars.
   * @returns the new signals, and whether all rules were evaluated: false if one has changed since `prepare`
   */
  async write(
    tx: EntityManager,
    stock: EvaluatedStock,
    now: Date,
  ): Promise<{ signals: readonly NewSignal[]; isComplete: boolean }> {
    if (this.split) await rescaleRules(tx, stock, this.split, now);
    const rules = await signalStateRepository.lockArmed(tx, stock.id);
    await signalStateRepository.removeOthers(
      tx,
      stock.id,
      rules.map(({ id }) => id),
    );
    const outcomes = rules.map((rule) => ({ rule, ...this.outcomeOf(rule, stock, now) }));
    const signals = await signalRepository.add(
      tx,
      outcomes.flatMap((outcome) => outcome.signals),
    );
    await queueDeliveries(tx, signals, now);
    await signalStateRepository.save(
      tx,
      stock.id,
      stock.barsRevision,
      outcomes.flatMap(({ state }) => state ?? []),
    );
    const fired = outcomes.filter(({ rule, signals: { length } }) => rule.trigger === 'once' && length > 0);
    await signalRuleRepository.deactivate(
      tx,
      fired.map(({ rule }) => rule.id),
      now,
    );
    return { signals, isComplete: outcomes.every(({ isComplete }) => isComplete) };
  }

  private outcomeOf(rule: ArmedRule, stock: EvaluatedStock, now: Date): Outcome {
    const { dataEndDate: previousDate, isOtherSource } = this.before;
    const { dataEndDate: lastDate } = stock;
    if (lastDate === null) return nothing;
    const { id: ruleId, lastSignalDate, problem } = rule;
    if (previousDate === null || isOtherSource) {
      const armed = { armedFrom: lastDate, evaluatedTo: lastDate, lastSignalDate: null };
      return { ...nothing, state: { ruleId, ...armed, problem: tooFewBars(rule.condition, stock) } };
    }
    const evaluatedTo = doneTo(rule, previousDate);
    const state = { ruleId, armedFrom: rule.armedFrom ?? previousDate, evaluatedTo, lastSignalDate, problem };
    if (evaluatedTo >= lastDate) return rule.armedFrom === null ? { ...nothing, state } : nothing;
    const prepared = this.prepared.get(ruleId);
    if (prepared?.key !== keyOf(rule)) return { signals: [], state, isComplete: false };
    const { firingBars, isLate } = prepared;
    if (!firingBars) {
      const reached = isLate ? evaluatedTo : lastDate;
      return { ...nothing, state: { ...state, evaluatedTo: reached, problem: prepared.problem } };
    }
    return {
      signals: firingBars.map((bar) => signalOf(rule, stock, bar, now)),
      state: {
        ...state,
        evaluatedTo: lastDate,
        lastSignalDate: firingBars.at(-1)?.date ?? lastSignalDate,
        problem: tooFewBars(rule.condition, stock),
      },
      isComplete: true,
    };
  }
}

/** The columns that the evaluation of any of the rules reads. */
function columnsOf(rules: readonly ArmedRule[]): ValueColumn[] {
  const columns = rules.flatMap(({ condition }) => {
    const { rule } = readRule(condition);
    return rule ? columnsReadBy(rule) : [];
  });
  return [...new Set<ValueColumn>(['close', ...columns])];
}

function tooFewBars(condition: string, { symbol, barCount }: EvaluatedStock): string | null {
  const { rule } = readRule(condition);
  return rule && describeTooFewBars(rule, symbol, barCount);
}

function signalOf(
  { id: ruleId, userId, condition }: ArmedRule,
  { id: stockId, symbol, currency, dataSource }: EvaluatedStock,
  { date, close, values }: FiringBar,
  createdAt: Date,
): NewSignal {
  const { rule } = readRule(condition);
  const facts = { symbol, date: formatDate(date), close: formatPrice(close, currency), values };
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
    sentence: rule ? signalSentence(rule, catalogue, facts) : condition,
    dataSource,
    createdAt,
  };
}
