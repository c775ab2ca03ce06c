import { z } from 'zod';

/** Whether PostgreSQL can store a text: it rejects U+0000 and unpaired surrogates. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** The length of a text in Unicode code points. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

/** Control characters, format characters and line separators can hide, overwrite or reorder the text around them. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

const joinable = String.raw`(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\p{L}\p{M}\p{S}]`;

/** Persian and Indic words and emoji need zero-width joiners and non-joiners between characters, which they shape. */
const joiners = new RegExp(String.raw`(?<=${joinable})[\u200C\u200D](?=${joinable})`, 'gu');

/** Check for text that is shown on one line, in the web client and in the operator's terminal. */
export function oneLine(label: string) {
  return z.refine<string>((value) => !unprintable.test(value.replace(joiners, '')), {
    error: `${label} contains control characters or invisible ones`,
    abort: true,
  });
}

function isMissing(input: unknown): boolean {
  return input === undefined || input === null;
}

/**
 * Text that PostgreSQL can store.
 * @param label start of each error message
 * @param missing error message if the value is missing
 */
export function text(label: string, missing = `${label} is required`) {
  return z
    .string({ error: ({ input }) => (isMissing(input) ? missing : `${label} must be text`) })
    .refine(isStorable, { error: `${label} contains characters that cannot be stored`, abort: true });
}

/** Required text: empty or blank counts as missing. */
export function requiredText(label: string, missing = `${label} is required`) {
  return text(label, missing).refine((value) => value.trim() !== '', { error: missing, abort: true });
}

/** Text of at most `maximum` code points. */
export function limitedText(label: string, maximum: number) {
  return text(label)
    .refine((value) => codePoints(value) <= maximum, {
      error: `${label} must be at most ${maximum.toLocaleString('en-US')} characters`,
    })
    .meta({ maxLength: maximum });
}

/** A name of 1 to `maximum` code points, not blank, on one line. Not trimmed. */
export function requiredName(label: string, maximum: number) {
  return requiredText(label)
    .check(oneLine(label))
    .refine((value) => codePoints(value) <= maximum, {
      error: `${label} must be at most ${maximum.toLocaleString('en-US')} characters`,
    })
    .meta({ minLength: 1, maxLength: maximum });
}

/** Blank optional text counts as missing. */
export function nullIfBlank(value: string | null | undefined): string | null {
  return value?.trim() ? value : null;
}

/** An optional name of at most `maximum` code points. An empty or blank one becomes null. */
export function optionalName(label: string, maximum: number, example: string) {
  return limitedText(label, maximum)
    .meta({ examples: [example] })
    .check(oneLine(label))
    .nullish()
    .transform(nullIfBlank);
}

const isoDatePattern = /^\d{4}-(0[1-9]|1[0-2])-\d{2}$/;

/** Whether `day` is an existing date `YYYY-MM-DD`. Year 0 is not valid: PostgreSQL rejects it. */
export function isCalendarDate(day: string): boolean {
  if (!isoDatePattern.test(day) || day < '0001') return false;
  // February 30 is read as a day of March. Formatting the date takes four times as long, and a request may have 20,000.
  return new Date(day).getUTCDate() === Number(day.slice(8));
}

/** A calendar date in a request, `YYYY-MM-DD`. Rejects impossible dates such as `2024-02-30`. */
export function calendarDate(label: string) {
  return text(label)
    .refine(isCalendarDate, {
      error: `${label} must be a calendar date like 2024-12-31`,
    })
    .meta({ format: 'date', examples: ['2024-12-31'] });
}

/** The largest `integer` of PostgreSQL. */
export const maxInteger = 2_147_483_647;

/** A number of things in a response. */
export const count = z.number().int().min(0).max(maxInteger);

/** A calendar date in a response. */
export const isoDate = z.string().meta({ format: 'date', examples: ['2024-12-31'] });

/** An instant in a response, ISO 8601 in UTC. */
export const timestamp = z.string().meta({ format: 'date-time', examples: ['2024-12-31T22:15:00.000Z'] });

function wholeNumber(label: string, minimum: number, maximum: number) {
  const error = `${label} must be a whole number from ${minimum} to ${maximum.toLocaleString('en-US')}`;
  return z.number({ error }).int(error).min(minimum, error).max(maximum, error);
}

/** `limit` and `offset` of a list. Without them, the response contains the whole list. */
export const paging = {
  limit: wholeNumber('limit', 1, 1000)
    .meta({ description: 'Maximum number of entries', examples: [50] })
    .optional(),
  offset: wholeNumber('offset', 0, 100_000_000)
    .meta({ description: 'Number of entries to skip', examples: [0] })
    .optional(),
};

export const exampleId = '0b6a4f0e-5b7e-4a53-9f5e-2f3c7f0f4c11';

/** Whether a text can be the id of a row. PostgreSQL rejects all others, which would be an error of the server. */
export function isUuid(text: string): boolean {
  return z.uuid().safeParse(text).success;
}

/** An id in a request. Its form is not checked: a malformed id returns 404 like an unknown one. */
export const opaqueId = z.string().meta({ examples: [exampleId] });

/** An id in a response: always a UUID. */
export const uuid = opaqueId.meta({ format: 'uuid', examples: [exampleId] });

/** The IP address of a client in a response. */
export const clientAddress = z.string().meta({ examples: ['203.0.113.7'] });

/** The program of a client in a response. */
export const clientName = z.string().meta({ examples: ['Firefox on Linux'] });

/** Number of entries of the whole list, whatever page was requested. */
export const totalCount = count.meta({
  description: 'Number of entries in the whole list, not only on this page',
  examples: [1],
});

/** Output of an operation that returns only a message for the user. */
export const message = z
  .object({ message: z.string().meta({ description: 'Message for the user', examples: ['Done'] }) })
  .meta({ id: 'Message' });

/** A symbol in a path, upper-cased. Its form is not checked: a malformed one returns 404 like an unknown one. */
export const symbolInPath = text('Symbol')
  .meta({
    description: 'Ticker symbol in upper or lower case, for example AAPL, BRK-B or 0700.HK',
    examples: ['AAPL'],
  })
  .transform((value) => value.trim().toUpperCase());
