import type { SecurityEventOutput } from '@stockbook/api/schemas';
import { Fragment, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { formatDayAndTime } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { useSecurityEvents } from '../api.ts';

const pageSize = 10;

/** Security events of the account, newest first. */
export function ActivityCard() {
  const [limit, setLimit] = useState(pageSize);
  const { data, error, isPending, isPlaceholderData, refetch } = useSecurityEvents(limit);
  return (
    <Card title="Activity" headingLevel={3}>
      {isPending && <Skeleton className="h-40" />}
      <QueryError error={error} fallback="Failed to load the activity" onRetry={refetch} />
      {data?.events.length === 0 && <p className="text-sm text-muted">Nothing has happened yet.</p>}
      <ul aria-label="Activity" aria-busy={isPlaceholderData} className="divide-y divide-line text-sm">
        {data?.events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </ul>
      {data && data.total > data.events.length && (
        <Button
          size="sm"
          className="mt-3"
          disabled={isPlaceholderData}
          onClick={() => setLimit(limit + pageSize)}
        >
          {isPlaceholderData ? 'Loading...' : 'Show more'}
        </Button>
      )}
    </Card>
  );
}

function EventRow({ event }: { event: SecurityEventOutput }) {
  const times = event.count > 1 ? `${formatCount(event.count)} times` : null;
  const facts = [times, event.client, event.address, formatDayAndTime(event.at)].filter(
    (fact) => fact !== null,
  );
  return (
    <li className="py-2 first:pt-0 last:pb-0">
      <span className="font-medium">{event.summary}</span>
      <span className="text-muted">
        {facts.map((fact) => (
          <Fragment key={fact}>
            {' · '}
            <span className="whitespace-nowrap">{fact}</span>
          </Fragment>
        ))}
      </span>
    </li>
  );
}
