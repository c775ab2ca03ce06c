import { type EntityManager, priceBarRepository, type Stock, stockRepository } from '@stockbook/db';
import type { DataSource } from '@stockbook/market-data';
import { cachePerDatabase } from '../../cache-per-database.ts';
import type { ActorContext } from '../../context.ts';

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

type Peer = Pick<Stock, 'id' | 'barsRevision' | 'dataStartDate' | 'dataEndDate'>;

/** No other stocks: no day is expected, and none is a holiday. */
const unknownDays: TradingDays = { expected: [], isHoliday: () => false };

/** Of all cached exchanges together: about 10 MB. */
const maxCachedDays = 100_000;

/** The stocks of an exchange share their trading days: a night would read and count the same bars for each of them. */
const cacheOf = cachePerDatabase<TradingDays>(maxCachedDays, ({ expected }) => expected.length + 1);

/**
 * The trading days of the stock's exchange since `from`, according to the stored bars of other stocks with volume.
 * Empty for simulated prices, whose days are generated, and for instruments without volume.
 */
export async function readTradingDays(
  { em, services: { database } }: Pick<ActorContext<'database'>, 'em' | 'services'>,
  stock: Pick<Stock, 'id' | 'exchange' | 'timezone' | 'type'>,
  source: DataSource,
  from: string,
): Promise<TradingDays> {
  if (source === 'simulated' || stock.exchange === null || !comparableTypes.includes(stock.type)) {
    return unknownDays;
  }
  const peers = await stockRepository.listOfExchange(em, { ...stock, source }, maxPeers);
  // The revisions are read before the bars: an entry is never older than its key.
  const key = [from, ...peers.map(({ id, barsRevision }) => `${id}:${barsRevision}`)].join();
  const cache = cacheOf(database);
  const known = cache.get(key);
  if (known !== undefined) return known;
  const days = await compareDays(em, peers, from);
  cache.set(key, days);
  return days;
}

async function compareDays(em: EntityManager, peers: readonly Peer[], from: string): Promise<TradingDays> {
  const covers = ({ dataStartDate, dataEndDate }: Peer, date: string) =>
    (dataStartDate ?? '') <= date && date <= (dataEndDate ?? '');
  const countCovering = (date: string) => peers.filter((peer) => covers(peer, date)).length;
  const traded = new Map<string, number>();
  // One statement for each stock: docs/decisions/009-spread-by-stock.md.
  for (const peer of peers) {
    for (const date of await priceBarRepository.listTradedDates(em, peer.id, from)) {
      if (covers(peer, date)) traded.set(date, (traded.get(date) ?? 0) + 1);
    }
  }
  return {
    expected: [...traded]
      .filter(([date, count]) => 2 * count >= countCovering(date))
      .map(([date]) => date)
      .sort(),
    isHoliday: (date) => !traded.has(date) && countCovering(date) > 0,
  };
}
