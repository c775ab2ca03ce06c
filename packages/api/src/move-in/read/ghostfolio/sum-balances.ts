import { Decimal } from '../../decimal.ts';
import type { Balances, NeutralAccount } from '../../form.ts';
import type { ActivityDays } from './activity-days.ts';
import type { Activity, GhostfolioExport } from './export.ts';
import { keyOf } from './securities.ts';

interface SumContext {
  readonly days: ActivityDays;
  readonly accountOf: (activity: Activity) => string;
  readonly lastDay: string | null;
  readonly accounts: readonly NeutralAccount[];
}

/** The effect of an activity on shares. */
const signs = new Map([
  ['BUY', 1],
  ['ITEM', 1],
  ['SELL', -1],
]);

/** The shares that the program shows at the end of a day, and the last balance of each account. */
export function sumBalances(
  { activities }: GhostfolioExport,
  { days, accountOf, lastDay, accounts }: SumContext,
): Balances {
  const shares = new Map<string, { account: string; security: string; sum: Decimal }>();
  for (const activity of activities) {
    const [sign, day, security] = [signs.get(activity.type), days.dayOf(activity), keyOf(activity)];
    if (sign === undefined || day === null || lastDay === null || day > lastDay || security === null)
      continue;
    const account = accountOf(activity);
    const key = `${account} ${security}`;
    const known = shares.get(key) ?? { account, security, sum: new Decimal(0) };
    const quantity = Number.isFinite(Number(activity.quantity)) ? (activity.quantity ?? 0) : 0;
    shares.set(key, { ...known, sum: known.sum.plus(new Decimal(quantity).times(sign)) });
  }
  return {
    shares: [...shares.values()].map(({ account, security, sum }) => ({
      account,
      security,
      quantity: sum.toFixed(),
    })),
    money: accounts.flatMap(({ key, currency, knownBalances }) => {
      const last = knownBalances?.findLast(({ date }) => lastDay !== null && date <= lastDay);
      if (!last || currency === null) return [];
      const { amount } = last;
      return [{ account: key, currency, amount, turnover: new Decimal(amount).abs().toFixed() }];
    }),
  };
}
