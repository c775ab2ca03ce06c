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

/** Check for text that is shown on one line, in the web client and in the operator's terminal. */
export function oneLine(label: string) {
  return z.refine<string>((value) => !unprintable.test(value), {
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

/** An optional name of at most `maximum` code points. An empty one becomes null. */
export function optionalName(label: string, maximum: number) {
  return limitedText(label, maximum)
    .check(oneLine(label))
    .nullish()
    .transform((value) => value || null);
}
