import { z } from 'zod';
import {
  calendarDate,
  codePoints,
  count,
  exampleId,
  isoDate,
  opaqueId,
  paging,
  requiredText,
  symbolInPath,
  text,
  timestamp,
  totalCount,
  uuid,
} from '../primitives.ts';
import { currencyCode, quotedInPercent, stockSymbol } from '../watch-list/schemas.ts';

/** Code points. */
export const maxEntryLength = 10_000;

/** Code points. */
const maxSearchLength = 200;

const kinds = ['note', 'idea', 'buy', 'sell', 'review'] as const;
const kind = z
  .enum(kinds, { error: `kind must be one of: ${kinds.join(', ')}` })
  .meta({ description: 'What the entry is about', examples: ['idea'] });

const price = z.number().nullable();

export const journalEntry = z
  .object({
    id: uuid,
    symbol: stockSymbol,
    name: z
      .string()
      .nullable()
      .meta({ description: 'Null for a stock that the server does not hold', examples: ['Apple Inc.'] }),
    currency: currencyCode,
    quoted_in: quotedInPercent,
    day: isoDate.meta({ examples: ['2026-11-20'] }),
    kind,
    text: z.string().meta({ examples: ['Services grow faster than expected'] }),
    close: price.meta({
      description:
        'Close of the last bar at or before the day, in today’s shares; null if there is none within a week',
      examples: [187.4],
    }),
    close_date: isoDate.nullable().meta({ description: 'Day of that bar', examples: ['2026-11-20'] }),
    last_close: price.meta({ description: 'Of the last stored bar', examples: [231.1] }),
    highlights: z
      .array(
        z
          .object({
            offset: count.meta({ examples: [9] }),
            length: count.meta({ examples: [4] }),
          })
          .meta({ id: 'Highlight' }),
      )
      .meta({
        description:
          'Only with `q`: the words found in `text`, in UTF-16 code units, ascending; empty if only symbol or name matched',
      })
      .optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'JournalEntry' });
export type JournalEntry = z.infer<typeof journalEntry>;

const { limit, offset } = paging;

export const listJournalInput = z
  .object({
    symbol: symbolInPath.optional(),
    kind: kind.optional(),
    since: calendarDate('since').meta({ description: 'First day' }).optional(),
    until: calendarDate('until').meta({ description: 'Last day' }).optional(),
    q: text('q')
      .refine(
        (value) => codePoints(value) <= maxSearchLength,
        `q must be at most ${maxSearchLength} characters`,
      )
      .meta({
        description:
          'Words that must all be in the text, or in the symbol or name of its stock; the last one may be the beginning of a word. A blank text filters nothing',
        maxLength: maxSearchLength,
        examples: ['services'],
      })
      .optional(),
    limit: limit.meta({ description: 'Maximum number of entries; 100 without it', examples: [50] }),
    offset,
  })
  .refine(({ since, until }) => since === undefined || until === undefined || since <= until, {
    error: 'since must not be after until',
    path: ['since'],
  });

export const journal = z
  .object({
    entries: z.array(journalEntry).meta({ description: 'Newest day first, within a day the newest written' }),
    total: totalCount.meta({ description: 'Number of entries that match' }),
  })
  .meta({ id: 'Journal' });
export type Journal = z.infer<typeof journal>;

const entryText = requiredText('Text')
  .refine((value) => codePoints(value) <= maxEntryLength, {
    error: `Text must be at most ${maxEntryLength.toLocaleString('en-US')} characters`,
  })
  .meta({ minLength: 1, maxLength: maxEntryLength, examples: ['Services grow faster than expected'] });

const day = calendarDate('day').meta({
  description: 'At most tomorrow in UTC, where the day begins earlier',
  examples: ['2024-11-20'],
});

export const createEntryInput = z
  .object({
    symbol: symbolInPath.meta({ description: 'Any stock that the server holds', examples: ['AAPL'] }),
    text: entryText,
    kind: kind.default('note'),
    day: day.optional().meta({ description: 'Default: today in UTC. At most tomorrow in UTC' }),
  })
  .meta({ id: 'NewJournalEntry' });

const entryId = opaqueId.meta({ description: 'Id of an entry', examples: [exampleId] });

export const entryInput = z.object({ entryId });

export const updateEntryInput = z
  .object({ entryId, text: entryText.optional(), kind: kind.optional(), day: day.optional() })
  .refine(({ entryId: _, ...changes }) => Object.values(changes).some((change) => change !== undefined), {
    error: 'Name at least one of text, kind and day',
  })
  .meta({ id: 'JournalEntryChanges', description: 'At least one of the fields', minProperties: 1 });
