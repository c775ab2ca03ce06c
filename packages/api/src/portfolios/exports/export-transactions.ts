import { type EntityManager, type ExportedTransaction, exportedTransactionRepository } from '@stockbook/db';
import { piecesFromThread } from '@stockbook/indicators';
import { Decimal } from 'decimal.js';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { nextTurn } from '../../streaming/event-loop.ts';
import { OutputStream } from '../../streaming/output-stream.ts';
import { answerFigures, assertNotAfterToday, todayOf } from '../book/find-book.ts';
import { type LoadedBook, loadBook, readSnapshot } from '../book/load-book.ts';
import { presentWarnings } from '../book/warnings.ts';
import { costMethodOf } from '../holdings/get-holdings.ts';
import { findPortfolio } from '../portfolios.ts';
import { presentTransactions } from '../transactions/present.ts';
import type { JournalRequest } from './journal-pieces.ts';
import { portfolioPerformanceColumns, portfolioPerformanceLines } from './portfolio-performance.ts';
import type { exportTransactionsInput } from './schemas.ts';
import { stockbookColumns, stockbookLine } from './stockbook-csv.ts';

type Input = z.output<typeof exportTransactionsInput>;

const module = new URL('./journal-pieces.ts', import.meta.url).href;

/** Rows in one query and in one turn of the event loop. */
const pageSize = 500;

/**
 * Writes the transactions of a portfolio of the caller as a file, oldest first.
 * @throws AppError NOT_FOUND, BAD_REQUEST if the last day is after today, TOO_MANY_REQUESTS
 */
export async function exportTransactions(ctx: UserContext, input: Input) {
  const { portfolioId, until, format } = input;
  assertNotAfterToday(todayOf(ctx), 'until', until);
  const request = { portfolioIds: [portfolioId], benchmark: null };
  return answerFigures(ctx, request, input, async () => {
    const stream =
      format === 'ledger' || format === 'beancount'
        ? await OutputStream.start(
            writeJournal(ctx, journalRequestOf(await loadBook(ctx, request), format, until)),
            'csv',
          )
        : await OutputStream.whole(writeLines(ctx, input), 'csv');
    ctx.adopt(stream);
    return stream;
  });
}

function journalRequestOf(
  loaded: LoadedBook,
  format: JournalRequest['format'],
  until: string | undefined,
): JournalRequest {
  const { book, portfolios, scope, stocks } = loaded;
  const held = new Set(scope.stockIds);
  const own = stocks.filter(({ id }) => held.has(id));
  const symbols = own.map(({ symbol }) => symbol).sort();
  const names = new Map(own.map(({ symbol, name }) => [symbol, name]));
  const simulated = presentWarnings([], loaded, symbols).find(({ kind }) => kind === 'simulated');
  return {
    book,
    until: until ?? null,
    format,
    name: portfolios[0]?.name ?? '',
    method: costMethodOf(loaded),
    stocks: symbols.map((symbol) => ({ symbol, name: names.get(symbol) ?? symbol })),
    simulatedNote: simulated?.message ?? null,
  };
}

/** A user has one such stream at a time, as of day tables. */
async function* writeJournal(
  { user, requestId, services: { largeReads } }: UserContext,
  request: JournalRequest,
): AsyncGenerator<string> {
  const leave = await largeReads.enter(`${user.id} days`, requestId);
  try {
    yield* piecesFromThread<string>(module, request, `${user.id} days`);
  } finally {
    leave();
  }
}

/** The lines of a CSV file, from one snapshot. */
async function* writeLines(ctx: UserContext, input: Input): AsyncGenerator<string> {
  const lines = await readSnapshot(ctx, (tx) => readLines(ctx, tx, input));
  yield* lines;
}

async function readLines(
  { user, services }: UserContext,
  tx: EntityManager,
  { portfolioId, since, until, format, part = 'securities' }: Input,
): Promise<string[]> {
  const portfolio = await findPortfolio(tx, user.id, portfolioId);
  const isOwn = format === 'stockbook';
  const pieces = [`${(isOwn ? stockbookColumns : portfolioPerformanceColumns).join(',')}\r\n`];
  for (let offset = 0; ; offset += pageSize) {
    const filter = { since, until, limit: pageSize, offset };
    const rows = await exportedTransactionRepository.listPage(tx, user.id, portfolio.id, filter);
    if (isOwn) pieces.push(rows.map(stockbookLine).join(''));
    else {
      const unpriced = rows.filter(isUnpricedTransfer);
      const presented = await presentTransactions(tx, user.id, portfolio, unpriced, todayOf({ services }));
      const values = new Map(presented.map(({ id, value }) => [id, value]));
      const marketValue = ({ id }: ExportedTransaction) => {
        const value = values.get(id) ?? null;
        return value === null ? null : new Decimal(value);
      };
      const lines = rows.map((row) => portfolioPerformanceLines(row, part, marketValue, portfolio.currency));
      pieces.push(lines.join(''));
    }
    if (rows.length < pageSize) return pieces;
    await nextTurn();
  }
}

function isUnpricedTransfer({ type, price }: ExportedTransaction): boolean {
  return price === null && (type === 'TRANSFER_IN' || type === 'TRANSFER_OUT');
}
