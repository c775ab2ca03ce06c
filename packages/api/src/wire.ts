import { z } from 'zod';
import { text } from './text.ts';

const isoDatePattern = /^\d{4}-\d{2}-\d{2}$/;

/** The calendar has no year 0, and PostgreSQL refuses it. */
function isCalendarDate(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day) && day >= '0001';
}

/** A calendar date a caller names, `YYYY-MM-DD`; `2024-02-30` is none. */
export function calendarDate(label: string) {
  return text(label)
    .refine((value) => isoDatePattern.test(value) && isCalendarDate(value), {
      error: `${label} must be a calendar date like 2024-12-31`,
    })
    .meta({ format: 'date', examples: ['2024-12-31'] });
}

/** A calendar date in an answer. */
export const isoDate = z.string().meta({ format: 'date', examples: ['2024-12-31'] });

/** An instant in an answer, ISO 8601 in UTC. */
export const timestamp = z.string().meta({ format: 'date-time', examples: ['2024-12-31T20:00:00.000Z'] });

function wholeNumber(label: string, minimum: number, maximum: number) {
  const sentence = `${label} must be a whole number from ${minimum} to ${maximum.toLocaleString('en-US')}`;
  return z.number({ error: sentence }).int(sentence).min(minimum, sentence).max(maximum, sentence);
}

/** `limit` and `offset` of a list that can grow; without them the list is whole. */
export const paging = {
  limit: wholeNumber('limit', 1, 1000).meta({ description: 'At most this many entries' }).optional(),
  offset: wholeNumber('offset', 0, 100_000_000).meta({ description: 'Leave out this many first' }).optional(),
};

/** A task or entity id. Its form is not judged: a malformed id is answered like one that never was. */
export const opaqueId = z.string().meta({ examples: ['0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c11'] });

/** The same in an answer, where it is always a UUID. */
export const uuid = opaqueId.meta({ format: 'uuid', examples: ['0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c11'] });

/** How many entries a list has in all, whatever page of it is shown. */
export const totalCount = z
  .number()
  .int()
  .meta({ minimum: 0, description: 'All entries, not only this page’s' });

/** A sentence for a person, where there is nothing else to say. */
export const message = z.object({ message: z.string() }).meta({ id: 'Message' });
