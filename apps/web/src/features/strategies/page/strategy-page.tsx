import { Link, useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { memo } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { QueryError } from '#components/feedback/error-box.tsx';
import { PageProblem } from '#components/feedback/page-problem.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { useDeleteStrategy } from '../api/mutations.ts';
import { useStrategy } from '../api/queries.ts';
import type { StrategyDetail } from '../api/types.ts';
import { LiveSwitch, UnrunnableRules } from '../list/live-switch.tsx';
import { ShownSymbolContext } from '../result/shown-symbol.ts';
import { readRunnableRules } from '../runnable-rules.ts';
import { simulationTerms } from '../simulation-terms.ts';
import { type RunSelection, type ShownPart, StrategyWorkbench } from './strategy-workbench.tsx';

interface StrategyContentProps extends RunSelection {
  strategyId: string;
}

/** A strategy: its rules on the left, its results on the right. `onShow` must keep its identity. */
export function StrategyPage({ symbol, ...props }: StrategyContentProps & Pick<ShownPart, 'symbol'>) {
  return (
    <ShownSymbolContext value={symbol}>
      <StrategyContent {...props} />
    </ShownSymbolContext>
  );
}

const StrategyContent = memo(function StrategyContent({ strategyId, ...selection }: StrategyContentProps) {
  const { data: strategy, error, refetch } = useStrategy(strategyId);
  if (error && !strategy) {
    return (
      <PageProblem
        subject="strategy"
        error={error}
        fallback="Failed to load strategies"
        listLink={
          <Link to="/strategies" className={buttonClass('primary')}>
            All strategies
          </Link>
        }
        onRetry={refetch}
      />
    );
  }
  if (!strategy) return <StrategyLoading />;
  const rules = readRunnableRules(strategy.rules);
  return (
    <div className="space-y-5">
      <StrategyHeader strategy={strategy} />
      <LiveProblems problems={strategy.live_problems} />
      <QueryError error={error} fallback="Failed to load strategies" onRetry={refetch} />
      <SectionBoundary name="The strategy">
        {rules ? (
          <StrategyWorkbench {...selection} strategy={strategy} rules={rules} />
        ) : (
          <UnrunnableRules strategy={strategy} />
        )}
      </SectionBoundary>
    </div>
  );
});

function StrategyHeader({ strategy }: { strategy: StrategyDetail }) {
  const { alert, confirm } = useAlerts();
  const remove = useDeleteStrategy();
  const navigate = useNavigate();

  async function confirmAndDelete() {
    const question = `Delete "${strategy.name}" with its backtests? Its signals stay.`;
    if (!(await confirm(question, 'Delete'))) return;
    remove.mutate(
      { strategyId: strategy.id },
      {
        onSuccess: () => void navigate({ to: '/strategies', ignoreBlocker: true }),
        onError: (error) => alert(...describeFailure(error, 'Failed to delete strategy')),
      },
    );
  }

  return (
    <PageHeader
      title={strategy.name}
      badge="Preview"
      sentence={`${simulationTerms} Bars without volume are traded too.`}
      actions={
        <>
          {strategy.runnable && <LiveSwitch strategy={strategy} />}
          <Button size="sm" disabled={remove.isPending} onClick={confirmAndDelete}>
            <Trash2 aria-hidden="true" /> Delete
          </Button>
        </>
      }
    />
  );
}

/** The stocks on which a live strategy gives no signals, each with the reason; a long list is folded. */
function LiveProblems({ problems }: { problems: StrategyDetail['live_problems'] }) {
  if (problems.length === 0) return null;
  const stocks = problems.length === 1 ? '1 stock' : `${problems.length} stocks`;
  return (
    <details
      open={problems.length <= 3}
      className="rounded-md bg-warn-soft px-3.5 py-2.5 text-sm print:hidden"
    >
      <summary className="w-fit cursor-pointer">No live signals on {stocks}</summary>
      <ul className="mt-1.5 space-y-0.5">
        {problems.map(({ symbol, message }) => (
          <li key={symbol}>
            <span className="font-medium">{symbol}</span>: {message}
          </li>
        ))}
      </ul>
    </details>
  );
}

function StrategyLoading() {
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">Loading strategy...</span>
      <Skeleton className="h-11 rounded-lg" />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-[22rem_minmax(0,1fr)] min-[100rem]:grid-cols-[28rem_minmax(0,1fr)]">
        <Skeleton className="h-60 rounded-lg lg:h-[48rem]" />
        <Skeleton className="min-h-[max(48rem,100dvh-8rem)] rounded-lg" />
      </div>
    </div>
  );
}
