import {
  type EntityManager,
  priceBarRepository,
  type Stock,
  stockActionRepository,
  stockRepository,
} from '@stockbook/db';
import type { Instrument } from '@stockbook/market-data';
import { AppError } from '../errors.ts';
import { type Recalculation, recalculation } from '../indicators/recalculate-indicators.ts';
import { nothingWritten } from '../signals/evaluate/evaluation.ts';
import { findSplit } from '../signals/evaluate/rescale-rules.ts';
import { SignalEvaluation } from '../signals/evaluate/signal-evaluation.ts';
import { StrategyEvaluation } from '../strategies/live/strategy-evaluation.ts';
import type { FetchContext, FoundFacts } from './fetch-context.ts';
import { areSameBars } from './merge-bars.ts';
import { MergedBars } from './merged-bars.ts';
import type { CheckedDownload } from './missing/check-days.ts';
import { nextRefreshAt } from './next-refresh.ts';
import { pendingCloseAfter } from './pending-close.ts';

/**
 * Storing is retried if the bars changed, which happens only if a caller lost its `withStockLock`, and if a rule changed.
 */
const maxStoreAttempts = 3;

/**
 * Stores the bars, splits, dividends, their summary in the stock's row, the recalculated indicators and the signals of rules
 * and strategies in one transaction. Indicators, rules and strategies are calculated before it begins, so that the stock is
 * locked only while rows are written.
 * @param found the stock as it was before the download
 * @returns the stock as it is stored
 */
export async function storeHistory(
  ctx: FetchContext,
  found: Stock,
  download: CheckedDownload,
  facts: FoundFacts,
): Promise<Stock> {
  const {
    em,
    services: { log },
  } = ctx;
  const stockId = found.id;
  const { rejectedDates, rejectionNotes } = download.history;
  if (rejectedDates.length > 0) {
    log.warn({ stockId, rejectedBars: rejectedDates.length, rejectionNotes }, 'rejected invalid bars');
  }
  // Its revision was read before the bars are: `writeHistory` detects a change between the two.
  let before = found;
  let stored: Stock | null = null;
  for (let attempt = 0; attempt < maxStoreAttempts; attempt += 1) {
    if (attempt > 0) before = await stockRepository.reload(em.fork(), found);
    const prepared = await prepareHistory(ctx, before, download);
    const written = await writeHistory(ctx, before, download, facts, prepared);
    if (written === null) continue;
    stored = written.stock;
    if (written.isEvaluated) return stored;
  }
  // Rules that keep changing are evaluated with the next refresh.
  if (stored) return stored;
  throw new AppError('SERVICE_UNAVAILABLE', 'Another refresh of the stock stored its prices meanwhile');
}

/** What is calculated from the bars before they are stored. */
interface PreparedHistory {
  readonly indicators: Recalculation;
  readonly signals: SignalEvaluation;
  readonly strategies: StrategyEvaluation;
}

async function prepareHistory(
  ctx: FetchContext,
  { id, dataEndDate, dataSource }: Stock,
  download: CheckedDownload,
): Promise<PreparedHistory> {
  const {
    em,
    services: { log },
  } = ctx;
  const { history } = download;
  const isOtherSource = dataSource !== null && dataSource !== history.source;
  const merged = new MergedBars(em, id, download);
  const indicators = recalculation(id, log);
  await indicators.prepare(em, async () => {
    const bars = await merged.after();
    return areSameBars(await merged.before(), bars) ? null : bars;
  });
  const signals = new SignalEvaluation(ctx.services, { dataEndDate, isOtherSource });
  const strategies = new StrategyEvaluation(ctx.services, { dataEndDate, isOtherSource });
  const { hasRules, hasStrategies } = await stockRepository.findWatchers(em, { id });
  if (hasRules) {
    const split =
      history.splits.length === 0
        ? null
        : findSplit(await merged.before(['close']), await merged.after(['close']), history.splits);
    await signals.prepare(em, id, { lastDate: lastDateAfter(download, dataEndDate), merged, split });
  }
  if (hasStrategies) await strategies.prepare(em, id, merged);
  return { indicators, signals, strategies };
}

/** The last day with a bar once the download is stored; a removed holiday may be earlier. */
function lastDateAfter({ history, isWhole }: CheckedDownload, dataEndDate: string | null): string {
  const last = history.bars.date.at(-1) ?? '';
  return isWhole || dataEndDate === null || last > dataEndDate ? last : dataEndDate;
}

/**
 * @returns null, without writing, if `barsRevision` has changed; `isEvaluated` is false if a rule has changed since it was
 *   prepared
 */
async function writeHistory(
  { em, services: { clock, log, observer } }: FetchContext,
  { id, barsRevision }: Pick<Stock, 'id' | 'barsRevision'>,
  download: CheckedDownload,
  facts: FoundFacts,
  prepared: PreparedHistory,
): Promise<{ stock: Stock; isEvaluated: boolean } | null> {
  const now = clock();
  const { history, isWhole, isFullRead, missingBars, rejectedBars } = download;
  const { source, lastMinute } = history;
  const written = await em.fork().transactional(async (tx) => {
    // Lock the row first: a simultaneous calculation sees either all old bars or all new ones.
    const stock = await stockRepository.lockForUpdate(tx, id);
    if (stock.barsRevision !== barsRevision) return null;
    const changed = await storeBars(tx, stock, download);
    const changedActions = await storeActions(tx, id, download);
    fillFacts(stock, facts.instrument);
    if (facts.isSectorLookedUp) stock.sectorLookedUpAt = now;
    Object.assign(stock, pendingCloseAfter(stock, { history, isWhole }, now));
    if (stock.dataSource !== null && stock.dataSource !== source) {
      stock.previousDataSource = stock.dataSource;
      stock.dataSourceSince = now;
      log.info(
        { stockId: id, source, previousSource: stock.dataSource },
        'replaced the history by another source',
      );
    }
    stock.dataSource = source;
    stock.missingBars = missingBars;
    stock.rejectedBars = rejectedBars;
    if (isFullRead) stock.fullyReadAt = now;
    stock.isActive = true;
    stock.lastFetchedAt = now;
    stock.lastError = null;
    stock.refreshDueAt = nextRefreshAt(
      stock.symbol,
      stock.timezone,
      now,
      lastMinute,
      stock.pendingCloseSince,
    );
    if (changed > 0) {
      Object.assign(stock, await priceBarRepository.summarize(tx, id));
      await prepared.indicators.write(tx, now);
    }
    // Dividends change the adjusted bars.
    if (changed + changedActions > 0) stock.barsRevision += 1;
    // What is armed from here on is armed after this refresh.
    const { hasRules, hasStrategies } = await stockRepository.findWatchers(tx, stock);
    const evaluated = [
      hasRules ? await prepared.signals.write(tx, stock, now) : nothingWritten,
      hasStrategies ? await prepared.strategies.write(tx, stock, now) : nothingWritten,
    ];
    return { stock, evaluated };
  });
  if (!written) return null;
  const { stock, evaluated } = written;
  observer.signals(evaluated.flatMap(({ signals }) => signals).length);
  return { stock, isEvaluated: evaluated.every(({ isComplete }) => isComplete) };
}

/** @returns the number of new, changed and deleted bars */
async function storeBars(
  tx: EntityManager,
  { id, barCount }: Stock,
  { history: { bars }, isWhole, holidayDates }: CheckedDownload,
): Promise<number> {
  if (barCount === 0 && !(await priceBarRepository.hasAny(tx, id))) {
    return priceBarRepository.insert(tx, id, bars);
  }
  const deleted = isWhole
    ? await priceBarRepository.deleteOthers(tx, id, bars.date)
    : await priceBarRepository.deleteDates(tx, id, holidayDates);
  return deleted + (await priceBarRepository.store(tx, id, bars));
}

/** Fills in missing facts and keeps known ones. A name that equals the symbol counts as missing. */
function fillFacts(stock: Stock, facts: Instrument): void {
  if (stock.name === stock.symbol) stock.name = facts.name;
  stock.isin ??= facts.isin;
  stock.exchange ??= facts.exchange;
  stock.sector ??= facts.sector;
  stock.industry ??= facts.industry;
  stock.currency ??= facts.currency;
  stock.type ??= facts.type;
  stock.timezone ??= facts.timezone;
}

/** @returns the number of new, changed and deleted splits and dividends */
async function storeActions(
  tx: EntityManager,
  stockId: number,
  { history, from }: CheckedDownload,
): Promise<number> {
  const splits = history.splits.map(({ date, ...split }) => ({ ...split, exDate: date }));
  const dividends = history.dividends.map(({ date, ...dividend }) => ({ ...dividend, exDate: date }));
  return (
    (await stockActionRepository.replaceSplits(tx, stockId, from, splits)) +
    (await stockActionRepository.replaceDividends(tx, stockId, from, dividends))
  );
}
