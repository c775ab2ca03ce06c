import type { NotificationChannel, SavedChannel } from '@stockbook/api/schemas';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { QueryError } from '#components/feedback/error-box.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { useUndoToast } from '#components/feedback/toasts.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { OneTimeSecret } from '#components/ui/one-time-secret.tsx';
import { ActionMenu } from '#components/ui/overlay/action-menu.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { describeFailure } from '#lib/api/server-error.ts';
import { formatDate } from '#lib/format/dates.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { useChannels, useDeleteChannel, useSwitchChannel, useTestChannel, useUndoSave } from '../api.ts';
import { AddressConfirmation } from './address-confirmation.tsx';
import { isEntered, labelOf } from './channel-kinds.ts';
import { TestResult } from './test-result.tsx';

const elementIdOf = ({ id }: { readonly id: string }) => `channel-${id}`;

/** A channel with its state, switch, test and menu. */
function ChannelRow({ channel, onEdit }: { channel: NotificationChannel; onEdit: () => void }) {
  const { name, kind, target } = channel;
  const isDevice = !isEntered(kind);
  const { confirm } = useAlerts();
  const row = useRef<HTMLLIElement>(null);
  const [isConfirmedHere, setIsConfirmedHere] = useState(false);
  const { isActive, setActive, error: switchError } = useSwitchChannel(channel);
  const { remove, isDeleting, error: deleteError } = useDeleteChannel(channel);
  const { mutate: test, isPending: isTesting, data: result, error: testError } = useTestChannel();
  const error = switchError ?? deleteError ?? testError;

  async function confirmAndDelete() {
    const question = isDevice
      ? `Stop notifications on ${name}?`
      : `Delete the channel “${name}”? Messages that wait for it are cancelled.`;
    if (await confirm(question, isDevice ? 'Stop' : 'Delete')) remove();
  }

  function acceptConfirmation() {
    // The field that has the focus disappears.
    row.current?.focus();
    setIsConfirmedHere(true);
  }

  return (
    <li ref={row} id={elementIdOf(channel)} tabIndex={-1} className="py-3 first:pt-0 last:pb-0">
      <div className="flex items-center gap-x-3 gap-y-2 max-sm:flex-wrap">
        <div className="min-w-0 grow basis-0 max-sm:basis-full">
          <p className="flex flex-wrap items-center gap-x-2.5 text-sm font-medium">
            <span className="min-w-0">{name}</span>
            <Badge>{labelOf(kind)}</Badge>
            {channel.is_this_device && <Badge tone="accent">This device</Badge>}
          </p>
          <p className="truncate text-xs leading-5 text-muted" title={target}>
            {target}
          </p>
          <ChannelState channel={channel} hasTestResult={result !== undefined} />
        </div>
        <Button
          size="sm"
          aria-label={isDevice ? `Send test to ${name}` : `Test ${name}`}
          disabled={isTesting || !channel.is_confirmed}
          onClick={() => test({ channelId: channel.id })}
          className="w-24 max-sm:mr-auto"
        >
          {testLabel(isDevice, isTesting)}
        </Button>
        <Switch
          label={<span className="sr-only">Deliver to {name}</span>}
          checked={isActive}
          onChange={setActive}
        />
        <ActionMenu
          label={`Menu of ${name}`}
          actions={[
            { label: 'Edit', icon: <Pencil aria-hidden="true" />, onSelect: onEdit },
            { label: 'Delete', icon: <Trash2 aria-hidden="true" />, onSelect: confirmAndDelete },
          ]}
        />
      </div>
      {!channel.is_confirmed && (
        <AddressConfirmation key={target} channel={channel} onConfirmed={acceptConfirmation} />
      )}
      <p role="status" className="text-xs leading-5">
        {isConfirmedHere && channel.is_confirmed && !result && (
          <span className="text-up">The address is confirmed.</span>
        )}
        {result && !isTesting && <TestResult result={result} />}
      </p>
      {error && !isDeleting && (
        <QueryError error={error} fallback="Failed to save channel" className="mt-2" />
      )}
    </li>
  );
}

function testLabel(isDevice: boolean, isTesting: boolean): string {
  if (isDevice) return isTesting ? 'Sending...' : 'Send test';
  return isTesting ? 'Testing...' : 'Test';
}

interface ChannelStateProps {
  channel: NotificationChannel;
  /** Whether the outcome of the last test is shown below. */
  hasTestResult: boolean;
}

/** Why messages do not arrive; null while they do, and beside the outcome of a test. */
function describeChannelFailure({ channel, hasTestResult }: ChannelStateProps): string | null {
  const { failing_since, last_error } = channel;
  if (failing_since) {
    return `Failing since ${formatDate(failing_since)}: ${last_error ?? 'the target did not answer'}`;
  }
  return last_error && !hasTestResult ? `The last test failed: ${last_error}` : null;
}

function ChannelState({ channel, hasTestResult }: ChannelStateProps) {
  const { is_confirmed, last_ok_at, last_seen_at } = channel;
  if (!is_confirmed) {
    return <p className="text-xs leading-5 text-warn">Waits for confirmation: {describeWait(channel)}</p>;
  }
  const lastOpened = last_seen_at && `Last opened ${formatDate(last_seen_at)}`;
  const failure = describeChannelFailure({ channel, hasTestResult });
  if (failure !== null) {
    return (
      <>
        {/* A device that fails may be one that is gone. */}
        {lastOpened && <p className="text-xs leading-5 text-muted">{lastOpened}</p>}
        <p className="text-xs leading-5 text-down">{failure}</p>
      </>
    );
  }
  return (
    <p className="text-xs leading-5 text-muted">
      {lastOpened && `${lastOpened} · `}
      {last_ok_at ? `Last delivered ${formatDate(last_ok_at)}` : 'Nothing delivered yet'}
    </p>
  );
}

function describeWait({ confirmation, confirmation_expires_at, last_error }: NotificationChannel): string {
  if (last_error) return `the email with the ${confirmation} was not sent. ${last_error}`;
  if (confirmation_expires_at === null) return 'nothing is sent to this address before.';
  if (confirmation === 'link') return 'open the link in the email that was sent to this address.';
  return 'enter the code from the email that was sent to this address.';
}

const ChannelDialog = lazyWithReload(async () => (await import('./channel-dialog.tsx')).ChannelDialog);

/** @returns a function that shows a message about a saved channel, which leads to it and takes the change back */
function useSavedMessage() {
  const showToast = useUndoToast();
  const undoOf = useUndoSave();
  const { alert } = useAlerts();
  return (saved: SavedChannel, before: NotificationChannel | null) => {
    const undo = undoOf(saved, before);
    showToast({
      message: before === null ? 'Channel added.' : 'Channel saved.',
      onShow: () => document.getElementById(elementIdOf(saved))?.focus(),
      onUndo:
        undo &&
        (() => void undo().catch((error) => alert(...describeFailure(error, 'Failed to save channel')))),
    });
  };
}

/** The channels that deliver signals besides the inbox. */
export function ChannelsCard() {
  const showSaved = useSavedMessage();
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
        Signals of stocks with notifications on are sent to these channels and devices. Simulated data stays
        in the inbox.
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
            onSaved={(saved) => {
              if (saved.secret) setSecret({ name: saved.name, text: saved.secret });
              showSaved(saved, edited);
            }}
          />
        </SectionBoundary>
      )}
    </Card>
  );
}
