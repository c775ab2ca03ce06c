import { dayNumber } from '@stockbook/common/days';
import { type Book, type CostMethod, holdings, journal, realised, splitFactor } from '@stockbook/portfolio';
import { packBook } from '@stockbook/portfolio/testing';
import { journalNames } from '../journal-names.ts';
import { answer } from '../journal-pieces.ts';
import type { CheckedBook } from './check-journals.ts';

function symbolsOf(book: Book): string[] {
  return [...new Set(book.transactions.flatMap(({ symbol }) => symbol ?? []))].sort();
}

function textOf(book: Book, format: 'ledger' | 'beancount', method: CostMethod, name = 'My book'): string {
  const symbols = symbolsOf(book);
  const stocks = symbols.map((symbol) => ({ symbol, name: `${symbol} Inc.` }));
  const request = { book: packBook(book), until: null, format, name, method, stocks, simulatedNote: null };
  const pieces = answer(request);
  let text = '';
  for (let step = pieces.next(0); !step.done; step = pieces.next(0)) text += step.value ?? '';
  return text;
}

/** Today's shares that are held at the end of the last day, by symbol. */
export function sharesOf(book: Book): Map<string, number> {
  const { date, holdings: held } = holdings(book, { date: null, closed: true });
  return new Map(
    held.map(({ symbol, quantity }) => {
      const { splits = [] } = book.histories.get(symbol) ?? {};
      return [symbol, Number(splitFactor(splits, dayNumber(date), dayNumber(book.today))) * quantity];
    }),
  );
}

/** Books with their journals and figures. */
export function withJournals(books: readonly Book[], method: CostMethod): CheckedBook[] {
  return books.map((book, index) => {
    const name = `Book ${index}`;
    const { until } = journal(book, null);
    return {
      names: {
        ledger: journalNames('ledger', name, symbolsOf(book)),
        beancount: journalNames('beancount', name, symbolsOf(book)),
      },
      ledger: textOf(book, 'ledger', method, name),
      beancount: textOf(book, 'beancount', method, name),
      shares: sharesOf(book),
      cash: holdings(book, { date: null, closed: false }).cash,
      realised: realised(book, { method, taxYearStart: '01-01', year: null, until }),
    };
  });
}

/** The symbols of a book with a number: the journals of several books become one file. */
export function withOwnSymbols(book: Book, index: number): Book {
  const rename = (symbol: string) => (symbol.endsWith('=X') ? symbol : `${symbol}${index}`);
  return {
    ...book,
    transactions: book.transactions.map((transaction) => ({
      ...transaction,
      symbol: transaction.symbol && rename(transaction.symbol),
    })),
    histories: new Map(
      Array.from(book.histories, ([symbol, history]) => [
        rename(symbol),
        { ...history, symbol: rename(symbol) },
      ]),
    ),
  };
}
