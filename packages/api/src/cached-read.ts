import type { WatchListPart, WatchListRequest } from '@stockbook/db';
import type { z } from 'zod';
import type { Services } from './context.ts';

/** A valid input, with what its key needs. */
interface KeyRequest {
  readonly watchList: WatchListRequest;
  /** The use case's key; null if the use case throws, because the user does not track the stock. */
  keyOf(part: WatchListPart): readonly unknown[] | null;
}

/**
 * How the key of a use case follows from its input and a part of the watch list. The statement that validates the token
 * also reads that part, so that a fresh response takes one statement and no call of the procedure.
 * @returns null if the input is not valid
 */
export type CachedRead = (input: unknown, services: Services) => KeyRequest | null;

export function cachedRead<Schema extends z.ZodType>(
  schema: Schema,
  watchListOf: (input: z.output<Schema>) => WatchListRequest,
  keyOf: (
    part: WatchListPart,
    input: z.output<Schema>,
    services: Pick<Services, 'clock'>,
  ) => readonly unknown[] | null,
): CachedRead {
  return (unparsed, services) => {
    const { success, data } = schema.safeParse(unparsed);
    if (!success) return null;
    return { watchList: watchListOf(data), keyOf: (part) => keyOf(part, data, services) };
  };
}
