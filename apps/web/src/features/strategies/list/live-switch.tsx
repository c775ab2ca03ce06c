import { useAlerts } from '#components/feedback/alerts.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { cn } from '#lib/cn.ts';
import { useUpdateStrategy } from '../api/mutations.ts';
import type { Strategy } from '../api/types.ts';

/** Switches the signals of a strategy on and off. */
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
    <span className="relative z-10 shrink-0">
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
