import { mainCurrency, readCurrency } from '@stockbook/common/currencies';
import type { NeutralAccount, NeutralBook, NeutralLine } from '../form.ts';
import type { PlanFacts } from './facts.ts';
import type { Answers, PlannedPortfolio, Question } from './plan.ts';

/** The portfolios of a move, and the way from an account to its portfolio. */
export interface AccountPlan {
  readonly portfolios: readonly PlannedPortfolio[];
  /** The portfolios by the keys of accounts. Accounts without lines have none. */
  readonly portfolioOf: ReadonlyMap<string, PlannedPortfolio>;
  /** Accounts without lines. */
  readonly unused: readonly NeutralAccount[];
  readonly questions: readonly Question[];
}

/** Decides which accounts become a portfolio together. */
export function planAccounts(
  { accounts, lines, baseCurrency }: NeutralBook,
  { portfolioNames, moved: movedBefore }: Pick<PlanFacts, 'portfolioNames' | 'moved'>,
  answers: Answers,
): AccountPlan {
  const used = new Set(
    lines.flatMap(({ account, moneyAccount, toAccount }) => [account, moneyAccount, toAccount]),
  );
  const withLines = accounts.filter(({ key }) => used.has(key));
  const homes = findHomes(withLines, lines);
  const groups = Map.groupBy(withLines, ({ key }) => mergedHome(homes.get(key) ?? key, homes, answers));
  const taken = new Set(portfolioNames);
  const moved = movedAccounts(lines);
  const questions: Question[] = [];
  const fallback = baseCurrency ?? mostFrequent(withLines.flatMap(({ currency }) => currency ?? []));
  const portfolios = [...groups].map(([key, members]): PlannedPortfolio => {
    const main = members.find((account) => account.key === key);
    const before = movedBefore.find(({ account }) => members.some((member) => member.key === account));
    const given = answers[`name:${key}`] ?? main?.name ?? '';
    const found = before?.portfolio.currency ?? currencyOf(main, members, accounts) ?? fallback;
    const answer = answers[`currency:${key}`] ?? null;
    const currency = (answer ?? found ?? '').toUpperCase();
    if (found === null) questions.push(currencyQuestion(key, given, answer));
    return {
      key,
      existing: before?.portfolio.id ?? null,
      name: before?.portfolio.name ?? uniqueName(given, taken),
      currency: mainCurrency(readCurrency(currency) ?? currency),
      note: main?.note ?? null,
      cashTracking: members.some((account) => moved.has(account.key)),
      accounts: members.map((account) => account.key),
      merged: [...new Set(members.map((account) => homes.get(account.key) ?? key))].filter(
        (home) => home !== key,
      ),
    };
  });
  const portfolioOf = new Map(portfolios.flatMap((each) => each.accounts.map((key) => [key, each] as const)));
  return { portfolios, portfolioOf, unused: accounts.filter(({ key }) => !used.has(key)), questions };
}

/** The account of shares that each account of money joins; all others are their own home. */
function findHomes(accounts: readonly NeutralAccount[], lines: readonly NeutralLine[]): Map<string, string> {
  const trades = countTrades(lines);
  const shares = accounts.filter(({ kind }) => kind === 'shares');
  const claims = accounts.flatMap((account, index) => {
    if (account.kind !== 'cash') return [];
    const paid = trades.get(account.key) ?? new Map<string, number>();
    const naming = shares.filter(({ reference }) => reference === account.key);
    const named = naming.find(({ key }) => paid.size === 0 || paid.has(key));
    // Of as many trades, the account that stands first in the file.
    const most = shares
      .filter(({ key }) => paid.has(key))
      .reduce<NeutralAccount | undefined>(
        (best, each) => ((paid.get(each.key) ?? 0) > (best ? (paid.get(best.key) ?? 0) : 0) ? each : best),
        undefined,
      );
    const home = named?.key ?? most?.key;
    if (home === undefined) return [];
    return { account, home, isReference: named !== undefined, trades: paid.get(home) ?? 0, index };
  });
  claims.sort(
    (a, b) => Number(b.isReference) - Number(a.isReference) || b.trades - a.trades || a.index - b.index,
  );
  const homes = new Map(accounts.map(({ key }) => [key, key]));
  const currencies = new Set<string>();
  for (const { account, home } of claims) {
    const place = `${home} ${mainCurrency(account.currency ?? '')}`;
    if (!currencies.has(place)) homes.set(account.key, home);
    currencies.add(place);
  }
  return homes;
}

/** The home that answers lead to from another: of homes that are merged with each other in a circle, the first. */
function mergedHome(from: string, homes: ReadonlyMap<string, string>, answers: Answers): string {
  const path: string[] = [];
  let home = from;
  while (!path.includes(home)) {
    path.push(home);
    const target = answers[`merge:${home}`];
    if (target === undefined || homes.get(target) !== target) return home;
    home = target;
  }
  const circle = new Set(path.slice(path.indexOf(home)));
  return [...homes.keys()].find((key) => circle.has(key)) ?? from;
}

/** The trades of each account of shares that an account of money has paid. */
function countTrades(lines: readonly NeutralLine[]): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const { kind, account, moneyAccount } of lines) {
    if ((kind !== 'buy' && kind !== 'sell') || moneyAccount === null) continue;
    const paid = counts.get(moneyAccount) ?? new Map<string, number>();
    paid.set(account, (paid.get(account) ?? 0) + 1);
    counts.set(moneyAccount, paid);
  }
  return counts;
}

/** The accounts into which money was paid, or from which it was taken. */
function movedAccounts(lines: readonly NeutralLine[]): Set<string | null> {
  const kinds = new Set<NeutralLine['kind']>(['deposit', 'withdrawal', 'move_cash']);
  return new Set(
    lines
      .filter(({ kind, skipped, problem }) => kinds.has(kind) && skipped === null && problem === null)
      .flatMap(({ account, toAccount }) => [account, toAccount]),
  );
}

function currencyOf(
  main: NeutralAccount | undefined,
  members: readonly NeutralAccount[],
  accounts: readonly NeutralAccount[],
): string | null {
  const reference = accounts.find(({ key }) => key === main?.reference);
  if (reference?.currency) return reference.currency;
  const withMoney = members.filter(({ currency }) => currency !== null);
  return withMoney.length === 1 ? (withMoney[0]?.currency ?? null) : null;
}

function mostFrequent(currencies: readonly string[]): string | null {
  const groups = [...Map.groupBy(currencies, (currency) => currency)];
  return groups.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null;
}

function uniqueName(given: string, taken: Set<string>): string {
  const numbered = (count: number) => `Portfolio ${count}`;
  let name = given;
  for (let count = 1; name === '' || taken.has(name); count += 1) {
    name = given === '' ? numbered(count) : `${given} (${count + 1})`;
  }
  taken.add(name);
  return name;
}

const currencyQuestion = (key: string, name: string, answer: string | null): Question => ({
  key: `currency:${key}`,
  kind: 'currency',
  text: `In which currency is ${name === '' ? 'this portfolio' : name} kept?`,
  choices: [],
  default: null,
  answer,
});
