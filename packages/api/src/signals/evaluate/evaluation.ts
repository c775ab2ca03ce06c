import {
  type EntityManager,
  type FloatColumns,
  type NewSignal,
  type Stock,
  signalRepository,
  type ValueColumn,
} from '@stockbook/db';
import { queueDeliveries } from '../../notifications/deliveries/queue-deliveries.ts';

/** A rule or strategy that watches a stock. Without a state, it was armed since the last refresh. */
interface Watcher {
  readonly id: string;
  readonly armedFrom: string | null;
  readonly evaluatedTo: string | null;
  readonly problem: string | null;
}

/** How far a watcher has been evaluated on a stock. */
export interface Progress {
  readonly armedFrom: string;
  readonly evaluatedTo: string;
  readonly problem: string | null;
}

interface StateRepository<Watching, State> {
  /** The active watchers of a stock, which cannot change until the transaction ends. */
  lockArmed(tx: EntityManager, stockId: number): Promise<Watching[]>;
  /** Stores states, and deletes those of watchers that are not among `ids`. */
  save(
    tx: EntityManager,
    stock: Pick<Stock, 'id' | 'barsRevision'>,
    ids: readonly string[],
    states: readonly State[],
  ): Promise<void>;
}

/** A stock whose new bars are stored. */
export type EvaluatedStock = Pick<
  Stock,
  'id' | 'symbol' | 'currency' | 'dataSource' | 'dataEndDate' | 'barCount' | 'barsRevision'
>;

/** The stored bars before a refresh, and where the new ones come from. */
export interface Before {
  /** The last stored bar; null without bars. */
  readonly dataEndDate: string | null;
  /** Whether another source replaces the bars: then all new ones are history. */
  readonly isOtherSource: boolean;
}

/** Bars that are about to be stored. */
export interface FutureBars {
  /** Reads the whole history. @param columns all by default; the others may be empty */
  after(columns?: readonly ValueColumn[]): Promise<FloatColumns>;
}

/** The evaluation of a watcher on bars that are about to be stored. */
export interface Prepared<Result> {
  /** Identifies what was evaluated: the result holds for nothing else. */
  readonly key: string;
  /** Null if the watcher could not be evaluated. */
  readonly result: Result | null;
  /** Why it could not be evaluated. */
  readonly problem: string | null;
  /** Whether the bars wait for the next refresh. */
  readonly isLate: boolean;
}

/** What a watcher gives on new bars, and its new state; null if the state stays. */
interface Outcome<State> {
  readonly signals: NewSignal[];
  readonly state: State | null;
  /** False if the watcher has changed since it was evaluated. */
  readonly isComplete: boolean;
}

export interface Written<Watching> {
  /** The new signals. */
  readonly signals: readonly NewSignal[];
  /** The watchers that gave them. */
  readonly fired: readonly Watching[];
  /** Whether all were evaluated: false if one has changed since it was prepared. */
  readonly isComplete: boolean;
}

export const nothingWritten = { signals: [], fired: [], isComplete: true };

/** The last bar that is history for a watcher or has been evaluated; without a state, it was armed at `previousDate`. */
export function doneTo(
  { armedFrom, evaluatedTo }: Pick<Watcher, 'armedFrom' | 'evaluatedTo'>,
  previousDate: string,
): string {
  if (armedFrom === null || evaluatedTo === null) return previousDate;
  return armedFrom > evaluatedTo ? armedFrom : evaluatedTo;
}

/** Evaluates what watches a stock, rules or strategies, on bars that are about to be stored. */
export abstract class Evaluation<Watching extends Watcher, Result, State> {
  protected readonly before: Before;
  /** By the watcher's id. */
  protected prepared: ReadonlyMap<string, Prepared<Result>> = new Map();

  constructor(before: Before) {
    this.before = before;
  }

  protected abstract readonly states: StateRepository<Watching, State>;

  /** Identifies what the evaluation of a watcher depends on, besides the bars. */
  protected abstract keyOf(watcher: Watching): string;

  /** The signals on new bars, oldest first. */
  protected abstract signalsOf(
    watcher: Watching,
    result: Result,
    stock: EvaluatedStock,
    now: Date,
  ): NewSignal[];

  /** What is wrong although the watcher could be evaluated. @param result null if all bars are history */
  protected abstract problemOf(
    watcher: Watching,
    result: Result | null,
    stock: EvaluatedStock,
  ): string | null;

  /** @param signals those on new bars; null if all bars are history */
  protected abstract stateOf(
    watcher: Watching,
    progress: Progress,
    signals: readonly NewSignal[] | null,
  ): State;

  /** Inserts the signals and updates the states. `tx` must have locked the stock and stored the bars. */
  async write(tx: EntityManager, stock: EvaluatedStock, now: Date): Promise<Written<Watching>> {
    const watchers = await this.states.lockArmed(tx, stock.id);
    const outcomes = watchers.map((watcher) => ({ watcher, ...this.#outcomeOf(watcher, stock, now) }));
    const signals = await signalRepository.add(
      tx,
      outcomes.flatMap((outcome) => outcome.signals),
    );
    await queueDeliveries(tx, signals, now);
    await this.states.save(
      tx,
      stock,
      watchers.map(({ id }) => id),
      outcomes.flatMap(({ state }) => state ?? []),
    );
    return {
      signals,
      fired: outcomes.filter((outcome) => outcome.signals.length > 0).map(({ watcher }) => watcher),
      isComplete: outcomes.every(({ isComplete }) => isComplete),
    };
  }

  #outcomeOf(watcher: Watching, stock: EvaluatedStock, now: Date): Outcome<State> {
    const { dataEndDate: previousDate, isOtherSource } = this.before;
    const { dataEndDate: lastDate } = stock;
    const silent = { signals: [], state: null, isComplete: true };
    if (lastDate === null) return silent;
    if (previousDate === null || isOtherSource) {
      const problem = this.problemOf(watcher, null, stock);
      const progress = { armedFrom: lastDate, evaluatedTo: lastDate, problem };
      return { ...silent, state: this.stateOf(watcher, progress, null) };
    }
    const evaluatedTo = doneTo(watcher, previousDate);
    const { armedFrom, problem } = watcher;
    const progress = { armedFrom: armedFrom ?? previousDate, evaluatedTo, problem };
    const unchanged = this.stateOf(watcher, progress, []);
    if (evaluatedTo >= lastDate) return armedFrom === null ? { ...silent, state: unchanged } : silent;
    const prepared = this.prepared.get(watcher.id);
    if (prepared?.key !== this.keyOf(watcher)) return { signals: [], state: unchanged, isComplete: false };
    const { result, isLate } = prepared;
    if (result === null) {
      const reached = { evaluatedTo: isLate ? evaluatedTo : lastDate, problem: prepared.problem };
      return { ...silent, state: this.stateOf(watcher, { ...progress, ...reached }, []) };
    }
    const signals = this.signalsOf(watcher, result, stock, now);
    const reached = { evaluatedTo: lastDate, problem: this.problemOf(watcher, result, stock) };
    return { ...silent, signals, state: this.stateOf(watcher, { ...progress, ...reached }, signals) };
  }
}
