import type { Portfolio } from '@stockbook/api/schemas';

/** The button `Import` with its wizard. */
export function ImportTransactions({ portfolio: _ }: { portfolio: Portfolio }) {
  return null;
}
