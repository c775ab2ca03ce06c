import { z } from 'zod';

/** PostgreSQL keeps neither U+0000 nor an unpaired surrogate, so no text may carry one. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** Lengths are counted in Unicode code points, as a person counts characters. */
export function codePoints(text: string): number {
  return Array.from(text).length;
}

/** Control and format characters, and line separators: they hide, overwrite or reorder the text around them. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Checks a text that is shown on one line, in pages and in the operator's terminal. */
export function oneLine(label: string) {
  return z.refine<string>((value) => !unprintable.test(value), {
    error: `${label} contains control characters or invisible ones`,
    abort: true,
  });
}

function isMissing(input: unknown): boolean {
  return input === undefined || input === null;
}

/** Any text PostgreSQL can keep. `label` opens the sentence of each failure, but for one of its own where it is missing. */
export function text(label: string, missing = `${label} is required`) {
  return z
    .string({ error: ({ input }) => (isMissing(input) ? missing : `${label} must be text`) })
    .refine(isStorable, { error: `${label} contains characters that cannot be stored`, abort: true });
}

/** Text that must be there: empty or blank counts as missing. */
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

/** A name of 1 to `maximum` code points, not blank, kept as it was given. */
export function requiredName(label: string, maximum: number) {
  return requiredText(label)
    .check(oneLine(label))
    .refine((value) => codePoints(value) <= maximum, {
      error: `${label} must be at most ${maximum.toLocaleString('en-US')} characters`,
    })
    .meta({ minLength: 1, maxLength: maximum });
}

/** A name of at most `maximum` code points that may be left out; an empty one is none. */
export function optionalName(label: string, maximum: number) {
  return limitedText(label, maximum)
    .check(oneLine(label))
    .nullish()
    .transform((value) => value || null);
}
