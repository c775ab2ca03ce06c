import { z } from 'zod';
import { requiredText } from './text.ts';

const isoDate = /^\d{4}-\d{2}-\d{2}$/;

function isCalendarDate(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** A calendar date a caller names, `YYYY-MM-DD`; `2024-02-30` is none. */
export function calendarDate(label: string) {
  return requiredText(label)
    .refine((value) => isoDate.test(value) && isCalendarDate(value), {
      error: `${label} must be a calendar date like 2024-12-31`,
    })
    .meta({ format: 'date', example: '2024-12-31' });
}

/** A calendar date in an answer. */
export const dateOut = z.string().meta({ format: 'date', example: '2024-12-31' });

/** An instant in an answer, ISO 8601 in UTC. */
export const instantOut = z.string().meta({ format: 'date-time', example: '2024-12-31T20:00:00.000Z' });

/**
 * A whole number in a query string, where everything is text. Text counts as the number only when it is
 * spelled like one; over tRPC the number itself is taken.
 */
function queryInteger(label: string, minimum: number, maximum: number) {
  const sentence = `${label} must be a whole number from ${minimum} to ${maximum.toLocaleString('en-US')}`;
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
    z.number({ error: sentence }).int(sentence).min(minimum, sentence).max(maximum, sentence),
  );
}

/** `limit` and `offset` of a list that can grow; without them the list is whole. */
export const paging = {
  limit: queryInteger('limit', 1, 1000).optional().meta({ description: 'At most this many entries' }),
  offset: queryInteger('offset', 0, 100_000_000)
    .optional()
    .meta({ description: 'Leave out this many first' }),
};

/** A task or entity id. Its form is not judged: a malformed id is answered like one that never was. */
export const opaqueId = z.string().meta({ example: '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c11' });

export const message = z.object({ message: z.string() }).meta({ id: 'Message' });
