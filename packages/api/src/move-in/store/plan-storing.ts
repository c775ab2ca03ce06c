import { randomUUID } from 'node:crypto';
import { mainCurrency, readCurrency, unitsPerMain } from '@stockbook/common/currencies';
import { dayNumber } from '@stockbook/common/days';
import type { ImportCounts, StoredTransaction } from '@stockbook/db';
import { type Split, splitFactor } from '@stockbook/portfolio';
import type { NeutralBook, NeutralSecurity } from '../form.ts';
import type { PlanFacts } from '../plan/facts.ts';
import type { MovePlan, PlannedPortfolio, PlannedTransaction } from '../plan/plan.ts';
import { countVerdicts } from '../report/verdicts.ts';

/** Bounds of stored prices, and the most of them that an own instrument has. */
const [minPrice, maxPrice, maxBars] = [1e-10, 1e15, 20_000];
const firstBarDay = '1900-01-01';

/** Lengths of what is stored, in code points. */
const maxLengths = { portfolio: 100, description: 10_000, instrument: 200, list: 40 };

/** A transaction whose stock is named by its symbol, and whose place in its day is not known yet. */
interface StoringRow
  extends Omit<StoredTransaction, 'stockId' | 'ordinal' | 'importId' | 'createdAt' | 'updatedAt'> {
  readonly symbol: string | null;
}

export interface StoringPortfolio {
  readonly key: string;
  readonly id: string;
  readonly isNew: boolean;
  readonly importId: string;
  readonly name: string;
  readonly description: string | null;
  readonly currency: string;
  readonly cashTracking: boolean;
  /** The keys of the accounts that it comes from. */
  readonly accounts: readonly string[];
  readonly counts: ImportCounts;
  readonly rows: readonly StoringRow[];
  readonly keptSplits: readonly { readonly symbol: string; readonly exDate: string }[];
  readonly groups: readonly StoringGroup[];
}

interface StoringGroup {
  readonly name: string;
  readonly tags: readonly {
    readonly name: string;
    readonly targetPercent: string | null;
    readonly shares: readonly { readonly symbol: string; readonly percent: string }[];
  }[];
}

export interface StoringInstrument {
  readonly symbol: string;
  readonly name: string;
  readonly currency: string;
  readonly isin: string | null;
  /** Days since 1970-01-01, ascending. */
  readonly days: Int32Array;
  readonly closes: Float64Array;
  readonly splits: readonly Split[];
}

/** Everything that a move stores. */
export interface StoringPlan {
  readonly portfolios: readonly StoringPortfolio[];
  readonly instruments: readonly StoringInstrument[];
  /** The own instruments by the keys of securities. */
  readonly instrumentSymbols: Readonly<Record<string, string>>;
  /** Of sources. */
  readonly symbols: readonly string[];
  readonly lists: readonly { readonly name: string; readonly symbols: readonly string[] }[];
  readonly notes: readonly { readonly symbol: string; readonly text: string }[];
  readonly entries: readonly { readonly symbol: string; readonly day: string; readonly text: string }[];
  /** The external ids of transactions that are already there. */
  readonly presentIds: readonly string[];
  /** The ids of those that have no id of the program. */
  readonly presentRows: readonly string[];
}

/** Makes rows of a plan: the new ones of its transactions, and what else it stores. */
export function planStoring(book: NeutralBook, plan: MovePlan, facts: PlanFacts, now: Date): StoringPlan {
  const symbolOf = new Map(
    plan.securities.flatMap(({ key, symbol, status }) =>
      symbol !== null && (status === 'known' || status === 'own') ? [[key, symbol] as const] : [],
    ),
  );
  const isNewLine = new Set(plan.lines.flatMap(({ line, verdict }) => (verdict === 'new' ? [line.key] : [])));
  const present = new Map(facts.moved.map(({ portfolio }) => [portfolio.id, portfolio.externalIds]));
  const isPresent = ({ externalId }: PlannedTransaction, { existing }: PlannedPortfolio) =>
    existing !== null && externalId !== null && present.get(existing)?.has(externalId) === true;
  const transfers = new TransferIds();
  const lines = Map.groupBy(plan.lines, ({ line }) => line.account);
  const byPortfolio = Map.groupBy(plan.transactions, ({ portfolio }) => portfolio);
  const own = plan.securities.filter(({ status }) => status === 'own');
  const bySecurity = new Map(book.securities.map((security) => [security.key, security]));
  const presentIds: string[] = [];
  const portfolios = plan.portfolios.map((portfolio): StoringPortfolio => {
    const booked = byPortfolio.get(portfolio.key) ?? [];
    const added = booked.filter(
      (each) => !isPresent(each, portfolio) && (each.line === null || isNewLine.has(each.line)),
    );
    const addedIds = new Set(added);
    presentIds.push(...booked.flatMap((each) => (addedIds.has(each) ? [] : (each.externalId ?? []))));
    const counts = countVerdicts(portfolio.accounts.flatMap((account) => lines.get(account) ?? []));
    const held = new Set(booked.flatMap(({ security }) => security ?? []));
    return {
      key: portfolio.key,
      id: portfolio.existing ?? randomUUID(),
      isNew: portfolio.existing === null,
      importId: randomUUID(),
      name: cut(portfolio.name, maxLengths.portfolio),
      description: portfolio.note === null ? null : cut(portfolio.note, maxLengths.description),
      currency: portfolio.currency,
      cashTracking: portfolio.cashTracking,
      accounts: portfolio.accounts,
      counts: {
        new: added.length,
        alreadyThere: counts.already_there,
        skipped: counts.skipped,
        problem: counts.problem,
      },
      rows: rowsOf(added, portfolio, symbolOf, transfers),
      keptSplits: plan.keptSplits.flatMap(({ security, date }) => {
        const symbol = symbolOf.get(security);
        return symbol !== undefined && held.has(security) ? [{ symbol, exDate: date }] : [];
      }),
      groups: groupsOf(plan, portfolio, symbolOf),
    };
  });
  return {
    portfolios,
    instruments: distinctBySymbol(own).flatMap(({ key, symbol }) => {
      const security = bySecurity.get(key);
      const splits = splitsOf(book, key);
      return security && symbol !== null ? [instrumentOf(security, symbol, { plan, splits, now })] : [];
    }),
    instrumentSymbols: Object.fromEntries(own.flatMap(({ key, symbol }) => (symbol ? [[key, symbol]] : []))),
    symbols: [...new Set(symbolOf.values())],
    lists: book.lists.map(({ name, securities }) => ({
      name: cut(name, maxLengths.list),
      symbols: [...new Set(securities.flatMap((key) => symbolOf.get(key) ?? []))],
    })),
    notes: book.securities.flatMap((security) => {
      const [symbol, text] = [symbolOf.get(security.key), noteOf(security, own)];
      return symbol !== undefined && text !== null ? [{ symbol, text }] : [];
    }),
    entries: book.dayNotes.flatMap(({ security, date, text }) => {
      const symbol = symbolOf.get(security);
      return symbol === undefined ? [] : [{ symbol, day: date, text }];
    }),
    presentIds,
    presentRows: plan.presentRows,
  };
}

/** The ids of transfers by their keys in the plan. */
class TransferIds {
  readonly #ids = new Map<string, string>();

  of(key: string | null): string | null {
    if (key === null) return null;
    const id = this.#ids.get(key) ?? randomUUID();
    this.#ids.set(key, id);
    return id;
  }
}

function rowsOf(
  transactions: readonly PlannedTransaction[],
  { currency }: PlannedPortfolio,
  symbolOf: ReadonlyMap<string, string>,
  transfers: TransferIds,
): StoringRow[] {
  const ids = new Set<string>();
  return transactions.map(({ portfolio: _, line: __, security, transfer, externalId: id, ...fields }) => {
    // Another program may give two transactions of a portfolio one id.
    const externalId = id === null || ids.has(id) ? null : id;
    if (externalId !== null) ids.add(externalId);
    return {
      ...fields,
      id: randomUUID(),
      symbol: security === null ? null : (symbolOf.get(security) ?? null),
      fxCurrency: fields.fxRate === null ? null : currency,
      transferId: transfers.of(transfer),
      externalId,
    };
  });
}

function groupsOf(
  { groups }: MovePlan,
  { key }: PlannedPortfolio,
  symbolOf: ReadonlyMap<string, string>,
): StoringGroup[] {
  return groups
    .filter(({ portfolio }) => portfolio === key)
    .map(({ name, tags }) => ({
      name,
      tags: tags.map((tag) => ({
        name: tag.name,
        targetPercent: tag.targetPercent,
        shares: tag.shares.flatMap(({ security, percent }) => {
          const symbol = symbolOf.get(security);
          return symbol === undefined ? [] : [{ symbol, percent }];
        }),
      })),
    }));
}

const distinctBySymbol = (securities: MovePlan['securities']) => [
  ...new Map(securities.toReversed().map((security) => [security.symbol, security])).values(),
];

function noteOf({ key, note, wkn }: NeutralSecurity, own: MovePlan['securities']): string | null {
  const isOwn = own.some((security) => security.key === key);
  const parts = [note, isOwn && wkn !== null ? `WKN ${wkn}` : null].flatMap((part) => part ?? []);
  return parts.length === 0 ? null : parts.join('\n');
}

/** The splits that the file notes of a security, each day once. */
function splitsOf({ lines }: NeutralBook, key: string): Split[] {
  const noted = lines.filter(
    ({ kind, security, skipped }) => kind === 'split' && security === key && !skipped,
  );
  const byDay = new Map(noted.flatMap(({ date, ratio }) => (ratio === null ? [] : [[date, ratio] as const])));
  return [...byDay].map(([exDate, ratio]) => ({ exDate, ...ratio }));
}

/** An own instrument with the prices of the file; without any, with those of its trades. */
function instrumentOf(
  security: NeutralSecurity,
  symbol: string,
  { plan, splits, now }: { readonly plan: MovePlan; readonly splits: readonly Split[]; readonly now: Date },
): StoringInstrument {
  const { key, name, isin } = security;
  const trades = plan.transactions.filter((each) => each.security === key);
  const code = readCurrency(security.currency ?? trades[0]?.currency ?? '') ?? trades[0]?.currency ?? 'USD';
  const units = unitsPerMain(code);
  const given =
    security.prices.days.length > 0
      ? Array.from(security.prices.days, (day, row) => [day, security.prices.closes[row] ?? 0] as const)
      : trades
          .filter(({ price, currency }) => price !== null && currency === code)
          .map(({ date, price }) => [dayNumber(date), Number(price)] as const);
  const [first, last] = [dayNumber(firstBarDay), dayNumber(now.toISOString().slice(0, 10))];
  const closes = new Map<number, number>();
  for (const [day, price] of given) {
    // Prices of the day become those of today's shares.
    const close = price / units / Number(splitFactor(splits, day, last));
    if (day >= first && day <= last && close >= minPrice && close <= maxPrice) closes.set(day, close);
  }
  const kept = [...closes].sort(([a], [b]) => a - b).slice(-maxBars);
  return {
    symbol,
    name: cut(name, maxLengths.instrument) || symbol,
    currency: mainCurrency(code),
    isin,
    days: Int32Array.from(kept, ([day]) => day),
    closes: Float64Array.from(kept, ([, close]) => close),
    splits,
  };
}

function cut(text: string, maximum: number): string {
  return Array.from(text).slice(0, maximum).join('').trim();
}
