import { describeFailure } from '#lib/api/server-error.ts';

const fieldNames: readonly (readonly [field: RegExp, name: string])[] = [
  [/^bars\[0\]\.close /, 'The price '],
  [/^bars\[0\]\.date /, 'The date '],
  [/^bars\[0\]\.(open|high|low|volume) /, 'The $1 '],
];

/** As `describeFailure`, for a request with one price: its field is named as in the form. */
export function describePriceFailure(
  error: unknown,
  fallback: string,
): [message: string, detail: string | null] {
  const [message, detail] = describeFailure(error, fallback);
  return [fieldNames.reduce((text, [field, name]) => text.replace(field, name), message), detail];
}
