import {
  type DividendHolder,
  dividendNoticeRepository,
  type EntityManager,
  signalRepository,
  stockActionRepository,
} from '@stockbook/db';
import { type Book, dividends, type StockHistory } from '@stockbook/portfolio';
import type { CreateBarsListener, StoredBars } from '../bars-listener.ts';
import { newNotice } from '../notifications/new-notice.ts';

/**
 * Puts a notice into the inbox of each user in whose portfolio a new dividend of the stock may be missing. A first
 * download and one from another source bring history, of which the dividends of a portfolio remind already.
 */
export const notifyDividends: CreateBarsListener = ({ stockId, dividends: downloaded, ...bars }) => {
  let days: string[] = [];
  return {
    async prepare(em) {
      const { previousDate, isOtherSource } = bars;
      if (previousDate === null || isOtherSource || downloaded.length === 0) return;
      const stored = await stockActionRepository.listDividends(em, stockId);
      const known = new Set(stored.map(({ exDate }) => exDate));
      // Some sources announce a dividend, which is none of the portfolio before its day.
      days = downloaded.map(({ date }) => date).filter((date) => !known.has(date) || date > previousDate);
    },
    async write(tx, { stock, now }) {
      if (days.length > 0) await addNotices(tx, stock, new Set(days), now);
      return { signalCount: 0, isComplete: true };
    },
  };
};

async function addNotices(
  tx: EntityManager,
  stock: StoredBars['stock'],
  days: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const holders = await dividendNoticeRepository.listHolders(tx, stock.id);
  if (holders.length === 0) return;
  const history: StockHistory = {
    symbol: stock.symbol,
    currency: stock.currency,
    days: new Int32Array(),
    closes: new Float64Array(),
    splits: await stockActionRepository.listSplits(tx, stock.id),
    dividends: await stockActionRepository.listDividends(tx, stock.id),
  };
  const notices = await dividendNoticeRepository.listNotices(tx, stock.id, [...days]);
  const there = new Set(notices.map(({ userId, day, sentence }) => `${userId} ${day} ${sentence}`));
  const missing = holders.flatMap((holder) => {
    const sentence = `A dividend of ${stock.symbol} may be missing in ${holder.name}`;
    return suggestedDays(holder, history, now)
      .filter((day) => days.has(day) && !there.has(`${holder.userId} ${day} ${sentence}`))
      .map((barDate) => ({ userId: holder.userId, barDate, sentence }));
  });
  await signalRepository.add(
    tx,
    missing.map((notice) =>
      newNotice({ ...notice, stockId: stock.id, symbol: stock.symbol, createdAt: now }),
    ),
  );
}

/** The ex-dates of the dividends that a portfolio lacks. */
function suggestedDays(holder: DividendHolder, history: StockHistory, now: Date): string[] {
  const { portfolioId, currency, quoteCurrency } = holder;
  const { symbol } = history;
  const book: Book = {
    currency,
    cashTracking: false,
    portfolioIds: [portfolioId],
    transactions: holder.transactions.map((transaction) => ({ ...transaction, portfolioId, symbol })),
    histories: new Map([[symbol, history]]),
    splitChoices: holder.splitChoices.map((choice) => ({ ...choice, portfolioId, symbol })),
    quoteCurrencies: quoteCurrency === null ? [] : [{ portfolioId, symbol, currency: quoteCurrency }],
    today: now.toISOString().slice(0, 10),
  };
  const dismissed = holder.dismissed.map((exDate) => ({ symbol, exDate }));
  const { suggested } = dividends(book, { method: 'fifo', taxPercent: 0, dismissed, year: null });
  return suggested.map(({ exDate }) => exDate);
}
