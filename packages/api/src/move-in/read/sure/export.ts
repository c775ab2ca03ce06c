import { z } from 'zod';
import { isCalendarDate } from '#src/primitives.ts';
import { damagedAtLine } from '../../move-in-error.ts';
import { decodeText, parseJson } from '../json.ts';

const text = z.string().nullish();
/** Numbers are their texts in the file. */
const number = z.string().regex(/^-?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,2})?$/);
const date = z.string().refine((value) => isCalendarDate(value.slice(0, 10)));

const account = z.object({
  id: z.string(),
  name: text,
  currency: text,
  accountable_type: text,
  notes: text,
});
type SureAccount = z.infer<typeof account>;

const trade = z.object({
  id: text,
  account_id: z.string(),
  ticker: text,
  security_name: text,
  exchange_operating_mic: text,
  date,
  qty: number,
  price: number.nullish(),
  amount: number,
  currency: text,
});
export type SureTrade = z.infer<typeof trade>;

const transaction = z.object({
  id: text,
  account_id: z.string(),
  date,
  amount: number,
  currency: text,
  name: text,
  notes: text,
});
export type SureTransaction = z.infer<typeof transaction>;

const transfer = z.object({ inflow_transaction_id: z.string(), outflow_transaction_id: z.string() });

const holding = z.object({
  account_id: z.string(),
  ticker: text,
  exchange_operating_mic: text,
  date,
  qty: number,
});
type SureHolding = z.infer<typeof holding>;

const entry = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) });

/** The entries of an export by their types. */
export interface SureExport {
  readonly accounts: readonly SureAccount[];
  readonly trades: readonly SureTrade[];
  readonly transactions: readonly SureTransaction[];
  readonly transfers: readonly z.infer<typeof transfer>[];
  readonly holdings: readonly SureHolding[];
  /** The numbers of entries of other types. */
  readonly others: ReadonlyMap<string, number>;
}

/**
 * Reads the lines of an export, each of which is JSON.
 * @throws MoveInError
 */
export function parseSure(bytes: Uint8Array): SureExport {
  const found = {
    accounts: [] as SureAccount[],
    trades: [] as SureTrade[],
    transactions: [] as SureTransaction[],
    transfers: [] as z.infer<typeof transfer>[],
    holdings: [] as SureHolding[],
    others: new Map<string, number>(),
  };
  const add: Readonly<Record<string, (data: unknown) => boolean>> = {
    Account: (data) => push(found.accounts, account.safeParse(data)),
    Trade: (data) => push(found.trades, trade.safeParse(data)),
    Transaction: (data) => push(found.transactions, transaction.safeParse(data)),
    Transfer: (data) => push(found.transfers, transfer.safeParse(data)),
    Holding: (data) => push(found.holdings, holding.safeParse(data)),
  };
  for (const [index, line] of decodeText(bytes).split('\n').entries()) {
    if (line.trim() === '') continue;
    const { data: parsed } = entry.safeParse(parseJson(line, index + 1));
    if (!parsed) throw damagedAtLine(index + 1);
    const { type, data } = parsed;
    const reader = Object.hasOwn(add, type) ? add[type] : undefined;
    if (!reader) found.others.set(type, (found.others.get(type) ?? 0) + 1);
    else if (!reader(data)) throw damagedAtLine(index + 1);
  }
  return found;
}

function push<Item>(items: Item[], { data }: { readonly data?: Item | undefined }): boolean {
  if (data === undefined) return false;
  items.push(data);
  return true;
}
