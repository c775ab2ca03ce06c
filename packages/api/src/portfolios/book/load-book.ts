import {
  type BookScope,
  type BookStock,
  bookRepository,
  type Closes,
  type EntityManager,
  stockChoiceRepository,
} from '@stockbook/db';
import type { StockHistory } from '@stockbook/portfolio';
import type { PackedBook } from '@stockbook/portfolio/thread';
import { cachePerDatabase } from '../../cache-per-database.ts';
import type { UserContext } from '../../context.ts';
import { type BookRequest, type BookRows, readBookRows, todayOf } from './find-book.ts';
import { percentPerMoney } from './quotation.ts';

/** A book with what is known of its portfolios and stocks. */
export interface LoadedBook extends BookRows {
  readonly book: PackedBook;
  readonly stocksBySymbol: ReadonlyMap<string, BookStock>;
}

/** Of each process: the closes of some 600 whole histories. */
const maxKeptBytes = 64 * 1024 * 1024;
const bytesPerClose = Int32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT;

/** The closes of a stock from the price of a day on. */
interface KeptCloses extends Closes {
  readonly from: string;
}

const keptClosesBy = cachePerDatabase<KeptCloses>(
  maxKeptBytes,
  ({ days }) => (days.length + 1) * bytesPerClose,
);

/** Reads in one snapshot of the database: a refresh in between cannot mix two states. */
export function readSnapshot<Result>(
  { em }: Pick<UserContext, 'em'>,
  read: (tx: EntityManager) => Promise<Result>,
): Promise<Result> {
  return em.fork().transactional(read, { isolationLevel: 'repeatable read', readOnly: true });
}

/**
 * Loads a book from one snapshot. One statement reads one kind of data of all stocks.
 * @throws AppError as `readBookRows` does
 */
export function loadBook(ctx: UserContext, request: BookRequest): Promise<LoadedBook> {
  return readSnapshot(ctx, (tx) => readBook(ctx, tx, request));
}

/** Loads a book as the transaction `tx` sees it. @throws AppError as `readBookRows` does */
export async function readBook(
  ctx: Pick<UserContext, 'user' | 'services'>,
  tx: EntityManager,
  request: BookRequest,
): Promise<LoadedBook> {
  const rows = await readBookRows(ctx, tx, request);
  const { portfolios, stocks, currency } = rows;
  const portfolioIds = portfolios.map(({ id }) => id);
  const transactions = await readTransactions(ctx, tx, portfolioIds, rows.scope);
  const splitChoices = await stockChoiceRepository.listSplitChoices(tx, ctx.user.id, portfolioIds);
  const quoteCurrencies = await stockChoiceRepository.listQuoteCurrencies(tx, ctx.user.id, portfolioIds);
  const book: PackedBook = {
    currency,
    cashTracking: portfolios.every(({ cashTracking }) => cashTracking),
    portfolioIds,
    transactions,
    histories: await readHistories(ctx, tx, stocks, rows.scope.firstDate ?? todayOf(ctx)),
    splitChoices,
    quoteCurrencies,
    today: todayOf(ctx),
  };
  return { ...rows, book, stocksBySymbol: new Map(stocks.map((stock) => [stock.symbol, stock])) };
}

/** Characters of all texts of a process: those of ten books at their limits take twice as much. */
const maxKeptLength = 32 * 1024 * 1024;

const keptTransactionsBy = cachePerDatabase<{ readonly text: string }>(
  maxKeptLength,
  ({ text }) => text.length + 1,
);

/** Reads transactions once for all figures, until a revision of their portfolios changes. New prices change none. */
async function readTransactions(
  { user, services: { database } }: Pick<UserContext, 'user' | 'services'>,
  tx: EntityManager,
  portfolioIds: readonly string[],
  { revisions }: BookScope,
): Promise<string> {
  const kept = keptTransactionsBy(database);
  const key = JSON.stringify([user.id, portfolioIds, revisions]);
  const known = kept.get(key);
  if (known) return known.text;
  const text = await bookRepository.readTransactions(tx, user.id, portfolioIds);
  kept.set(key, { text });
  return text;
}

const noCloses: Closes = { days: new Int32Array(), closes: new Float64Array() };

/**
 * Reads histories, with closes from the price of the day `from` on. Those that a thread may still use are shared by
 * all books.
 */
async function readHistories(
  { services: { database } }: Pick<UserContext, 'services'>,
  tx: EntityManager,
  stocks: readonly BookStock[],
  from: string,
): Promise<Map<string, StockHistory>> {
  const kept = keptClosesBy(database);
  const found = new Map<number, Closes>();
  for (const stock of stocks) {
    const known = kept.get(closesKey(stock));
    if (known && known.from <= from) found.set(stock.id, known);
  }
  const missing = stocks.filter(({ id }) => !found.has(id));
  for (const part of partsOf(missing)) {
    const ids = part.map(({ id }) => id);
    const read = await bookRepository.readCloses(tx, ids, from);
    for (const stock of part) {
      const closes = read.get(stock.id) ?? noCloses;
      kept.set(closesKey(stock), { ...closes, from });
      found.set(stock.id, closes);
    }
  }
  const actions = await bookRepository.readActions(
    tx,
    stocks.map(({ id }) => id),
  );
  return new Map(
    stocks.map(({ id, symbol, currency, quotedIn }) => {
      const { days, closes } = found.get(id) ?? noCloses;
      const { splits = [], dividends = [] } = actions.get(id) ?? {};
      const history = { symbol, currency, days, closes, splits, dividends };
      return [symbol, quotedIn === 'percent' ? asMoney(history) : history];
    }),
  );
}

/** The history of a bond in money for one unit of its nominal value: it is quoted in per cent. */
function asMoney(history: StockHistory): StockHistory {
  return {
    ...history,
    closes: history.closes.map((close) => close / percentPerMoney),
    dividends: history.dividends.map((each) => ({ ...each, amount: each.amount / percentPerMoney })),
  };
}

/** Bars of one statement: those of 500 stocks with histories since 1970 at once could exceed statement_timeout. */
const maxBarsPerStatement = 500_000;

function partsOf(stocks: readonly BookStock[]): BookStock[][] {
  const parts: BookStock[][] = [];
  let bars = Number.POSITIVE_INFINITY;
  for (const stock of stocks) {
    bars += stock.barCount;
    if (bars > maxBarsPerStatement) {
      parts.push([]);
      bars = stock.barCount;
    }
    parts.at(-1)?.push(stock);
  }
  return parts;
}

/** The closes of a revision never change; `barCount` and `lastClose` because a restored database repeats revisions. */
function closesKey({ id, barsRevision, barCount, lastClose }: BookStock): string {
  return `${id}:${barsRevision}:${barCount}:${lastClose}`;
}
