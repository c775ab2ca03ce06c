import { mainCurrency } from '@stockbook/common/currencies';
import { type Decimal, decimal, plus, zero } from '../numbers/decimal.ts';
import {
  assignedPercents,
  isTagGroup,
  partOf,
  restPercent,
  type StockTarget,
  type TagGroup,
  type Targets,
  targetPercents,
  weightPercent,
} from './targets.ts';

export const allocationProperties = ['stock', 'sector', 'currency', 'exchange', 'country', 'type'] as const;

export type AllocationProperty = (typeof allocationProperties)[number];

/** A holding with the properties of its stock, null if they are not known. */
export interface AllocatedStock {
  readonly symbol: string;
  readonly name: string;
  /** In the currency of the book. */
  readonly value: number;
  /** Currency of the quotes. */
  readonly currency: string;
  readonly sector: string | null;
  readonly exchange: string | null;
  readonly isin: string | null;
  readonly type: string | null;
}

/** A cash balance; its value is in the currency of the book. */
export interface AllocatedCash {
  readonly currency: string;
  readonly value: number;
}

export interface AllocationInput {
  /** A tag group, or a property of stocks. */
  readonly by: AllocationProperty | TagGroup;
  readonly stocks: readonly AllocatedStock[];
  /** Null if cash is not tracked. */
  readonly cash: readonly AllocatedCash[] | null;
  /** Targets of stocks; ignored unless by stock. Those of tags are in their group. */
  readonly targets: readonly StockTarget[];
}

export interface AllocationPart {
  /** Null for `Cash`, `Not known` and `Not assigned`. */
  readonly key: string | null;
  readonly name: string;
  readonly value: number;
  /** Null if the total is 0 or below. */
  readonly weightPercent: number | null;
  readonly targetPercent: number | null;
  readonly symbols: readonly string[];
}

export interface Allocation {
  /** The largest first; those without a key last. Weights add up to 100. */
  readonly parts: readonly AllocationPart[];
  readonly total: number;
}

interface Slice {
  readonly key: string | null;
  readonly name: string;
  readonly value: Decimal;
  /** Null for cash. */
  readonly symbol: string | null;
}

const cashName = 'Cash';
const unknownName = 'Not known';
const unassignedName = 'Not assigned';
const internationalName = 'International';

/** Prefixes of ISIN of no country: the European Union, and codes that ISO 3166 leaves to users, but Kosovo's XK. */
const internationalPrefix = /^(?:EU|X[A-JL-Z]|Q[M-Z]|AA|ZZ)$/;

/** The value of a portfolio in parts, by a property of the stocks or by the tags of a group. Funds are one stock. */
export function allocation({ by, stocks, cash, targets }: AllocationInput): Allocation {
  const slices = [
    ...stocks.flatMap((stock) => slicesOf(stock, by)),
    ...(cash ?? []).map((balance) => cashSlice(balance, by)),
  ].filter(({ value }) => !value.isZero());
  const total = slices.reduce((sum, { value }) => plus(sum, value), zero);
  const parts = mergeSlices([...slices, ...emptySlices({ by, stocks, cash, targets })]);
  const targetOf = targetsOf({ by, cash, targets });
  return {
    parts: parts.sort(byValue).map(({ key, name, value, symbols }) => ({
      key,
      name,
      value: value.toNumber(),
      weightPercent: weightPercent(value, total),
      targetPercent: targetOf(key, name),
      symbols,
    })),
    total: total.toNumber(),
  };
}

function slicesOf(stock: AllocatedStock, by: AllocationInput['by']): Slice[] {
  const { symbol } = stock;
  const value = decimal(stock.value);
  if (typeof by === 'string') return [{ ...propertyOf(stock, by), value, symbol }];
  const assigned = by.tags.flatMap(({ name, shares }) =>
    shares
      .filter((share) => share.symbol === symbol)
      .map(({ percent }) => ({ key: name, name, value: partOf(percent, value), symbol })),
  );
  const rest = partOf(decimal(100).minus(assignedPercents(by.tags).get(symbol) ?? zero), value);
  return [...assigned, { key: null, name: unassignedName, value: rest, symbol }];
}

function propertyOf(stock: AllocatedStock, by: AllocationProperty): Pick<Slice, 'key' | 'name'> {
  if (by === 'stock') return { key: stock.symbol, name: stock.name };
  if (by === 'country') return countryOf(stock.isin);
  const key = by === 'currency' ? mainCurrency(stock.currency) : stock[by];
  return key === null ? { key, name: unknownName } : { key, name: key };
}

/** The country in which a security was numbered, which need not be that of its company. */
function countryOf(isin: string | null): Pick<Slice, 'key' | 'name'> {
  const key = isin === null ? '' : isin.slice(0, 2);
  if (key === '') return { key: null, name: unknownName };
  return internationalPrefix.test(key)
    ? { key: internationalName, name: internationalName }
    : { key, name: key };
}

function cashSlice({ currency, value }: AllocatedCash, by: AllocationInput['by']): Slice {
  const key = by === 'currency' ? mainCurrency(currency) : null;
  return { key, name: key ?? cashName, value: decimal(value), symbol: null };
}

/** Slices of 0 for targets of which nothing is held. */
function emptySlices({ by, stocks, cash, targets }: AllocationInput): Slice[] {
  const target = targetsFor(by, targets);
  if (target === null || targetPercents(target).length === 0) return [];
  const names = isTagGroup(target)
    ? target.tags.flatMap(({ name, targetPercent }) => (targetPercent === null ? [] : { key: name, name }))
    : target.map(({ symbol }) => ({
        key: symbol,
        name: stocks.find((stock) => stock.symbol === symbol)?.name ?? symbol,
      }));
  const rest = cash !== null && restPercent(targetPercents(target)).gt(zero);
  const parts = rest ? [...names, { key: null, name: cashName }] : names;
  return parts.map((part) => ({ ...part, value: zero, symbol: null }));
}

function targetsFor(by: AllocationInput['by'], targets: readonly StockTarget[]): Targets | null {
  if (by === 'stock') return targets;
  return typeof by === 'string' ? null : by;
}

function targetsOf({ by, cash, targets }: Pick<AllocationInput, 'by' | 'cash' | 'targets'>) {
  const target = targetsFor(by, targets);
  const percents = target === null ? [] : targetPercents(target);
  return (key: string | null, name: string): number | null => {
    if (target === null || percents.length === 0) return null;
    if (key === null) return name === cashName && cash !== null ? restPercent(percents).toNumber() : null;
    if (isTagGroup(target)) return target.tags.find((tag) => tag.name === key)?.targetPercent ?? null;
    return target.find(({ symbol }) => symbol === key)?.percent ?? null;
  };
}

/** Joins the slices of the same key and name. */
function mergeSlices(slices: readonly Slice[]) {
  const parts = new Map<string, { key: string | null; name: string; value: Decimal; symbols: string[] }>();
  for (const { key, name, value, symbol } of slices) {
    const id = JSON.stringify([key, key === null ? name : null]);
    const part = parts.get(id) ?? { key, name, value: zero, symbols: [] };
    part.value = plus(part.value, value);
    if (symbol !== null && !part.symbols.includes(symbol)) part.symbols.push(symbol);
    parts.set(id, part);
  }
  return [...parts.values()];
}

function byValue(a: Pick<Slice, 'key' | 'name' | 'value'>, b: Pick<Slice, 'key' | 'name' | 'value'>): number {
  return (
    Number(a.key === null) - Number(b.key === null) || b.value.cmp(a.value) || (a.name < b.name ? -1 : 1)
  );
}
