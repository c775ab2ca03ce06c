import type { ActorContext, UserContext } from '../../context.ts';
import { AppError, fieldError } from '../../errors.ts';
import { type JudgedBars, judgeBars } from './judge-bars.ts';
import { maxBarsBodyValues, maxOwnBars } from './schemas.ts';
import { readInThread } from './thread/in-thread.ts';

interface GivenBars {
  /** A list, or the JSON text of a large one. */
  readonly bars?: readonly unknown[] | string | undefined;
  readonly csv?: string | undefined;
}

/**
 * Reads the bars of a request.
 * @throws AppError BAD_REQUEST if there are none, too many, or the text cannot be read
 */
export async function readBars(
  { user, services, clientSignal }: Omit<ActorContext<'clock'>, 'em'> & Pick<UserContext, 'clientSignal'>,
  { bars, csv }: GivenBars,
): Promise<JudgedBars> {
  const now = services.clock();
  if ((bars === undefined) === (csv === undefined)) throw fieldError('bars', 'Send bars or csv');
  const text = csv ?? bars;
  if (typeof text === 'string') {
    const kind = csv === undefined ? 'json' : 'csv';
    const request = {
      kind,
      text,
      nowMs: now.getTime(),
      maxRows: maxOwnBars,
      maxValues: maxBarsBodyValues,
    } as const;
    return readInThread(request, user.id, clientSignal());
  }
  if (text === undefined || text.length <= maxOwnBars) return judgeBars(text ?? [], now);
  throw fieldError('bars', `A request can have at most ${maxOwnBars.toLocaleString('en-US')} bars`);
}

/** @throws AppError BAD_REQUEST with the problems of the rows */
export function assertValid({ problems }: JudgedBars): void {
  const [first] = problems;
  if (!first) return;
  throw new AppError('BAD_REQUEST', first.message, {
    details: problems.map(({ field, message }) => ({ field, message })),
  });
}
