import {
  type CostMethod,
  type Journal,
  type JournalEntry,
  type JournalPrice,
  journal,
} from '@stockbook/portfolio';
import { type PackedBook, unpackBook } from '@stockbook/portfolio/thread';
import { BeancountSyntax, type JournalStock } from './beancount-journal.ts';
import { journalNames } from './journal-names.ts';
import { type JournalSyntax, LedgerSyntax } from './ledger-journal.ts';
import { type PostingContext, postingsOf } from './postings.ts';
import { ShareLegs } from './share-legs.ts';

/** A journal as a text, which is written in a calculation thread: a book may have 20,000 transactions. */
export interface JournalRequest {
  readonly book: PackedBook;
  /** Null: the last day of the figures. */
  readonly until: string | null;
  readonly format: 'ledger' | 'beancount';
  /** Name of the portfolio. */
  readonly name: string;
  readonly method: CostMethod;
  /** The stocks of the transactions, by symbol. */
  readonly stocks: readonly JournalStock[];
  /** A sentence about simulated prices; null without any. */
  readonly simulatedNote: string | null;
}

/** Characters. */
const pieceLength = 256 * 1024;

/** Runs in a thread: yields the pieces of the text. */
export function* answer(request: JournalRequest): Generator<string | undefined, null, number> {
  const book = yield* unpackBook(request.book);
  const found = journal(book, request.until);
  yield;
  let piece = '';
  for (const line of linesOf(found, request, book.cashTracking)) {
    piece += line;
    if (piece.length >= pieceLength) {
      yield piece;
      piece = '';
    }
  }
  yield piece;
  return null;
}

function* linesOf(found: Journal, request: JournalRequest, cashTracking: boolean): Generator<string> {
  const { method, name, stocks } = request;
  const { currency } = found;
  const symbols = stocks.map(({ symbol }) => symbol);
  const names = journalNames(request.format, name, symbols);
  const syntax: JournalSyntax =
    request.format === 'ledger'
      ? new LedgerSyntax(names, currency)
      : new BeancountSyntax(names, { method, title: name, stocks, currency });
  const shares = new ShareLegs(method);
  yield syntax.head(found, notesOf(found, request));
  for (const { prices, entries } of byDay(found)) {
    for (const price of prices) yield syntax.price(price);
    for (const entry of entries) {
      const context: PostingContext = { names, currency, cashTracking };
      const postings = postingsOf(entry, shares.of(entry), context);
      // A purchase at price 0 has one line, a change of nothing has none.
      if (postings.shares.length + postings.money.length > 0) yield syntax.entry(entry, postings);
    }
  }
}

function notesOf({ until, skipped }: Journal, { name, simulatedNote }: JournalRequest): string[] {
  const title = name.replaceAll(/\s+/g, ' ');
  return [
    `${title}, up to ${until}, in today's shares`,
    ...(simulatedNote === null ? [] : [simulatedNote]),
    ...skipped.map(({ symbol, reason }) => `Without ${symbol}: ${reason}`),
  ];
}

interface DayOfJournal {
  readonly prices: JournalPrice[];
  readonly entries: JournalEntry[];
}

function byDay({ prices, entries }: Journal): DayOfJournal[] {
  const days = new Map<string, DayOfJournal>();
  const dayOf = (date: string) => {
    const day = days.get(date) ?? { prices: [], entries: [] };
    days.set(date, day);
    return day;
  };
  for (const price of prices) dayOf(price.date).prices.push(price);
  for (const entry of entries) dayOf(entry.date).entries.push(entry);
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day);
}
