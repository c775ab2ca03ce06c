import type { PasskeyOutput } from '@stockbook/api/schemas';
import { useState } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { QueryError } from '#components/feedback/error-box.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { trpc, usePasskeysPossible } from '#lib/api/trpc.ts';
import { formatDay, formatLocalDate } from '#lib/format/dates.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { useRemovePasskey } from '../api.ts';

const dialogs = () => import('./passkey-dialogs.tsx');
const AddPasskeyDialog = lazyWithReload(async () => (await dialogs()).AddPasskeyDialog);
const RenamePasskeyDialog = lazyWithReload(async () => (await dialogs()).RenamePasskeyDialog);

function PasskeyRow({ passkey }: { passkey: PasskeyOutput }) {
  const { confirm } = useAlerts();
  const { mutate: remove, isPending, error } = useRemovePasskey();
  const [isRenaming, setIsRenaming] = useState(false);
  const { id, name, created_at, last_used_at } = passkey;
  const lastUse = last_used_at === null ? 'never used' : `last used ${formatDay(last_used_at)}`;

  async function confirmAndRemove() {
    if (await confirm(`Remove ${name}? You can no longer sign in with it.`, 'Remove')) {
      remove({ passkeyId: id });
    }
  }

  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 grow basis-64 text-sm break-words">
          <span className="font-medium">{name}</span>{' '}
          <span className="text-xs text-muted">
            · added {formatLocalDate(created_at)} · {lastUse}
          </span>
        </p>
        <div className="flex gap-2">
          <Button size="sm" aria-label={`Rename ${name}`} onClick={() => setIsRenaming(true)}>
            Rename
          </Button>
          <Button size="sm" aria-label={`Remove ${name}`} disabled={isPending} onClick={confirmAndRemove}>
            Remove
          </Button>
        </div>
      </div>
      <QueryError error={error} fallback="Failed to remove passkey" className="mt-2" />
      {isRenaming && (
        <SectionBoundary name="The name">
          <RenamePasskeyDialog passkey={passkey} onClose={() => setIsRenaming(false)} />
        </SectionBoundary>
      )}
    </li>
  );
}

function PasskeyList() {
  const { data, error, isPending, refetch } = trpc.auth.passkeys.useQuery();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <div className="mt-4">
      {isPending && <Skeleton className="my-2 h-11" />}
      <QueryError error={error} fallback="Failed to load passkeys" onRetry={refetch} className="mb-3" />
      {data?.total === 0 && <p className="mb-4 text-sm">No passkeys yet.</p>}
      {data && data.total > 0 && (
        <ul aria-label="Passkeys" className="mb-4 divide-y divide-line">
          {data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <Button onClick={() => setIsAdding(true)}>Add a passkey</Button>
      {isAdding && (
        <SectionBoundary name="The new passkey">
          <AddPasskeyDialog onClose={() => setIsAdding(false)} />
        </SectionBoundary>
      )}
    </div>
  );
}

/** The passkeys of the user: adds, renames and removes them. */
export function PasskeysCard() {
  const isPossible = usePasskeysPossible();
  return (
    <Card title="Passkeys" headingLevel={3}>
      <p className="text-sm text-muted">
        {isPossible === false
          ? 'Passkeys need HTTPS and a fixed address (PUBLIC_URL)'
          : 'Your device or a security key signs you in, without a password and a code.'}
      </p>
      {isPossible === undefined && <Skeleton className="mt-6 mb-2 h-11" />}
      {isPossible && <PasskeyList />}
    </Card>
  );
}
