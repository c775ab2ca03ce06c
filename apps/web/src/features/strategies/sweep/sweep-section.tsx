import type { BacktestSettings } from '@stockbook/rules/settings';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Card } from '#components/ui/card.tsx';
import { useRuleNumbers } from '../api/queries.ts';
import { useSweep } from '../api/results.ts';
import { useSweepRun } from '../api/runs.ts';
import type { ListedSweep, StrategyDetail } from '../api/types.ts';
import { useHaveRulesChanged } from '../editor/canonical-rules.ts';
import { SweepForm } from './sweep-form.tsx';
import { type SweepParameter, type SweepRange, sweepParameters } from './sweep-range.ts';
import { SweepResult } from './sweep-result.tsx';

interface SweepSectionProps {
  strategy: StrategyDetail;
  /** Of the last backtest. */
  settings: BacktestSettings;
  /** The last sweep; undefined without one. */
  last: ListedSweep | undefined;
}

/** Runs a strategy with many values of one or two of its numbers. */
export function SweepSection({ strategy, settings, last }: SweepSectionProps) {
  const run = useSweepRun(strategy.id);
  const numbers = useRuleNumbers(strategy.rules);
  const parameters = sweepParameters(numbers.data ?? []);
  const result = useSweep(last?.status === 'SUCCESS' ? last.id : undefined);
  // The addresses of a sweep are those of its own rules, which may have changed since.
  const sweptRules = result.data?.rules ?? strategy.rules;
  const swept = useRuleNumbers(sweptRules);
  const haveRulesChanged = useHaveRulesChanged(strategy, sweptRules);
  const failure = last?.status === 'FAILURE' ? (last.error ?? 'Failed to run backtest') : null;
  return (
    <Card title="Sweep" className={result.data ? undefined : 'print:hidden'}>
      <p className="mb-4 text-sm text-muted print:hidden">
        Tries all combinations of one or two numbers on the first part of the time, and shows how the best one
        did in the last part. The saved rules and the costs of the last backtest are used.
      </p>
      <div className="space-y-5">
        <QueryError error={numbers.error} fallback="Failed to load strategies" onRetry={numbers.refetch} />
        {numbers.isPending && <Skeleton className="h-40" />}
        {numbers.data && (
          <SweepForm
            // The numbers of changed rules are others.
            key={JSON.stringify(numbers.data)}
            parameters={parameters}
            percent={run.isBusy ? run.percent : null}
            failure={run.failure ?? failure}
            onStart={(ranges, out_of_sample_percent) =>
              run.start({ strategyId: strategy.id, ranges, settings, out_of_sample_percent })
            }
          />
        )}
        <QueryError error={result.error} fallback="Failed to load the sweep" onRetry={result.refetch} />
        {haveRulesChanged && <p className="text-sm text-warn">The rules have changed since this sweep.</p>}
        {result.data && !swept.isPending && (
          <SweepResult
            sweep={result.data}
            labels={result.data.ranges.map((range) => labelOf(range, sweepParameters(swept.data ?? [])))}
          />
        )}
      </div>
    </Card>
  );
}

/** The name of a range; its addresses if the numbers of the rules could not be loaded. */
function labelOf({ numbers }: Pick<SweepRange, 'numbers'>, parameters: readonly SweepParameter[]): string {
  const key = numbers.join(' ');
  return parameters.find(({ addresses }) => addresses.join(' ') === key)?.label ?? numbers.join(', ');
}
