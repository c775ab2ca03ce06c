import { useAlerts } from '#components/feedback/alerts.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { cn } from '#lib/cn.ts';
import { useUpdateStrategy } from '../api/mutations.ts';
import type { Strategy } from '../api/types.ts';
import { isNewerFormat } from '../runnable-rules.ts';
import { liveTerms } from '../simulation-terms.ts';

export function LiveSwitch({ strategy }: { strategy: Strategy }) {
  const { alert } = useAlerts();
  const update = useUpdateStrategy();
  // The requested state, until the changed strategy has come.
  const isActive = update.isPending ? (update.variables.is_active ?? strategy.is_active) : strategy.is_active;
  const toggle = (is_active: boolean) =>
    update.mutate(
      { strategyId: strategy.id, is_active },
      {
        onError: (error) => alert(...describeFailure(error, 'Failed to save strategy')),
      },
    );
  return (
    <span title={liveTerms} className="relative z-10 shrink-0">
      <Switch
        label={
          <>
            <span aria-hidden="true" className={cn('min-w-7', !isActive && 'text-muted')}>
              Live
            </span>
            <span className="sr-only">Live signals of {strategy.name}</span>
          </>
        }
        checked={isActive}
        onChange={toggle}
      />
    </span>
  );
}

/** Rules that this version cannot run. */
export function UnrunnableRules({ strategy }: { strategy: Strategy }) {
  return (
    <div className="mt-2 space-y-2">
      {isNewerFormat(strategy.rules) ? (
        <Badge tone="warn">Made by a newer version</Badge>
      ) : (
        <p className="text-sm text-muted">This strategy's rules are not in a form that can be run</p>
      )}
      {strategy.description && <p className="text-sm">{strategy.description}</p>}
      <pre className="max-h-28 overflow-hidden rounded-md bg-sunken p-2.5 font-mono text-xs whitespace-pre-wrap">
        {JSON.stringify(strategy.rules, null, 2)}
      </pre>
    </div>
  );
}
