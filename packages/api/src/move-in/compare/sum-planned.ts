import { mainCurrency, unitsPerMain } from '@stockbook/common/currencies';
import { dayNumber } from '@stockbook/common/days';
import { splitFactor } from '@stockbook/portfolio';
import { Decimal } from '../decimal.ts';
import { cashEffects } from '../plan/cash-effects.ts';
import type { PlanStock } from '../plan/facts.ts';
import type { MovePlan, PlannedTransaction } from '../plan/plan.ts';

const zero = new Decimal(0);

/** Shares and money of planned portfolios at the end of a day, by the rules of docs/portfolios.md. */
export interface PlannedSums {
  /** By portfolio, then by security, in shares of the day. */
  readonly shares: ReadonlyMap<string, ReadonlyMap<string, Decimal>>;
  /** By portfolio, then by main currency, whether or not cash counts. */
  readonly money: ReadonlyMap<string, ReadonlyMap<string, Decimal>>;
}

/** The sign of the effect on shares, by type. */
const shareSigns: Partial<Record<PlannedTransaction['type'], 1 | -1>> = {
  BUY: 1,
  TRANSFER_IN: 1,
  SELL: -1,
  TRANSFER_OUT: -1,
};

export function sumPlanned(
  { portfolios, transactions, keptSplits }: Pick<MovePlan, 'portfolios' | 'transactions' | 'keptSplits'>,
  stockOf: ReadonlyMap<string, PlanStock>,
  { lastDay, today }: { readonly lastDay: string; readonly today: string },
): PlannedSums {
  const currencies = new Map(portfolios.map(({ key, currency }) => [key, currency]));
  const kept = new Set(keptSplits.map(({ security, date }) => `${security} ${date}`));
  const factors = new Factors(stockOf, kept, today);
  const shares = new Map(portfolios.map(({ key }) => [key, new Map<string, Decimal>()]));
  const money = new Map(portfolios.map(({ key }) => [key, new Map<string, Decimal>()]));
  const add = (sums: Map<string, Decimal> | undefined, key: string, change: Decimal) =>
    sums?.set(key, (sums.get(key) ?? zero).plus(change));
  for (const transaction of transactions) {
    const { portfolio, type, date, security, quantity } = transaction;
    if (date > lastDay) continue;
    const sign = shareSigns[type];
    if (sign !== undefined && security !== null) {
      const factor = factors.between(security, date, lastDay);
      add(shares.get(portfolio), security, new Decimal(quantity ?? 0).times(sign).times(factor));
    }
    for (const [currency, change] of cashEffects(transaction, currencies.get(portfolio) ?? '')) {
      add(money.get(portfolio), mainCurrency(currency), change.div(unitsPerMain(currency)));
    }
  }
  return { shares, money };
}

/** The factors from shares of one day to those of a later one. A split that kept the shares counts as none. */
class Factors {
  readonly #stockOf: ReadonlyMap<string, PlanStock>;
  readonly #kept: ReadonlySet<string>;
  readonly #today: number;
  readonly #known = new Map<string, Decimal>();

  constructor(stockOf: ReadonlyMap<string, PlanStock>, kept: ReadonlySet<string>, today: string) {
    this.#stockOf = stockOf;
    this.#kept = kept;
    this.#today = dayNumber(today);
  }

  between(security: string, from: string, to: string): Decimal {
    return this.#toToday(security, from).div(this.#toToday(security, to));
  }

  #toToday(security: string, date: string): Decimal {
    const key = `${security} ${date}`;
    const known = this.#known.get(key);
    if (known) return known;
    const splits = this.#stockOf.get(security)?.splits ?? [];
    const counted = splits.filter(({ exDate }) => !this.#kept.has(`${security} ${exDate}`));
    const factor = new Decimal(splitFactor(counted, dayNumber(date), this.#today));
    this.#known.set(key, factor);
    return factor;
  }
}
