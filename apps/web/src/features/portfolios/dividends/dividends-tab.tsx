import type { Portfolio } from '@stockbook/api/schemas';

/** Body of a tab that has no content yet. */
export function DividendsTab({ portfolio }: { portfolio: Portfolio }) {
  return <p className="text-sm text-muted">{portfolio.name} has nothing to show here yet.</p>;
}
