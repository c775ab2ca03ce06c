import { unitsPerMain } from '@stockbook/common/currencies';
import { dateOfDay } from '@stockbook/common/days';
import type { Skipped } from '../answers.ts';
import type { Book, TransactionType } from '../book/book.ts';
import { type Booking, type CashChange, feesOf, taxesOf } from '../book/bookings.ts';
import { type Ledger, type LedgerView, ledgerSteps } from '../book/ledger.ts';
import { periodOf } from '../book/period.ts';
import { CostLedger, type LotChange, Transfers } from '../cost/cost-ledger.ts';
import { type Decimal, zero } from '../numbers/decimal.ts';
import { finish } from '../numbers/steps.ts';
import { type JournalLot, LotLabels } from './journal-lots.ts';
import { type JournalPrice, journalPrices } from './journal-prices.ts';

/** The effects of a transaction on accounts. Money without a currency of its own is in that of the book. */
export interface JournalEntry {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** `KEPT_SPLIT`: a split after which the number of shares stayed. */
  readonly type: TransactionType | 'KEPT_SPLIT';
  readonly symbol: string | null;
  /** First in, first out. */
  readonly added: readonly JournalLot[];
  /** The oldest first. */
  readonly removed: readonly JournalLot[];
  /** Pooled cost of the shares that were added or removed. */
  readonly averageCost: Decimal;
  /** In main currencies, after fees and taxes; none of invested money. */
  readonly cash: readonly CashChange[];
  /** Money of a sale, after fees and taxes. */
  readonly proceeds: Decimal;
  /** A deposit, or below 0 a withdrawal, before fees. */
  readonly contributed: Decimal;
  /** Gross. */
  readonly dividends: Decimal;
  readonly interest: Decimal;
  /** Those that are in no cost and no proceeds. */
  readonly fees: Decimal;
  /** Fees of an exchange in the currency that leaves: part of the first change of `cash`. */
  readonly exchangeFees: Decimal;
  /** Those that are in no cost. */
  readonly taxes: Decimal;
}

/** A book in double entry: quantities and prices are in today's shares. */
export interface Journal {
  readonly currency: string;
  /** The last day, `YYYY-MM-DD`. */
  readonly until: string;
  /** In an order in which no account runs out of shares. */
  readonly entries: readonly JournalEntry[];
  /** By day. */
  readonly prices: readonly JournalPrice[];
  readonly skipped: readonly Skipped[];
}

/**
 * The transactions of a book up to a day as entries of a journal.
 * @param until null: the last day of a performance by default
 */
export function journal(book: Book, until: string | null): Journal {
  const ledger = finish(ledgerSteps(book));
  const last = periodOf(ledger, null, until).until;
  const view = ledger.upTo(last);
  return {
    currency: book.currency,
    until: dateOfDay(last),
    entries: entriesOf(view, changesOf(ledger, view, last)),
    prices: journalPrices(ledger, view, last),
    skipped: view.skipped,
  };
}

/** A change of a position with the names of its lots. */
interface LabelledChange extends Pick<JournalEntry, 'added' | 'removed' | 'averageCost'> {
  readonly movement: LotChange['movement'];
}

const noChange = { added: [], removed: [], averageCost: zero };

/** The changes of each stock in the order in which they are booked. */
function changesOf(ledger: Ledger, { stocks }: LedgerView, last: number): Map<string, LabelledChange[]> {
  const transfers = new Transfers(ledger);
  const bySymbol = new Map<string, LabelledChange[]>();
  const labels = new LotLabels();
  const costs = stocks.map((stock) => {
    const changes: LabelledChange[] = [];
    bySymbol.set(stock.symbol, changes);
    const queue = labels.ofPosition();
    return new CostLedger(stock, ledger, transfers, ({ movement, lots, averageCost }) => {
      changes.push({ movement, averageCost, ...queue.apply(movement, lots) });
    });
  });
  for (const cost of costs) cost.advanceTo(last);
  return bySymbol;
}

/**
 * The entries of all bookings. Within a day, those that move shares of one stock change places: a sale may wait for a
 * purchase with a later ordinal.
 */
function entriesOf({ bookings }: LedgerView, changes: Map<string, LabelledChange[]>): JournalEntry[] {
  const byTransaction = new Map(bookings.map((booking) => [keyOf(booking), booking]));
  const next = new Map<string, number>();
  return bookings.map((booking) => {
    const { symbol } = booking;
    if (symbol === null || !movesShares(booking)) return entryOf(booking, noChange);
    const index = next.get(symbol) ?? 0;
    const change = changes.get(symbol)?.[index];
    next.set(symbol, index + 1);
    const moved = change && byTransaction.get(keyOf({ ...change.movement, symbol }));
    return change && moved ? entryOf(moved, change) : entryOf(booking, noChange);
  });
}

function keyOf({ entry, day, symbol }: Pick<Booking, 'entry' | 'day' | 'symbol'>): string {
  return entry?.transaction.id ?? `${symbol} ${day}`;
}

const movingTypes: ReadonlySet<string> = new Set(['BUY', 'SELL', 'TRANSFER_IN', 'TRANSFER_OUT']);

function movesShares({ entry }: Booking): boolean {
  return entry === null || movingTypes.has(entry.transaction.type);
}

function entryOf(
  booking: Booking,
  { added, removed, averageCost }: Omit<LabelledChange, 'movement'>,
): JournalEntry {
  const { day, entry, symbol, inflow, outflow, holdingOut, dividends, interest, cash } = booking;
  const type = entry?.transaction.type ?? 'KEPT_SPLIT';
  const isMoney = type === 'DEPOSIT' || type === 'WITHDRAWAL';
  const isTrade = type === 'BUY' || type === 'SELL';
  return {
    date: dateOfDay(day),
    type,
    symbol,
    added,
    removed,
    averageCost,
    cash,
    proceeds: type === 'SELL' ? holdingOut : zero,
    contributed: isMoney ? inflow.minus(outflow) : zero,
    dividends,
    interest,
    fees: isTrade ? zero : feesOf(booking),
    exchangeFees:
      type === 'EXCHANGE' && entry ? entry.fees.div(unitsPerMain(entry.transaction.currency)) : zero,
    taxes: type === 'BUY' ? zero : taxesOf(booking),
  };
}
