import { ExplainedTerm } from '#components/ui/explained-term.tsx';
import type { StatisticName } from '../api/types.ts';
import { statisticGuides } from './statistics-guide.ts';

/** The name of a statistic, which explains itself. */
export function StatisticTerm({ name }: { name: StatisticName }) {
  const { label, meaning, formula } = statisticGuides[name];
  return (
    <ExplainedTerm term={label}>
      <p className="mt-1">{meaning}</p>
      <p className="mt-2 text-xs text-muted">Formula</p>
      <p className="font-mono text-xs leading-5">{formula}</p>
    </ExplainedTerm>
  );
}
