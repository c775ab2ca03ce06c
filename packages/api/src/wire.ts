import { z } from 'zod';
import { text } from './text.ts';

const isoDatePattern = /^\d{4}-\d{2}-\d{2}$/;

/** Year 0 is not valid: PostgreSQL rejects it. */
function isCalendarDate(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day) && day >= '0001';
}

/** A calendar date in a request, `YYYY-MM-DD`. Rejects impossible dates such as `2024-02-30`. */
export function calendarDate(label: string) {
  return text(label)
    .refine((value) => isoDatePattern.test(value) && isCalendarDate(value), {
      error: `${label} must be a calendar date like 2024-12-31`,
    })
    .meta({ format: 'date', examples: ['2024-12-31'] });
}

/** A calendar date in a response. */
export const isoDate = z.string().meta({ format: 'date', examples: ['2024-12-31'] });

/** An instant in a response, ISO 8601 in UTC. */
export const timestamp = z.string().meta({ format: 'date-time', examples: ['2024-12-31T20:00:00.000Z'] });

function wholeNumber(label: string, minimum: number, maximum: number) {
  const error = `${label} must be a whole number from ${minimum} to ${maximum.toLocaleString('en-US')}`;
  return z.number({ error }).int(error).min(minimum, error).max(maximum, error);
}

/** `limit` and `offset` of a list. Without them, the response contains the whole list. */
export const paging = {
  limit: wholeNumber('limit', 1, 1000).meta({ description: 'Maximum number of entries' }).optional(),
  offset: wholeNumber('offset', 0, 100_000_000).meta({ description: 'Number of entries to skip' }).optional(),
};

/** An id in a request. Its form is not checked: a malformed id returns 404 like an unknown one. */
export const opaqueId = z.string().meta({ examples: ['0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c11'] });

/** An id in a response: always a UUID. */
export const uuid = opaqueId.meta({ format: 'uuid', examples: ['0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c11'] });

/** Number of entries of the whole list, whatever page was requested. */
export const totalCount = z
  .number()
  .int()
  .meta({ minimum: 0, description: 'Number of entries in the whole list, not only on this page' });

/** Output of an operation that returns only a message for the user. */
export const message = z.object({ message: z.string() }).meta({ id: 'Message' });
