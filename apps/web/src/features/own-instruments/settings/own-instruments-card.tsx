import type { Instrument } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { useDeleteInstrument, useExportPrices, useInstruments } from '../api.ts';
import { formatOwnPrice } from '../pricing/last-prices.tsx';

/** The own instruments of the user, which can be downloaded and deleted here. */
export function OwnInstrumentsCard() {
  const { data, error, refetch } = useInstruments();
  const { mutate: download, isPending } = useExportPrices();
  const instruments = data?.instruments ?? [];
  return (
    <Card
      title="Own instruments"
      headingLevel={3}
      actions={
        instruments.length > 0 && (
          <Button size="sm" needsServer disabled={isPending} onClick={() => download()}>
            <Download aria-hidden="true" /> {isPending ? 'Downloading...' : 'Download all (CSV)'}
          </Button>
        )
      }
    >
      <QueryError error={error} fallback="Failed to load own instruments" onRetry={refetch} />
      {!data && !error && <Skeleton className="h-16" />}
      {data && instruments.length === 0 && (
        <p className="text-sm text-muted">
          No own instruments. Add what no source has: a bond, a fund of your bank, gold, a flat.
        </p>
      )}
      <ul aria-label="Own instruments" className="divide-y divide-line empty:hidden">
        {instruments.map((instrument) => (
          <InstrumentItem key={instrument.symbol} instrument={instrument} />
        ))}
      </ul>
    </Card>
  );
}

function lastPriceOf({ last_close, last_date, currency, quoted_in, pricing }: Instrument): string {
  if (last_close === null) return 'No prices yet';
  const quoted = { currency, isPercent: quoted_in === 'percent', isComputed: pricing !== 'entered' };
  return `${formatOwnPrice(last_close, quoted)} on ${formatDate(last_date)}`;
}

function InstrumentItem({ instrument }: { instrument: Instrument }) {
  const { symbol, name, is_tracked } = instrument;
  const { remove, isDeleting } = useDeleteInstrument(() => {});
  return (
    <li className="flex items-center gap-4 py-2.5">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2.5 text-sm font-medium">
          {is_tracked ? (
            <Link
              to="/stocks/$symbol"
              params={{ symbol }}
              className="inline-flex min-h-6 items-center text-accent hover:underline pointer-coarse:min-h-11"
            >
              {symbol}
            </Link>
          ) : (
            symbol
          )}
          <span className="min-w-0 font-normal">{name}</span>
        </p>
        <p className="numeric text-xs leading-5 text-muted">{lastPriceOf(instrument)}</p>
      </div>
      <Button
        size="sm"
        needsServer
        aria-label={`Delete ${symbol}`}
        disabled={isDeleting}
        onClick={() => void remove(instrument)}
      >
        Delete
      </Button>
    </li>
  );
}
