import {
  type EntityManager,
  type FloatColumns,
  type NewSignal,
  type Stock,
  signalRepository,
  type ValueColumn,
} from '@stockbook/db';
import type { BarsListener, NewBars, StoredBars, Written } from '../../bars-listener.ts';
import type { Log } from '../../log.ts';
import { queueDeliveries } from '../../notifications/deliveries/queue-deliveries.ts';

/** A rule or strategy that watches a stock. Without a state, it was armed since the last refresh. */
interface Watcher {
  readonly id: string;
  readonly userId: string;
  readonly armedFrom: string | null;
  readonly evaluatedTo: string | null;
  readonly problem: string | null;
}

/** The evaluated part of a stock's bars. */
interface Progress {
  readonly armedFrom: string;
  readonly evaluatedTo: string;
  readonly problem: string | null;
}

interface StateRepository<Watching, State> {
  listArmed(em: EntityManager, stockId: number): Promise<Watching[]>;
  /** The same, which cannot change until the transaction ends. */
  lockArmed(tx: EntityManager, stockId: number): Promise<Watching[]>;
  /** Stores states, and deletes those of watchers that are not among `ids`. */
  save(
    tx: EntityManager,
    stock: Pick<Stock, 'id' | 'barsRevision'>,
    ids: readonly string[],
    states: readonly State[],
  ): Promise<void>;
}

type StoredStock = StoredBars['stock'];

/** Why a watcher has no result: its text cannot be read, the time was used up, or an error. */
interface Failure {
  readonly failure: 'invalid' | 'late' | 'error';
  readonly reason?: string;
}

type Answer<Result> = { readonly result: Result } | Failure;

/** How one kind of watchers is evaluated. */
interface Evaluator<Watching, Result, State> {
  /** In log lines. */
  readonly kind: 'rules' | 'strategies';
  readonly states: StateRepository<Watching, State>;
  /** Sentences for the user. */
  readonly problems: Readonly<Record<Failure['failure'], string>>;
  /** Identifies what the evaluation of a watcher depends on, besides the bars. */
  keyOf(watcher: Watching): string;
  columnsOf(watchers: readonly Watching[]): readonly ValueColumn[];
  /**
   * Evaluates in a thread.
   * @param previousDate the last stored bar
   * @returns an answer for each watcher, in their order
   */
  evaluate(
    watchers: readonly Watching[],
    bars: FloatColumns,
    previousDate: string,
  ): Promise<readonly (Answer<Result> | undefined)[]>;
  /** The signals on new bars, oldest first. */
  signalsOf(watcher: Watching, result: Result, stock: StoredStock, now: Date): NewSignal[];
  /** A problem although the watcher could be evaluated. @param result null if all bars are history */
  problemOf(watcher: Watching, result: Result | null, stock: StoredStock): string | null;
  /** @param signals those on new bars; null if all bars are history */
  stateOf(watcher: Watching, progress: Progress, signals: readonly NewSignal[] | null): State;
}

interface Evaluation<Watching> extends BarsListener {
  /** @returns also the watchers that gave the signals */
  write(tx: EntityManager, stored: StoredBars): Promise<Written & { fired: readonly Watching[] }>;
}

/** An evaluation before the stock was locked: the answer holds for nothing but `key`. */
interface Prepared<Result> {
  readonly key: string;
  readonly answer: Answer<Result>;
}

/**
 * The last bar that is history for a watcher or has been evaluated; without a state, it was armed at `previousDate`.
 */
export function doneTo(
  { armedFrom, evaluatedTo }: Pick<Watcher, 'armedFrom' | 'evaluatedTo'>,
  previousDate: string,
): string {
  if (armedFrom === null || evaluatedTo === null) return previousDate;
  return armedFrom > evaluatedTo ? armedFrom : evaluatedTo;
}

/**
 * The first watcher of each user, then the second of each, and so on, so that no user spends the time of a stock
 * alone. Those that have waited longest come first, so that none is late night after night.
 */
export function inTurns<Watching extends Pick<Watcher, 'userId' | 'evaluatedTo'>>(
  watchers: readonly Watching[],
): Watching[] {
  const byWait = watchers.toSorted((a, b) => (a.evaluatedTo ?? '').localeCompare(b.evaluatedTo ?? ''));
  return [...Map.groupBy(byWait, ({ userId }) => userId).values()]
    .flatMap((ofUser) => ofUser.map((watcher, turn) => ({ watcher, turn })))
    .sort((a, b) => a.turn - b.turn)
    .map(({ watcher }) => watcher);
}

/** Listens to new bars for the rules or strategies that watch a stock, and stores their signals and states. */
export function createEvaluation<Watching extends Watcher, Result, State>(
  newBars: NewBars,
  log: Log,
  evaluator: Evaluator<Watching, Result, State>,
): Evaluation<Watching> {
  const { kind, states } = evaluator;
  const { stockId, previousDate, lastDate, isOtherSource } = newBars;
  /** By the watcher's id. */
  const prepared = new Map<string, Prepared<Result>>();

  /** Without answers if the thread fails: that must not prevent the bars from being stored. */
  async function answersTo(watchers: readonly Watching[], bars: FloatColumns, previous: string) {
    try {
      return await evaluator.evaluate(watchers, bars, previous);
    } catch (err) {
      log.error({ err, stockId }, `failed to evaluate the ${kind} of a stock`);
      return [];
    }
  }

  return {
    async prepare(em) {
      if (previousDate === null || isOtherSource) return;
      const armed = await states.listArmed(em, stockId);
      const due = inTurns(armed.filter((watcher) => doneTo(watcher, previousDate) < lastDate));
      if (due.length === 0) return;
      const bars = await newBars.after(evaluator.columnsOf(due));
      const answers = await answersTo(due, bars, previousDate);
      for (const [index, watcher] of due.entries()) {
        const answer = answers[index] ?? { failure: 'error' as const, reason: 'no answer' };
        if ('failure' in answer) {
          log.warn({ stockId, kind, id: watcher.id, ...answer }, 'a rule or strategy could not be evaluated');
        }
        prepared.set(watcher.id, { key: evaluator.keyOf(watcher), answer });
      }
    },
    async write(tx, { stock, now }) {
      const watchers = await states.lockArmed(tx, stock.id);
      const outcomes = watchers.map((watcher) => ({
        watcher,
        ...outcomeOf(evaluator, newBars, prepared.get(watcher.id), watcher, stock, now),
      }));
      const signals = await signalRepository.add(
        tx,
        outcomes.flatMap((outcome) => outcome.signals),
      );
      await queueDeliveries(tx, signals, now);
      await states.save(
        tx,
        stock,
        watchers.map(({ id }) => id),
        outcomes.flatMap(({ state }) => state ?? []),
      );
      return {
        signalCount: signals.length,
        fired: outcomes.filter((outcome) => outcome.signals.length > 0).map(({ watcher }) => watcher),
        isComplete: outcomes.every(({ isComplete }) => isComplete),
      };
    },
  };
}

/** The signals of a watcher on new bars, and its new state; null if the state stays. */
function outcomeOf<Watching extends Watcher, Result, State>(
  evaluator: Evaluator<Watching, Result, State>,
  { previousDate, isOtherSource }: NewBars,
  prepared: Prepared<Result> | undefined,
  watcher: Watching,
  stock: StoredStock,
  now: Date,
): { signals: NewSignal[]; state: State | null; isComplete: boolean } {
  const storedTo = stock.dataEndDate;
  const silent = { signals: [], state: null, isComplete: true };
  if (storedTo === null) return silent;
  if (previousDate === null || isOtherSource) {
    const problem = evaluator.problemOf(watcher, null, stock);
    const progress = { armedFrom: storedTo, evaluatedTo: storedTo, problem };
    return { ...silent, state: evaluator.stateOf(watcher, progress, null) };
  }
  const evaluatedTo = doneTo(watcher, previousDate);
  const { armedFrom, problem } = watcher;
  const progress = { armedFrom: armedFrom ?? previousDate, evaluatedTo, problem };
  const unchanged = evaluator.stateOf(watcher, progress, []);
  if (evaluatedTo >= storedTo) return armedFrom === null ? { ...silent, state: unchanged } : silent;
  if (prepared?.key !== evaluator.keyOf(watcher)) return { ...silent, state: unchanged, isComplete: false };
  const { answer } = prepared;
  if ('failure' in answer) {
    // An invalid watcher never has a result; the others wait for the next refresh.
    const reached = answer.failure === 'invalid' ? storedTo : evaluatedTo;
    const failed = { ...progress, evaluatedTo: reached, problem: evaluator.problems[answer.failure] };
    return { ...silent, state: evaluator.stateOf(watcher, failed, []) };
  }
  const { result } = answer;
  const signals = evaluator.signalsOf(watcher, result, stock, now);
  const reached = { evaluatedTo: storedTo, problem: evaluator.problemOf(watcher, result, stock) };
  return { ...silent, signals, state: evaluator.stateOf(watcher, { ...progress, ...reached }, signals) };
}
