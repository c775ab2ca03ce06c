import { Plus } from 'lucide-react';
import { useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton, Spinner } from '#components/feedback/spinner.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { useCatalogue } from '#lib/api/trpc.ts';
import { useMonthSignals, useStrategies } from '../api/queries.ts';
import type { StrategyExample } from '../examples.ts';
import { simulationTerms } from '../simulation-terms.ts';
import { AddStrategyDialog } from './add-strategy-dialog.tsx';
import { ExampleList } from './example-list.tsx';
import { StrategyCard } from './strategy-card.tsx';

/** All strategies of the user, and examples to start from. */
export function StrategiesPage() {
  const { data, error, isPending, refetch } = useStrategies();
  const { data: catalogue } = useCatalogue();
  const signals = useMonthSignals();
  const [dialog, setDialog] = useState<{ isOpen: boolean; example: StrategyExample | null; id: number }>({
    isOpen: false,
    example: null,
    id: 0,
  });
  const openDialog = (example: StrategyExample | null) =>
    setDialog(({ id }) => ({ isOpen: true, example, id: id + 1 }));
  const strategies = data?.strategies;

  return (
    <div className="space-y-6">
      <header>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="flex items-center gap-2.5">
            <h1 className="text-xl font-semibold tracking-tight">Strategies</h1>
            <Badge>Preview</Badge>
          </div>
          <Button variant="primary" onClick={() => openDialog(null)}>
            <Plus aria-hidden="true" /> Add Strategy
          </Button>
        </div>
        <p className="mt-1 text-sm text-muted">{simulationTerms}</p>
      </header>
      <QueryError error={error} fallback="Failed to load strategies" onRetry={refetch} />
      {isPending && <StrategiesLoading />}
      {strategies?.length === 0 && (
        <p className="rounded-lg border border-dashed border-edge px-6 py-12 text-center text-sm text-muted">
          No strategies yet. Write a rule and see how it would have done.
        </p>
      )}
      {strategies && strategies.length > 0 && (
        <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
          {strategies.map((strategy) => (
            <li key={strategy.id} className="grid grid-cols-1">
              <StrategyCard
                strategy={strategy}
                catalogue={catalogue?.indicators}
                signalsThisMonth={signals && (signals.get(strategy.id) ?? 0)}
              />
            </li>
          ))}
        </ul>
      )}
      <ExampleList onChoose={openDialog} />
      <AddStrategyDialog
        // A draft of its own for each opening; the dialog stays mounted while it fades out.
        key={dialog.id}
        isOpen={dialog.isOpen}
        example={dialog.example}
        onClose={() => setDialog((current) => ({ ...current, isOpen: false }))}
      />
    </div>
  );
}

/** Placeholder of two cards. */
function StrategiesLoading() {
  return (
    <div className="relative grid grid-cols-1 gap-4 md:grid-cols-2">
      <Skeleton className="h-60 rounded-lg" />
      <Skeleton className="h-60 rounded-lg max-md:hidden" />
      <Spinner text="Loading strategies..." className="absolute inset-x-0 top-16" />
    </div>
  );
}
