import type { NotificationChannel } from '@stockbook/api/schemas';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { OneTimeSecret } from '#components/ui/one-time-secret.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { useChannels } from '../api.ts';
import { ChannelRow } from './channel-row.tsx';

const ChannelDialog = lazyWithReload(async () => (await import('./channel-dialog.tsx')).ChannelDialog);

/** Where signals are delivered besides the inbox. */
export function ChannelsCard() {
  const { data, error, isPending, refetch } = useChannels();
  /** The channel in the dialog, or null for a new one; undefined if the dialog is closed. */
  const [edited, setEdited] = useState<NotificationChannel | null>();
  const [secret, setSecret] = useState<{ readonly name: string; readonly text: string } | null>(null);

  return (
    <Card
      title="Channels"
      actions={
        <Button size="sm" disabled={!data} onClick={() => setEdited(null)}>
          <Plus aria-hidden="true" /> Add Channel
        </Button>
      }
    >
      <p className="mb-4 text-sm text-muted">
        Signals of stocks with notifications on are sent to these channels after the close. Simulated data
        stays in the inbox.
      </p>
      {secret && (
        <div className="mb-4">
          <OneTimeSecret
            label={`Signing secret of ${secret.name}`}
            copiedMessage="The signing secret was copied"
            secret={secret.text}
            onDone={() => setSecret(null)}
          />
        </div>
      )}
      {isPending && <Skeleton className="h-15" />}
      <QueryError error={error} fallback="Failed to load channels" onRetry={refetch} />
      {data?.channels.length === 0 && (
        <p className="flex h-15 items-center text-sm text-muted">
          No channels yet. Until you add one, signals stay in the inbox.
        </p>
      )}
      <ul aria-label="Channels" className="divide-y divide-line">
        {data?.channels.map((channel) => (
          <ChannelRow key={channel.id} channel={channel} onEdit={() => setEdited(channel)} />
        ))}
      </ul>
      {edited !== undefined && data && (
        <SectionBoundary name="The form of a channel">
          <ChannelDialog
            channel={edited}
            kinds={data.kinds}
            onClose={() => setEdited(undefined)}
            onSaved={(name, text) => text && setSecret({ name, text })}
          />
        </SectionBoundary>
      )}
    </Card>
  );
}
