import type { Portfolio } from '@stockbook/api/schemas';
import { useId, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { PaleWhileBusy } from '#components/feedback/pale-while-busy.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { SkippedHoldings } from '../holdings/skipped-holdings.tsx';
import { AllocationBars, AllocationTable } from './allocation-parts.tsx';
import {
  type Allocation,
  type Division,
  dimensionNames,
  useAllocation,
  useTagGroups,
  useTargets,
} from './api.ts';
import { RebalanceDialog } from './rebalance-dialog.tsx';
import { TagsDialog } from './tags-dialog.tsx';
import { TargetsDialog } from './targets-dialog.tsx';

type OpenDialog = 'tags' | 'targets' | 'rebalance';

/** The value of a portfolio in parts, beside their targets. */
export function AllocationTab({ portfolio }: { portfolio: Portfolio }) {
  const [division, setDivision] = useState<Division>({ by: 'stock' });
  const { data, error, isPending, isPlaceholderData, refetch } = useAllocation(portfolio.id, division);
  const targets = useTargets(portfolio.id);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const hasTargets = targets.data === undefined || targets.data.targets.length > 0;
  const close = () => setDialog(null);

  return (
    <section aria-label="Allocation" className="space-y-4">
      <div className="flex flex-wrap items-center gap-2">
        <DivisionSelect portfolioId={portfolio.id} division={division} onChange={setDivision} />
        <span className="flex gap-2 sm:ml-auto">
          <Button size="sm" onClick={() => setDialog('tags')}>
            Tags
          </Button>
          <Button size="sm" onClick={() => setDialog('targets')}>
            Targets
          </Button>
          <Button size="sm" onClick={() => setDialog('rebalance')}>
            Rebalance
          </Button>
        </span>
      </div>
      {!hasTargets && <p className="text-sm text-muted">Set targets to see how far you are from them.</p>}
      <QueryError error={error} fallback="Failed to load the allocation" onRetry={refetch} />
      {isPending && <AllocationLoading />}
      {data && (
        <PaleWhileBusy isBusy={isPlaceholderData}>
          <Parts allocation={data} currency={portfolio.currency} />
        </PaleWhileBusy>
      )}
      {dialog === 'tags' && <TagsDialog portfolio={portfolio} onClose={close} />}
      {dialog === 'targets' && <TargetsDialog portfolio={portfolio} onClose={close} />}
      {dialog === 'rebalance' && (
        <RebalanceDialog portfolio={portfolio} onClose={close} onTargets={() => setDialog('targets')} />
      )}
    </section>
  );
}

function Parts({ allocation, currency }: { allocation: Allocation; currency: string }) {
  const { parts, skipped } = allocation;
  if (parts.length === 0) {
    return (
      <>
        <p className="rounded-lg border border-dashed border-edge px-6 py-12 text-center text-sm text-muted">
          Nothing to divide yet.
        </p>
        <SkippedHoldings skipped={skipped} />
      </>
    );
  }
  return (
    <>
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <AllocationBars parts={parts} />
        <AllocationTable allocation={allocation} currency={currency} />
      </div>
      <SkippedHoldings skipped={skipped} />
    </>
  );
}

interface DivisionSelectProps {
  portfolioId: string;
  division: Division;
  onChange: (division: Division) => void;
}

const tagPrefix = 'tag:';

function DivisionSelect({ portfolioId, division, onChange }: DivisionSelectProps) {
  const id = useId();
  const { data } = useTagGroups(portfolioId);
  const value = division.by === 'tag' ? `${tagPrefix}${division.group}` : division.by;
  function choose(chosen: string) {
    const dimension = Object.keys(dimensionNames).find((each) => each === chosen);
    if (dimension) onChange({ by: dimension as Division['by'] });
    else onChange({ by: 'tag', group: chosen.slice(tagPrefix.length) });
  }
  return (
    <span className="flex items-center gap-2 text-sm">
      <label htmlFor={id}>By</label>
      <Select
        id={id}
        size="sm"
        value={value}
        onChange={({ target }) => choose(target.value)}
        className="w-44"
      >
        {Object.entries(dimensionNames).map(([dimension, name]) => (
          <option key={dimension} value={dimension}>
            {name}
          </option>
        ))}
        {data?.groups.map(({ id: groupId, name }) => (
          <option key={groupId} value={`${tagPrefix}${name}`}>
            {name}
          </option>
        ))}
      </Select>
    </span>
  );
}

/** Placeholder of the bars and the table. */
function AllocationLoading() {
  return (
    <div role="status" className="grid grid-cols-1 gap-5 lg:grid-cols-2">
      <span className="sr-only">Loading the allocation...</span>
      <Skeleton className="h-72 rounded-lg" />
      <Skeleton className="h-72 rounded-lg" />
    </div>
  );
}
