import { portfolioRepository } from '@stockbook/db';
import { computeInThread, type Summary } from '@stockbook/portfolio/thread';
import type { z } from 'zod';
import type { CachedResponse, UserContext } from '../../context.ts';
import type { OutputStream } from '../../streaming/output-stream.ts';
import { streamList } from '../../streaming/stream-list.ts';
import { type BookRequest, bookKey, takeFigureTurn } from '../book/find-book.ts';
import { loadBook } from '../book/load-book.ts';
import { isSimulated } from '../book/warnings.ts';
import { presentPortfolio, symbolOf } from '../portfolios.ts';
import type { listPortfoliosInput, portfolioList, portfolioValues } from '../schemas.ts';

type Values = z.infer<typeof portfolioValues>;

/**
 * Lists the caller's portfolios, newest first. The quota bounds the page too: older accounts may exceed it.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function listPortfolios(
  ctx: UserContext,
  input: z.output<typeof listPortfoliosInput>,
): Promise<OutputStream | CachedResponse> {
  const { limit, offset, values = false } = input;
  const { portfolios: maximum } = ctx.services.quotas;
  const page = { limit: Math.min(limit ?? maximum, maximum), offset };
  const [rows, total] = await portfolioRepository.listOfUser(ctx.em, ctx.user.id, page);
  const portfolios = rows.map((row) => presentPortfolio(row, symbolOf(row)));
  const request = { portfolioIds: rows.map(({ id }) => id), benchmark: null };
  const key = values ? await bookKey(ctx, request) : null;
  return ctx.cached([portfolios, total, key], () =>
    streamList(ctx, async (): Promise<z.infer<typeof portfolioList>> => {
      const found = values ? await takeFigureTurn(ctx, () => computeValues(ctx, request)) : null;
      return { portfolios: portfolios.map((each) => ({ ...each, ...found?.get(each.id) })), total };
    }),
  );
}

/** The values of portfolios, by id, all from one snapshot. */
async function computeValues(ctx: UserContext, request: BookRequest): Promise<ReadonlyMap<string, Values>> {
  const loaded = await loadBook(ctx, request);
  const parts = loaded.portfolios.map(({ id, currency, cashTracking }) => ({ id, currency, cashTracking }));
  const summaries = await computeInThread(
    { name: 'summaries', book: loaded.book, options: parts },
    ctx.user.id,
    ctx.clientSignal(),
  );
  return new Map(
    summaries.flatMap((summary, index) => {
      const part = parts[index];
      return part ? [[part.id, presentValues(summary, isSimulated(loaded, summary.symbols))]] : [];
    }),
  );
}

function presentValues(summary: Summary, isSimulated: boolean): Values {
  return {
    value: summary.value,
    day_change: summary.dayChange,
    day_change_percent: summary.dayChangePercent,
    gain: summary.gain,
    twr_1y: summary.twr1y,
    twr_1y_since: summary.twr1ySince,
    as_of: summary.asOf,
    is_simulated: isSimulated,
  };
}
