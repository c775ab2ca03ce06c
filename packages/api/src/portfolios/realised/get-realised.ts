import type { Realised } from '@stockbook/portfolio';
import { computeInThread } from '@stockbook/portfolio/thread';
import type { z } from 'zod';
import { CachedResponse, type UserContext } from '../../context.ts';
import { csvTable } from '../../csv.ts';
import { answerFigures } from '../book/find-book.ts';
import { loadBook } from '../book/load-book.ts';
import { presentSkipped } from '../book/warnings.ts';
import { costMethodOf } from '../holdings/get-holdings.ts';
import type { RealisedGains, realisedCsvInput, realisedInput } from './schemas.ts';

/**
 * Lists the gains that sales of a portfolio of the caller have realised, by tax year.
 * @throws AppError NOT_FOUND
 */
export async function getRealised(
  ctx: UserContext,
  input: z.output<typeof realisedInput>,
): Promise<RealisedGains | CachedResponse> {
  const { portfolioId, year = null, limit, offset = 0 } = input;
  const request = { portfolioIds: [portfolioId], benchmark: null };
  return answerFigures(ctx, request, input, async () => {
    const loaded = await loadBook(ctx, request);
    const taxYearStart = loaded.portfolios[0]?.taxYearStart ?? '01-01';
    const options = { method: costMethodOf(loaded), taxYearStart, year, until: null };
    const found = await computeInThread(
      { name: 'realised', book: loaded.book, options },
      ctx.user.id,
      ctx.clientSignal(),
    );
    const sales = found.sales.toReversed();
    return {
      years: found.years.toReversed().map((each) => ({ ...each })),
      sales: sales.slice(offset, limit === undefined ? undefined : offset + limit).map(presentSale),
      total: sales.length,
      skipped: presentSkipped(found.skipped),
    };
  });
}

type Sale = RealisedGains['sales'][number];

function presentSale({ lots, transactionId, ...sale }: Realised['sales'][number]): Sale {
  return {
    ...sale,
    lots: lots.map(({ boughtOn, daysHeld, ...lot }) => ({
      bought_on: boughtOn,
      days_held: daysHeld,
      ...lot,
    })),
  };
}

const csvColumns = [
  'date',
  'symbol',
  'bought_on',
  'days_held',
  'quantity',
  'proceeds',
  'cost',
  'gain',
  'taxes',
];

/**
 * Writes the realised gains of a portfolio of the caller as CSV, oldest first: a line for each lot, or for each sale by
 * average cost. The taxes of a sale stand in its first line.
 * @throws AppError NOT_FOUND
 */
export async function getRealisedAsCsv(ctx: UserContext, input: z.output<typeof realisedCsvInput>) {
  const realised = await getRealised(ctx, input);
  if (realised instanceof CachedResponse) return realised;
  return { csv: csvTable(csvColumns, realised.sales.toReversed().flatMap(linesOf)) };
}

function linesOf({ lots, ...sale }: Sale): Readonly<Record<string, unknown>>[] {
  const { date, symbol, taxes } = sale;
  if (lots.length === 0) return [sale];
  return lots.map((lot, index) => ({ date, symbol, ...lot, taxes: index === 0 ? taxes : null }));
}
