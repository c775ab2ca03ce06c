import { Decimal } from '../../decimal.ts';
import type { Balances } from '../../form.ts';
import type { SureExport } from './export.ts';

interface Sum {
  readonly account: string;
  readonly name: string;
  sum: Decimal;
  turnover: Decimal;
}

class Sums {
  readonly #sums = new Map<string, Sum>();

  add(account: string, name: string, change: Decimal): void {
    const key = `${account}\n${name}`;
    const sum = this.#sums.get(key) ?? { account, name, sum: new Decimal(0), turnover: new Decimal(0) };
    this.#sums.set(key, sum);
    sum.sum = sum.sum.plus(change);
    sum.turnover = sum.turnover.plus(change.abs());
  }

  set(account: string, name: string, value: Decimal): void {
    this.#sums.set(`${account}\n${name}`, { account, name, sum: value, turnover: value });
  }

  get all(): readonly Sum[] {
    return [...this.#sums.values()];
  }
}

/** The shares and the money of each account on a day. Holdings since the last trade of a security go before trades. */
export function sumBalances(
  { accounts, trades, transactions, holdings }: SureExport,
  lastDay: string | null,
): Balances {
  const [shares, money] = [new Sums(), new Sums()];
  const currencies = new Map(accounts.map(({ id, currency }) => [id, currency ?? '']));
  const lastTrade = new Map<string, string>();
  const isCounted = ({ date }: { readonly date: string }) => lastDay !== null && date.slice(0, 10) <= lastDay;
  for (const trade of trades.filter(isCounted)) {
    const { account_id: account, ticker, exchange_operating_mic: mic, date } = trade;
    const name = `${mic ?? ''}:${ticker ?? ''}`;
    shares.add(account, name, new Decimal(trade.qty));
    money.add(account, trade.currency ?? currencies.get(account) ?? '', new Decimal(trade.amount).neg());
    const key = `${account}\n${name}`;
    if (date > (lastTrade.get(key) ?? '')) lastTrade.set(key, date);
  }
  for (const { account_id: account, amount, currency } of transactions.filter(isCounted)) {
    money.add(account, currency ?? currencies.get(account) ?? '', new Decimal(amount).neg());
  }
  const newest = holdings
    .filter(isCounted)
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  for (const { account_id: account, ticker, exchange_operating_mic: mic, date, qty } of newest) {
    const name = `${mic ?? ''}:${ticker ?? ''}`;
    const last = lastTrade.get(`${account}\n${name}`);
    if (last !== undefined && date >= last) shares.set(account, name, new Decimal(qty));
  }
  return {
    shares: shares.all.map(({ account, name, sum }) => ({
      account,
      security: name,
      quantity: sum.toFixed(),
    })),
    money: money.all.map(({ account, name, sum, turnover }) => ({
      account,
      currency: name,
      amount: sum.toFixed(),
      turnover: turnover.toFixed(),
    })),
  };
}
