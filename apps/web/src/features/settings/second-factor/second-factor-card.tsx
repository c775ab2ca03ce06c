import { useAlerts } from '#components/feedback/alerts.tsx';
import { QueryError } from '#components/feedback/error-box.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { trpc } from '#lib/api/trpc.ts';
import { formatLocalDate } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { useRemoveSecondFactor } from '../api.ts';

const SetupDialog = lazyWithReload(async () => (await import('./setup-dialog.tsx')).SetupDialog);
const RecoveryCodes = lazyWithReload(async () => (await import('./recovery-codes.tsx')).RecoveryCodes);

/** Two-step sign-in: the password and a code of an authenticator app. */
export function SecondFactorCard() {
  const { confirm } = useAlerts();
  const { data, error, isPending, refetch } = trpc.auth.secondFactor.useQuery();
  const create = trpc.auth.createSecondFactor.useMutation();
  const renew = trpc.auth.renewRecoveryCodes.useMutation();
  const remove = useRemoveSecondFactor();
  const isBusy = create.isPending || renew.isPending || remove.isPending;

  async function confirmAndRenew() {
    if (await confirm('Replace your recovery codes? The present ones stop working at once.', 'Replace')) {
      renew.mutate();
    }
  }

  async function confirmAndRemove() {
    if (await confirm('Turn off two-step sign-in? Your password alone will sign you in.', 'Turn off')) {
      remove.mutate();
    }
  }

  return (
    <Card title="Two-step sign-in" headingLevel={3}>
      <p className="mb-4 text-sm text-muted">
        Besides your password, signing in takes a code of an authenticator app on your phone.
      </p>
      {isPending && <Skeleton className="h-9" />}
      <QueryError error={error} fallback="Failed to load two-step sign-in" onRetry={refetch} />
      <QueryError error={create.error} fallback="Failed to turn two-step sign-in on" className="mb-3" />
      <QueryError error={renew.error} fallback="Failed to replace the recovery codes" className="mb-3" />
      <QueryError error={remove.error} fallback="Failed to turn two-step sign-in off" className="mb-3" />
      {data && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm font-medium">{describe(data)}</p>
          {data.is_on ? (
            <div className="flex flex-wrap gap-2">
              <Button disabled={isBusy} onClick={confirmAndRenew}>
                New recovery codes
              </Button>
              <Button disabled={isBusy} onClick={confirmAndRemove}>
                Turn off
              </Button>
            </div>
          ) : (
            <Button disabled={isBusy} onClick={() => create.mutate()}>
              Turn on
            </Button>
          )}
        </div>
      )}
      <SectionBoundary name="Two-step sign-in">
        {create.data && <SetupDialog {...create.data} onClose={create.reset} />}
        {renew.data && <RecoveryCodes codes={renew.data.recovery_codes} onDone={renew.reset} />}
      </SectionBoundary>
    </Card>
  );
}

interface SecondFactor {
  readonly is_on: boolean;
  readonly since: string | null;
  readonly recovery_codes_left: number;
}

function describe({ is_on, since, recovery_codes_left: left }: SecondFactor): string {
  if (!is_on) return 'Off';
  const codes = left === 1 ? '1 recovery code left' : `${formatCount(left)} recovery codes left`;
  return since === null ? `On · ${codes}` : `On since ${formatLocalDate(since)} · ${codes}`;
}
