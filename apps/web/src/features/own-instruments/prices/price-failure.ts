import { describeFailure } from '#lib/api/server-error.ts';

const fieldOfBar = /^bars\[0\]\.(date|open|high|low|close|volume) /;

/** As `describeFailure`, for a request with one price: its field is named as in the form. */
export function describePriceFailure(
  error: unknown,
  fallback: string,
): [message: string, detail: string | null] {
  const [message, detail] = describeFailure(error, fallback);
  const named = message.replace(
    fieldOfBar,
    (_, field: string) => `The ${field === 'close' ? 'price' : field} `,
  );
  return [named, detail];
}
