import { piecesFromThread } from '@stockbook/indicators';
import type { z } from 'zod';
import type { UserContext } from '../../context.ts';
import { OutputStream } from '../../streaming/output-stream.ts';
import { answerFigures, assertNotAfterToday, todayOf } from '../book/find-book.ts';
import { loadBook } from '../book/load-book.ts';
import type { DayTextRequest } from './day-pieces.ts';
import type { daysCsvInput, daysInput } from './schemas.ts';

const module = new URL('./day-pieces.ts', import.meta.url).href;

/**
 * Streams the day table of a portfolio of the caller.
 * @throws AppError NOT_FOUND, BAD_REQUEST if the period ends after today, TOO_MANY_REQUESTS
 */
export function getDays(ctx: UserContext, input: z.output<typeof daysInput>) {
  return streamDays(ctx, input, 'json');
}

/** Streams the day table of a portfolio of the caller as CSV. @throws AppError as `getDays` does */
export function getDaysAsCsv(ctx: UserContext, input: z.output<typeof daysCsvInput>) {
  return streamDays(ctx, input, 'csv');
}

async function streamDays(
  ctx: UserContext,
  input: z.output<typeof daysInput> | z.output<typeof daysCsvInput>,
  format: DayTextRequest['format'],
) {
  const { limit, offset } = { limit: undefined, offset: undefined, ...input };
  const { portfolioId, since = null, until, holdings } = input;
  assertNotAfterToday(todayOf(ctx), 'until', until);
  const request = { portfolioIds: [portfolioId], benchmark: null };
  return answerFigures(ctx, request, input, async () => {
    const { book, stocks } = await loadBook(ctx, request);
    const text: DayTextRequest = {
      book,
      options: { since, until: until ?? null, holdings },
      format,
      inPercent: stocks.flatMap(({ symbol, quotedIn }) => (quotedIn === 'percent' ? [symbol] : [])),
      offset: offset ?? 0,
      limit: limit ?? null,
    };
    const stream = await OutputStream.start(writeDays(ctx, text), format);
    ctx.adopt(stream);
    return stream;
  });
}

/** A user has one such stream at a time. Its turns are those of another user: a slow reader stops nothing else. */
async function* writeDays(
  { user, requestId, clientSignal, services: { largeReads } }: UserContext,
  text: DayTextRequest,
): AsyncGenerator<string> {
  const leave = await largeReads.enter(`${user.id} days`, requestId);
  try {
    yield* piecesFromThread<string>(module, text, `${user.id} days`, clientSignal());
  } finally {
    leave();
  }
}
