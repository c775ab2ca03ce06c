import type { NotificationChannel } from '@stockbook/api/schemas';
import type { ReactNode } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { HttpsNotice } from '#components/feedback/https-notice.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { formatDateAtTime } from '#lib/format/dates.ts';
import { useShowDetails, useTestChannel } from '../api.ts';
import { TestResult } from '../channels/test-result.tsx';
import { type DeviceView, useDevice } from './use-device.ts';

type State = DeviceView['state'];

/** The sentences of the states that need no more than a sentence. */
const sentences: Readonly<Record<Exclude<State, 'insecure' | 'not-offered' | 'on'>, string>> = {
  unsupported: 'This browser cannot show notifications of web pages.',
  'not-installed':
    'On iPhone and iPad notifications work only after installing: tap Share, then Add to Home Screen, and open Stockbook from there (iOS 16.4 or later).',
  off: 'Signals of stocks with notifications on appear on this device, even when Stockbook is closed.',
  refused:
    "Notifications are blocked for this site. Allow them in the browser's settings for this site, then try again.",
  lost: 'Notifications on this device stopped: the browser ended them.',
  failed: 'The browser could not reach its push service. Try again later.',
};

/** The buttons that turn notifications on. */
const buttons: { readonly [S in State]?: string } = {
  off: 'Turn on for this device',
  refused: 'Try again',
  lost: 'Turn on again',
  failed: 'Try again',
};

function sentenceOf(view: Exclude<DeviceView, { state: 'insecure' }>): string {
  if (view.state === 'not-offered') return view.reason;
  if (view.state !== 'on') return sentences[view.state];
  const { last_ok_at } = view.channel;
  return last_ok_at ? `On. Last notification ${formatDateAtTime(last_ok_at)}.` : 'On.';
}

function Sentence({ view }: { view: DeviceView }) {
  if (view.state === 'insecure') return <HttpsNotice />;
  return <p className="text-sm text-muted">{sentenceOf(view)}</p>;
}

/** A device that is turned on. */
function DeviceOn({ channel, children }: { channel: NotificationChannel; children: ReactNode }) {
  const { id, last_error } = channel;
  const { mutate: test, isPending, data: result, error: testError } = useTestChannel();
  const details = useShowDetails(channel);
  return (
    <>
      {last_error && !result && <p className="text-sm text-down">{last_error}</p>}
      <Switch label="Show details on the lock screen" checked={details.areShown} onChange={details.show} />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" disabled={isPending} onClick={() => test({ channelId: id })}>
          {isPending ? 'Sending...' : 'Send test'}
        </Button>
        {children}
        <p role="status" className="min-w-0 text-xs leading-5">
          {result && !isPending && <TestResult result={result} />}
        </p>
      </div>
      <QueryError error={testError ?? details.error} fallback="Failed to save channel" />
    </>
  );
}

/** Turns notifications on and off for the browser in use. */
export function DeviceCard() {
  const { view, turnOn, turnOff, isTurningOn, isTurningOff, loadError, retry, error } = useDevice();
  const button = view && buttons[view.state];
  return (
    <Card title="Notifications on this device">
      <div className="space-y-3">
        {!view && !loadError && <Skeleton className="h-20" />}
        <QueryError error={loadError} fallback="Failed to load notifications" onRetry={retry} />
        {/* Always rendered: screen readers announce only changes of a live region. */}
        <div role="status">{view && <Sentence view={view} />}</div>
        {button && (
          <Button size="sm" variant="primary" disabled={isTurningOn} onClick={turnOn}>
            {isTurningOn ? 'Turning on...' : button}
          </Button>
        )}
        {view?.state === 'on' && (
          <DeviceOn channel={view.channel}>
            <Button
              size="sm"
              variant="quiet"
              disabled={isTurningOff}
              onClick={() => turnOff(view.channel.id)}
            >
              {isTurningOff ? 'Turning off...' : 'Turn off for this device'}
            </Button>
          </DeviceOn>
        )}
        <QueryError error={error} fallback="Failed to change the notifications of this device" />
      </div>
    </Card>
  );
}
