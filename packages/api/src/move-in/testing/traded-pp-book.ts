import { dateOfDay, dayNumber } from '@stockbook/common/days';
import type { Split } from '@stockbook/portfolio';
import { seededRandom } from '@stockbook/testing';
import type { PpTestBook, PpTestEntry, PpTestUnit } from './pp-book.ts';

const first = dayNumber('2021-01-04');

/** Days with prices, and transactions. */
const [days, count] = [1_400, 5_000];

interface TradedSecurity {
  readonly uuid: string;
  readonly ticker: string;
  readonly currency: string;
  readonly splits: readonly Split[];
  /** In shares of the last day, one for each day. */
  readonly closes: Float64Array;
}

export interface TradedBook {
  readonly book: PpTestBook;
  readonly securities: readonly TradedSecurity[];
  readonly days: Int32Array;
  /** The euros for one unit of a currency on each day. */
  readonly rates: ReadonlyMap<string, Float64Array>;
}

const accounts = [
  { uuid: 'a0', name: 'Giro', currency: 'EUR' },
  { uuid: 'a1', name: 'Dollars', currency: 'USD' },
  { uuid: 'a2', name: 'Francs', currency: 'CHF' },
  { uuid: 'a3', name: 'Savings', currency: 'EUR' },
] as const;

/**
 * A book of 5,000 transactions in three currencies, told as the program keeps it: its wizard has multiplied the shares
 * before both splits.
 */
export function tradedPpBook(): TradedBook {
  const random = seededRandom(20261128);
  const walk = (start: number, daily: number, decimals: number) => {
    let value = start;
    return Float64Array.from({ length: days }, () => {
      value *= 1 + daily * (2 * random.next() - 0.98);
      return Number(value.toFixed(decimals));
    });
  };
  const splitAt = (day: number, numerator: number) => [
    { exDate: dateOfDay(first + day), numerator, denominator: 1 },
  ];
  const securities: readonly TradedSecurity[] = [
    { uuid: 's0', ticker: 'AAA.DE', currency: 'EUR', splits: splitAt(700, 2), closes: walk(50, 0.01, 4) },
    { uuid: 's1', ticker: 'BBB', currency: 'USD', splits: splitAt(1000, 10), closes: walk(20, 0.01, 4) },
    { uuid: 's2', ticker: 'CCC.SW', currency: 'CHF', splits: [], closes: walk(80, 0.01, 4) },
    { uuid: 's3', ticker: 'OWN', currency: 'EUR', splits: [], closes: walk(10, 0.01, 4) },
  ];
  const rates = new Map([
    ['EUR', new Float64Array(days).fill(1)],
    ['USD', walk(0.85, 0.002, 6)],
    ['CHF', walk(0.95, 0.002, 6)],
  ]);
  const rateOn = (currency: string, day: number) => rates.get(currency)?.[day] ?? 1;
  const held = new Map<string, number>();
  const entries = Array.from({ length: count }, (_, index): PpTestEntry => {
    const day = Math.floor((index * days) / count);
    const account = random.pick(accounts.slice(0, 3));
    const portfolio = `p${random.below(2)}`;
    const security = random.pick(securities);
    const key = `${portfolio} ${security.uuid}`;
    const have = held.get(key) ?? 0;
    const place = { uuid: `t${index}`, otherUuid: `u${index}`, date: dateOfDay(first + day) };
    const payment = (
      type: PpTestEntry['type'],
      amount: number,
      of: Pick<(typeof accounts)[number], 'uuid' | 'currency'> = account,
    ) => ({ ...place, type, account: of.uuid, currency: of.currency, amount: BigInt(amount) });
    const trade = (type: 'buy' | 'sell', shares: number): PpTestEntry => {
      const close = (security.closes[day] ?? 0) * (1 + (random.next() - 0.5) / 200);
      const forex = Math.round(shares * close * 100);
      const rate = rateOn(security.currency, day) / rateOn(account.currency, day);
      const isForeign = security.currency !== account.currency;
      const gross = isForeign ? Math.round(forex * rate) : forex;
      const unit: PpTestUnit = {
        type: 'GROSS_VALUE',
        amount: BigInt(gross),
        forex: { amount: BigInt(forex), currency: security.currency, rate: rate.toFixed(4) },
      };
      held.set(key, have + (type === 'buy' ? shares : -shares));
      return {
        ...payment(type, type === 'buy' ? gross + 100 : gross - 100),
        portfolio,
        security: security.uuid,
        shares: BigInt(shares) * 10n ** 8n,
        units: [...(isForeign ? [unit] : []), { type: 'FEE', amount: 100n }],
      };
    };
    if (index < accounts.length) return payment('DEPOSIT', 1_000_000_000, accounts[index]);
    if (index % 600 === 0) return payment(index % 1200 === 0 ? 'DEPOSIT' : 'REMOVAL', 10_000_000);
    if (index % 1700 === 0) {
      held.set(key, have + 500);
      const amount = BigInt(Math.round(500 * (security.closes[day] ?? 0) * 90));
      const { uuid, currency } = security;
      return {
        ...place,
        type: 'inbound',
        portfolio,
        security: uuid,
        currency,
        amount,
        shares: 500n * 10n ** 8n,
      };
    }
    const part = Math.floor(have / 4);
    const kind = random.below(20);
    if (kind < 5 && part > 0) return trade('sell', part);
    if (kind === 5 && part > 0) {
      const otherPortfolio = portfolio === 'p0' ? 'p1' : 'p0';
      held.set(key, have - part);
      held.set(
        `${otherPortfolio} ${security.uuid}`,
        (held.get(`${otherPortfolio} ${security.uuid}`) ?? 0) + part,
      );
      const amount = BigInt(Math.round(part * (security.closes[day] ?? 0) * 100));
      const shares = BigInt(part) * 10n ** 8n;
      const { uuid, currency } = security;
      return {
        ...place,
        type: 'move_shares',
        portfolio,
        otherPortfolio,
        security: uuid,
        currency,
        amount,
        shares,
      };
    }
    if (kind === 6) {
      const other = account.uuid === 'a0' ? accounts[random.pick([1, 2, 3])] : accounts[0];
      const rate = rateOn(account.currency, day) / rateOn(other.currency, day);
      const arriving = {
        amount: BigInt(Math.round(100_000 * rate)),
        currency: other.currency,
        rate: (1 / rate).toFixed(4),
      };
      const sent = { ...payment('move_cash', 100_000), otherAccount: other.uuid };
      return other.currency === account.currency ? sent : { ...sent, arriving };
    }
    if (kind === 7 && have > 0) {
      const units: PpTestUnit[] = [{ type: 'TAX', amount: 250n }];
      return {
        ...payment('DIVIDENDS', 1_000 + random.below(5_000)),
        security: security.uuid,
        shares: 10n ** 8n,
        units,
      };
    }
    if (kind === 8) return payment(random.pick(['INTEREST', 'FEES', 'TAXES']), 100 + random.below(900));
    return trade('buy', 1 + random.below(40));
  });
  return {
    book: {
      version: 70,
      baseCurrency: 'EUR',
      securities: securities.map(({ uuid, ticker, currency, splits, closes }) => ({
        uuid,
        name: ticker,
        ticker,
        currency,
        feed: ticker === 'OWN' ? 'MANUAL' : 'YAHOO',
        prices: Array.from(
          closes,
          (close, day) => [dateOfDay(first + day), BigInt(Math.round(close * 1e8))] as const,
        ),
        events: splits.map(({ exDate, numerator, denominator }) => ({
          type: 'STOCK_SPLIT' as const,
          date: exDate,
          details: `${numerator}:${denominator}`,
        })),
      })),
      accounts,
      portfolios: [
        { uuid: 'p0', name: 'Depot', reference: 'a0' },
        { uuid: 'p1', name: 'Broker', reference: 'a1' },
      ],
      entries,
    },
    securities,
    days: Int32Array.from({ length: days }, (_, day) => first + day),
    rates,
  };
}
