import { mainCurrency, unitsPerMain } from '@stockbook/common/currencies';
import { Decimal } from '../decimal.ts';
import type { NeutralAccount, NeutralBook } from '../form.ts';
import { cashEffects } from './cash-effects.ts';
import { stored } from './numbers.ts';
import type { PlannedPortfolio, PlannedTransaction } from './plan.ts';

/** Half a hundredth: a smaller difference is one of rounding. */
const tolerance = 0.005;

/** The portfolios whose cash the file tells by balances, completed by deposits and withdrawals. */
export interface BalancePlan {
  readonly transactions: readonly PlannedTransaction[];
  /** The portfolios, those whose cash never falls below 0 with cash that counts. */
  readonly portfolios: readonly PlannedPortfolio[];
  readonly warnings: readonly string[];
}

/**
 * Books the difference between each known balance and the cash of the transactions: a program that keeps balances has
 * no deposits.
 */
export function planBalances(
  { accounts, program, lastDay }: NeutralBook,
  portfolios: readonly PlannedPortfolio[],
  transactions: readonly PlannedTransaction[],
): BalancePlan {
  const byKey = new Map(accounts.map((account) => [account.key, account]));
  const byPortfolio = Map.groupBy(transactions, ({ portfolio }) => portfolio);
  const added: PlannedTransaction[] = [];
  const warnings: string[] = [];
  const completed = portfolios.map((portfolio): PlannedPortfolio => {
    const own = portfolio.accounts.flatMap((key) => byKey.get(key) ?? []);
    const known = own.filter(({ knownBalances }) => knownBalances !== null);
    const booked = byPortfolio.get(portfolio.key) ?? [];
    if (known.length === 0) {
      if (!portfolio.cashTracking) warnings.push(`Cash of ${portfolio.name} is kept, but not counted`);
      return portfolio;
    }
    const currencies = Map.groupBy(known, ({ currency }) => mainCurrency(currency ?? portfolio.currency));
    const balances = [...currencies].map(([currency, members]) => ({
      currency,
      balances: totalBalances(members).filter(({ date }) => date <= (lastDay ?? '')),
    }));
    const note = `Balance in ${program}`;
    const beside = balances.flatMap((each) => differences(portfolio, booked, { ...each, note }));
    added.push(...beside);
    const isKnown = balances.every((each) => each.balances.length > 0);
    const cashTracking = isKnown && !fallsBelowZero(portfolio, [...booked, ...beside]);
    if (!cashTracking) warnings.push(notCounted(portfolio, booked, balances[0]?.balances ?? []));
    return { ...portfolio, cashTracking };
  });
  return { transactions: added, portfolios: completed, warnings };
}

interface DayBalance {
  readonly date: string;
  readonly amount: Decimal;
}

/** The sum of accounts of one currency on each day on which one of them is known. */
function totalBalances(own: readonly NeutralAccount[]): DayBalance[] {
  const dates = new Set(own.flatMap(({ knownBalances }) => (knownBalances ?? []).map(({ date }) => date)));
  const rest = own.map(({ knownBalances }) => ({ balances: knownBalances ?? [], next: 0 }));
  return [...dates].toSorted().map((date) => {
    let amount = new Decimal(0);
    for (const account of rest) {
      while ((account.balances[account.next]?.date ?? '9') <= date) account.next += 1;
      amount = amount.plus(account.balances[account.next - 1]?.amount ?? 0);
    }
    return { date, amount };
  });
}

function differences(
  { key, currency: home }: PlannedPortfolio,
  booked: readonly PlannedTransaction[],
  {
    currency,
    balances,
    note,
  }: { readonly currency: string; readonly balances: readonly DayBalance[]; readonly note: string },
): PlannedTransaction[] {
  const sorted = booked.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const added: PlannedTransaction[] = [];
  let cash = new Decimal(0);
  let next = 0;
  for (const { date, amount } of balances) {
    for (
      let transaction = sorted[next];
      transaction && transaction.date <= date;
      transaction = sorted[next]
    ) {
      for (const [code, change] of cashEffects(transaction, home)) {
        if (mainCurrency(code) === currency) cash = cash.plus(change.div(unitsPerMain(code)));
      }
      next += 1;
    }
    const difference = amount.minus(cash);
    if (difference.abs().lt(tolerance)) continue;
    const type = difference.gt(0) ? 'DEPOSIT' : 'WITHDRAWAL';
    const size = stored(difference.abs());
    cash = difference.gt(0) ? cash.plus(size) : cash.minus(size);
    const externalId = balanceId(currency === home ? key : `${key}:${currency}`, date);
    added.push({ ...nothing, portfolio: key, type, date, amount: size, currency, note, externalId });
  }
  return added;
}

const nothing = {
  line: null,
  security: null,
  quantity: null,
  price: null,
  fees: '0',
  taxes: '0',
  fxRate: null,
  exDate: null,
  toAmount: null,
  toCurrency: null,
  transfer: null,
};

/** Characters of a stored id. */
const maxId = 100;

/** The id by which another move finds the booking of a balance; null for an account with a long key. */
function balanceId(account: string, date: string): string | null {
  const id = `balance:${account}:${date}`;
  return id.length > maxId ? null : id;
}

/** Whether a balance is below 0 at the end of a day. */
function fallsBelowZero({ currency }: PlannedPortfolio, booked: readonly PlannedTransaction[]): boolean {
  const days = Map.groupBy(booked, ({ date }) => date);
  const sums = new Map<string, Decimal>();
  for (const [, transactions] of [...days].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    for (const [code, change] of transactions.flatMap((each) => cashEffects(each, currency))) {
      const main = mainCurrency(code);
      sums.set(main, (sums.get(main) ?? new Decimal(0)).plus(change.div(unitsPerMain(code))));
    }
    if ([...sums.values()].some((sum) => sum.lt(-tolerance))) return true;
  }
  return false;
}

function notCounted(
  { name }: PlannedPortfolio,
  booked: readonly PlannedTransaction[],
  balances: readonly DayBalance[],
): string {
  const sentence = `Cash of ${name} is kept, but not counted`;
  const [first] = booked.map(({ date }) => date).toSorted();
  const [balance] = balances;
  if (first === undefined || !balance || first.slice(0, 4) >= balance.date.slice(0, 4)) return sentence;
  return `${sentence}: its balances begin in ${balance.date.slice(0, 4)}, its trades in ${first.slice(0, 4)}.`;
}
