import { dateOfDay, dayNumber } from '@stockbook/common/days';
import fc from 'fast-check';
import type { PpTestBook, PpTestEntry, PpTestUnit } from './pp-book.ts';

const currencies = ['EUR', 'USD', 'CHF'] as const;

const firstDay = dayNumber('2020-01-06');

/** Most hundredths of an amount, and most 10^-8 of a number of shares. */
const [maxAmount, maxShares] = [50_000_000, 1_000_000_000_000];

/** One random transaction, of which `entryOf` makes a valid one. */
const choice = fc.record({
  kind: fc.integer({ min: 0, max: 14 }),
  day: fc.integer({ min: 0, max: 900 }),
  minutes: fc.integer({ min: 0, max: 1439 }),
  account: fc.nat(5),
  otherAccount: fc.nat(5),
  portfolio: fc.nat(4),
  otherPortfolio: fc.nat(4),
  security: fc.nat(3),
  amount: fc.integer({ min: 1000, max: maxAmount }),
  shares: fc.integer({ min: 1, max: maxShares }),
  fee: fc.constantFrom(0, 0, 100, 599),
  tax: fc.constantFrom(0, 0, 17, 250),
  isForeign: fc.boolean(),
  rate: fc.integer({ min: 2_000, max: 30_000 }),
  part: fc.integer({ min: 1, max: 100 }),
});

type Choice = typeof choice extends fc.Arbitrary<infer Value> ? Value : never;

/** Books of 2 to 5 portfolios and 1 to 6 accounts in three currencies, whose sales are covered. */
export const randomPpBook: fc.Arbitrary<PpTestBook> = fc
  .record({
    portfolios: fc.integer({ min: 2, max: 5 }),
    accounts: fc.integer({ min: 1, max: 6 }),
    choices: fc.array(choice, { minLength: 1, maxLength: 30 }),
  })
  .map(({ portfolios, accounts, choices }) => {
    const accountList = Array.from({ length: accounts }, (_, index) => ({
      uuid: `a${index}`,
      name: `Account ${index}`,
      currency: currencies[index % currencies.length] ?? 'EUR',
    }));
    const book: PpTestBook = {
      version: 70,
      baseCurrency: 'EUR',
      securities: Array.from({ length: 4 }, (_, index) => ({
        uuid: `s${index}`,
        name: `Security ${index}`,
        currency: currencies[index % currencies.length] ?? 'EUR',
        feed: 'MANUAL',
        ticker: `SEC${index}`,
        prices: [['2020-01-06', 1_000_000_000n + BigInt(index)]] as const,
      })),
      accounts: accountList,
      portfolios: Array.from({ length: portfolios }, (_, index) => ({
        uuid: `p${index}`,
        name: `Depot ${index}`,
        reference: `a${index % accounts}`,
      })),
      entries: [],
    };
    const held = new Map<string, bigint>();
    const sorted = choices.toSorted((a, b) => a.day - b.day || a.minutes - b.minutes);
    const entries = sorted.flatMap((each, index) => entryOf(each, index, book, held) ?? []);
    return { ...book, entries };
  });

function entryOf(
  each: Choice,
  index: number,
  { accounts, portfolios, securities }: PpTestBook,
  held: Map<string, bigint>,
): PpTestEntry | null {
  const pick = <Item>(items: readonly Item[], at: number): Item => {
    const item = items[at % items.length];
    if (item === undefined) throw new RangeError('There is nothing to pick');
    return item;
  };
  const account = pick(accounts, each.account);
  const otherAccount = pick(accounts, each.otherAccount);
  const portfolio = pick(portfolios, each.portfolio).uuid;
  const otherPortfolio = pick(portfolios, each.otherPortfolio).uuid;
  const security = pick(securities, each.security);
  const { currency } = account;
  const amount = BigInt(each.amount);
  const key = `${portfolio} ${security.uuid}`;
  const have = held.get(key) ?? 0n;
  const common = {
    uuid: `t${index}`,
    date: dateOfDay(firstDay + each.day),
    minutes: each.minutes,
    currency,
    amount,
  };
  const costs: PpTestUnit[] = [
    ...(each.fee > 0 ? [{ type: 'FEE' as const, amount: BigInt(each.fee) }] : []),
    ...(each.tax > 0 ? [{ type: 'TAX' as const, amount: BigInt(each.tax) }] : []),
  ];
  const sum = BigInt(each.fee + each.tax);
  const part = (have * BigInt(each.part)) / 100n;
  const move = (delta: bigint, at = key) => held.set(at, (held.get(at) ?? 0n) + delta);
  const other = { otherUuid: `u${index}` };
  switch (each.kind) {
    case 0:
    case 1: {
      move(BigInt(each.shares));
      const units = [...foreignUnit(each, amount - sum, currency, security.currency ?? currency), ...costs];
      const shares = BigInt(each.shares);
      return {
        ...common,
        ...other,
        type: 'buy',
        portfolio,
        account: account.uuid,
        security: security.uuid,
        shares,
        units,
      };
    }
    case 2: {
      if (part === 0n) return null;
      move(-part);
      const units = [...foreignUnit(each, amount + sum, currency, security.currency ?? currency), ...costs];
      return {
        ...common,
        ...other,
        type: 'sell',
        portfolio,
        account: account.uuid,
        security: security.uuid,
        shares: part,
        units,
      };
    }
    case 3:
      move(BigInt(each.shares));
      return { ...common, type: 'inbound', portfolio, security: security.uuid, shares: BigInt(each.shares) };
    case 4:
      if (part === 0n) return null;
      move(-part);
      return { ...common, type: 'outbound', portfolio, security: security.uuid, shares: part };
    case 5:
      if (part === 0n || portfolio === otherPortfolio) return null;
      move(-part);
      move(part, `${otherPortfolio} ${security.uuid}`);
      return {
        ...common,
        ...other,
        type: 'move_shares',
        portfolio,
        otherPortfolio,
        security: security.uuid,
        shares: part,
      };
    case 6: {
      if (account === otherAccount) return null;
      const places = { account: account.uuid, otherAccount: otherAccount.uuid };
      if (currency === otherAccount.currency) return { ...common, ...other, ...places, type: 'move_cash' };
      const rate = (each.rate / 10_000).toFixed(4);
      const arrived = (amount * 10_000n) / BigInt(each.rate);
      const arriving = { amount: arrived > 0n ? arrived : 1n, currency: otherAccount.currency, rate };
      return { ...common, ...other, ...places, type: 'move_cash', arriving };
    }
    case 7:
      return {
        ...common,
        type: 'DIVIDENDS',
        account: account.uuid,
        security: security.uuid,
        shares: 100_000_000n,
        units: costs,
        exDate: common.date,
      };
    case 8:
      return {
        ...common,
        type: 'INTEREST',
        account: account.uuid,
        units: costs.filter(({ type }) => type === 'TAX'),
      };
    default: {
      const types = [
        'DEPOSIT',
        'REMOVAL',
        'INTEREST_CHARGE',
        'TAXES',
        'TAX_REFUND',
        'FEES',
        'FEES_REFUND',
      ] as const;
      const type = pick(types, each.kind);
      const isOfSecurity =
        each.isForeign && type !== 'DEPOSIT' && type !== 'REMOVAL' && type !== 'INTEREST_CHARGE';
      return { ...common, type, account: account.uuid, security: isOfSecurity ? security.uuid : undefined };
    }
  }
}

/** The unit of a trade in another currency than the account's, whose rate is rounded as the program does. */
function foreignUnit({ rate }: Choice, gross: bigint, currency: string, quoted: string): PpTestUnit[] {
  const amount = (gross * 10_000n) / BigInt(rate);
  if (currency === quoted || gross <= 0n || amount <= 0n) return [];
  return [
    {
      type: 'GROSS_VALUE',
      amount: gross,
      forex: { amount, currency: quoted, rate: (rate / 10_000).toFixed(4) },
    },
  ];
}
