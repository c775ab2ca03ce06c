import { type EntityManager, priceBarRepository, type Stock, stockRepository } from '@stockbook/db';
import type { DataSource } from '@stockbook/market-data';

/** Enough to tell a trading day from a holiday; each costs a statement. */
const maxPeers = 5;

/** Types that trade with volume at an exchange. Funds, indices and currencies have flat bars or no volume. */
const comparableTypes: readonly (string | null)[] = ['equity', 'etf'];

/** On which days other stocks of an exchange traded. */
export interface TradingDays {
  /** Days on which at least half of the stocks whose history covers the day traded, ascending. */
  readonly expected: readonly string[];
  /** Whether no stock traded whose history covers the day, and at least one covers it. */
  isHoliday(date: string): boolean;
}

/** No other stocks: no day is expected, and none is a holiday. */
const unknownDays: TradingDays = { expected: [], isHoliday: () => false };

/**
 * The trading days of the stock's exchange since `from`, according to the stored bars of other stocks with volume. Empty
 * for simulated prices, whose days are generated, and for instruments without volume.
 */
export async function readTradingDays(
  em: EntityManager,
  stock: Pick<Stock, 'id' | 'exchange' | 'timezone' | 'type'>,
  source: DataSource,
  from: string,
): Promise<TradingDays> {
  if (source === 'simulated' || stock.exchange === null || !comparableTypes.includes(stock.type)) {
    return unknownDays;
  }
  const candidates = await stockRepository.listOfExchange(em, { ...stock, source }, maxPeers);
  const peers: { start: string; end: string; traded: ReadonlySet<string> }[] = [];
  // One statement for each stock: docs/decisions/009-spread-by-stock.md.
  for (const { id, dataStartDate, dataEndDate } of candidates) {
    const dates = await priceBarRepository.listTradedDates(em, id, from);
    peers.push({ start: dataStartDate ?? '', end: dataEndDate ?? '', traded: new Set(dates) });
  }
  /** Called for each day of a whole history: allocates nothing else. */
  const counts = (date: string) => {
    let covering = 0;
    let tradedOn = 0;
    for (const { start, end, traded } of peers) {
      if (date < start || date > end) continue;
      covering += 1;
      if (traded.has(date)) tradedOn += 1;
    }
    return { covering, traded: tradedOn };
  };
  const dates = new Set<string>();
  for (const { traded } of peers) for (const date of traded) dates.add(date);
  return {
    expected: [...dates].sort().filter((date) => {
      const { covering, traded } = counts(date);
      return 2 * traded >= covering;
    }),
    isHoliday(date) {
      const { covering, traded } = counts(date);
      return covering > 0 && traded === 0;
    },
  };
}
