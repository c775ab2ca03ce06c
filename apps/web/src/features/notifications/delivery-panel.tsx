import type { Delivery } from '@stockbook/api/schemas';
import { QueryError } from '#components/feedback/error-box.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Badge, type BadgeTone } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { formatMoment } from '#lib/format/dates.ts';
import { useDeliveries, useRetryDelivery } from './api.ts';
import { ChannelsCard } from './channels/channels-card.tsx';
import { DeviceCard } from './device/device-card.tsx';

const statuses: Readonly<Record<Delivery['status'], { readonly label: string; readonly tone: BadgeTone }>> = {
  pending: { label: 'Waiting', tone: 'neutral' },
  delivered: { label: 'Delivered', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
};

/** The messages of the last 30 days, newest first. */
function DeliveriesCard() {
  const { data, error, isPending, refetch } = useDeliveries();
  return (
    <Card title="Recent deliveries">
      {isPending && <Skeleton className="h-15" />}
      <QueryError error={error} fallback="Failed to load deliveries" onRetry={refetch} />
      {data?.deliveries.length === 0 && (
        <p className="flex h-15 items-center text-sm text-muted">No deliveries in the last 30 days.</p>
      )}
      <ul aria-label="Recent deliveries" className="divide-y divide-line">
        {data?.deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </ul>
      {data && data.total > data.deliveries.length && (
        <p className="mt-3 text-xs text-muted">
          The latest {data.deliveries.length} of {data.total} deliveries.
        </p>
      )}
    </Card>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const { status, attempts, next_attempt_at } = delivery;
  const { mutate: retry, isPending, error } = useRetryDelivery();
  const signals = delivery.signal_ids.length;
  return (
    <li className="py-2.5 first:pt-0 last:pb-0">
      <div className="flex items-center gap-3">
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-x-2.5 text-sm font-medium">
            <span className="min-w-0">{delivery.channel_name}</span>
            <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>
          </p>
          <p className="flex flex-wrap gap-x-4 text-xs leading-5 text-muted">
            <span>{formatMoment(delivery.created_at)}</span>
            <span>{signals === 1 ? '1 signal' : `${signals} signals`}</span>
            {attempts > 1 && <span>{attempts} attempts</span>}
            {attempts > 0 && next_attempt_at && <span>Next attempt {formatMoment(next_attempt_at)}</span>}
          </p>
          {delivery.error && <p className="text-xs leading-5 text-down">{delivery.error}</p>}
        </div>
        {status === 'failed' && (
          <Button size="sm" disabled={isPending} onClick={() => retry({ deliveryId: delivery.id })}>
            Retry
          </Button>
        )}
      </div>
      <QueryError error={error} fallback="Failed to retry the delivery" className="mt-2" />
    </li>
  );
}

/** The channels and, beside them in a wide window, what was sent to them. */
export function DeliveryPanel() {
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-2">
      <div className="space-y-5">
        <SectionBoundary name="The notifications on this device">
          <DeviceCard />
        </SectionBoundary>
        <SectionBoundary name="The channels">
          <ChannelsCard />
        </SectionBoundary>
      </div>
      <SectionBoundary name="The deliveries">
        <DeliveriesCard />
      </SectionBoundary>
    </div>
  );
}
