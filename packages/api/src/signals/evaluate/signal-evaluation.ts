import { randomUUID } from 'node:crypto';
import {
  type ArmedRule,
  type EntityManager,
  type NewSignal,
  type NewSignalState,
  signalRuleRepository,
  signalStateRepository,
  type ValueColumn,
} from '@stockbook/db';
import { catalogue } from '@stockbook/indicators';
import { columnsReadBy, describeTooFewBars, readRule, signalSentence } from '@stockbook/rules';
import type { Services } from '../../context.ts';
import { formatDate, formatPrice, priceDecimals } from '../format.ts';
import {
  type Before,
  doneTo,
  type EvaluatedStock,
  Evaluation,
  type FutureBars,
  type Progress,
  type Written,
} from './evaluation.ts';
import { type FiringBar, keyOf, prepareRules } from './prepare-rules.ts';
import type { Split } from './rescale-rules.ts';
import { rescaleRules } from './rescale-rules.ts';

/** Bars that are about to be stored. */
interface PreparedBars {
  readonly lastDate: string;
  readonly merged: FutureBars;
  /** The split by which they restate the stored ones. */
  readonly split: Split | null;
}

/** Evaluates the rules that watch a stock on bars that are about to be stored. */
export class SignalEvaluation extends Evaluation<ArmedRule, readonly FiringBar[], NewSignalState> {
  readonly #services: Pick<Services, 'observer' | 'log'>;
  #split: Split | null = null;
  protected override readonly states = signalStateRepository;

  constructor(services: Pick<Services, 'observer' | 'log'>, before: Before) {
    super(before);
    this.#services = services;
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
    this.#split = split;
    const rules = await signalStateRepository.listArmed(em, stockId);
    const due = rules.filter((rule) => doneTo(rule, previousDate) < lastDate);
    if (due.length === 0) return;
    const bars = await merged.after(columnsOf(due));
    this.prepared = await prepareRules(this.#services, due, { bars, split, previousDate });
  }

  /** Adapts the rules to a split before, and afterwards deactivates those that give one signal. */
  override async write(tx: EntityManager, stock: EvaluatedStock, now: Date): Promise<Written<ArmedRule>> {
    if (this.#split) await rescaleRules(tx, stock, this.#split, now);
    const written = await super.write(tx, stock, now);
    const done = written.fired.filter(({ trigger }) => trigger === 'once');
    await signalRuleRepository.deactivate(
      tx,
      done.map(({ id }) => id),
      now,
    );
    return written;
  }

  protected override keyOf(rule: ArmedRule): string {
    return keyOf(rule);
  }

  protected override signalsOf(
    rule: ArmedRule,
    bars: readonly FiringBar[],
    stock: EvaluatedStock,
    now: Date,
  ): NewSignal[] {
    return bars.map((bar) => signalOf(rule, stock, bar, now));
  }

  protected override problemOf({ condition }: ArmedRule, _: unknown, { symbol, barCount }: EvaluatedStock) {
    const { rule } = readRule(condition);
    return rule && describeTooFewBars(rule, symbol, barCount);
  }

  protected override stateOf(
    { id: ruleId, lastSignalDate }: ArmedRule,
    progress: Progress,
    signals: readonly NewSignal[] | null,
  ): NewSignalState {
    const last = signals && (signals.at(-1)?.barDate ?? lastSignalDate);
    return { ruleId, ...progress, lastSignalDate: last };
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

function signalOf(
  { id: ruleId, userId, condition }: ArmedRule,
  { id: stockId, symbol, currency, dataSource }: EvaluatedStock,
  { date, close, values }: FiringBar,
  createdAt: Date,
): NewSignal {
  const { rule } = readRule(condition);
  const instrument = { symbol, currency };
  const facts = {
    symbol,
    date: formatDate(date),
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
    sentence: rule ? signalSentence(rule, catalogue, facts) : condition,
    dataSource,
    createdAt,
  };
}
