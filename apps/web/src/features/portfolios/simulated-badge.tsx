import type { PortfolioPerformance } from '@stockbook/api/schemas';
import { Badge } from '#components/ui/badge.tsx';
import { simulatedWarning } from '#lib/data-source.ts';

type Warnings = PortfolioPerformance['warnings'];

/** Whether figures contain prices that are not real. */
function isSimulated(warnings: Warnings | undefined): boolean {
  return warnings?.some(({ kind }) => kind === 'simulated') ?? false;
}

/** Marks figures and pictures that contain prices that are not real. */
export function SimulatedBadge({ warnings }: { warnings: Warnings | undefined }) {
  return isSimulated(warnings) ? <Badge tone="warn">{simulatedWarning.short}</Badge> : null;
}
