import type { TrackedStock } from '@stockbook/db';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { nextTurn } from '../../streaming/event-loop.ts';
import { OutputStream } from '../../streaming/output-stream.ts';
import type { barsOfStocksInput } from '../schemas.ts';
import { exchangeDate, readBars } from './read-bars.ts';

type Input = z.output<typeof barsOfStocksInput>;

/** Writing this many takes about a millisecond. */
const rowsPerPiece = 1_000;

/** Writes the JSON text of `BarsOfStocks`. Reads one stock at a time, so that memory does not grow with their number. */
async function* writeBars(
  ctx: UserContext,
  stocks: readonly TrackedStock[],
  { symbols, ...selection }: Input,
): AsyncGenerator<string> {
  const leave = await ctx.largeReads.enter(`${ctx.user.id} false`, ctx.requestId);
  try {
    const { interval } = selection;
    yield `${JSON.stringify({ interval }).slice(0, -1)},"stocks":[`;
    let separator = '';
    for (const stock of stocks) {
      const { data } = await readBars(ctx, stock, { ...selection, symbol: stock.symbol });
      const head = { symbol: stock.symbol, currency: stock.currency };
      yield `${separator}${JSON.stringify(head).slice(0, -1)},"data":[`;
      separator = ',';
      for (let start = 0; start < data.length; start += rowsPerPiece) {
        const rows = JSON.stringify(data.slice(start, start + rowsPerPiece)).slice(1, -1);
        await nextTurn();
        yield `${start === 0 ? '' : ','}${rows}`;
      }
      yield ']}';
    }
    const found = new Set(stocks.map(({ symbol }) => symbol));
    yield `],"unknown":${JSON.stringify(symbols.filter((symbol) => !found.has(symbol)))}}`;
  } finally {
    leave();
  }
}

/**
 * Streams the price bars of several tracked stocks, in the requested order. Lists symbols that the caller does not track.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function getBarsOfStocks(ctx: UserContext, input: Input) {
  const found = await Promise.all(
    input.symbols.map((symbol) => ctx.watchLists.findStock(ctx.user.id, symbol)),
  );
  const stocks = found.filter((stock) => stock !== null);
  const days = stocks.map((stock) => exchangeDate(ctx, stock, input.interval));
  return ctx.cached([stocks, days, input], async () => {
    const stream = await OutputStream.start(writeBars(ctx, stocks, input));
    ctx.adopt(stream);
    return stream;
  });
}
