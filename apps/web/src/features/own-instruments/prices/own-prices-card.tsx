import type { BarsChange, Instrument } from '@stockbook/api/schemas';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import {
  countPrices,
  isWaitingForPrices,
  useDeleteInstrument,
  useInstrument,
  useReloadInstruments,
} from '../api.ts';
import { formatOwnPrice, LastPrices } from '../pricing/last-prices.tsx';
import { AddPrice } from './add-price.tsx';
import { useLastBars } from './use-own-bars.ts';

const AllPricesDialog = lazyWithReload(async () => (await import('./all-prices-dialog.tsx')).AllPricesDialog);
const ImportPricesDialog = lazyWithReload(
  async () => (await import('./import-prices-dialog.tsx')).ImportPricesDialog,
);
const PricingDialog = lazyWithReload(
  async () => (await import('../pricing/pricing-dialog.tsx')).PricingDialog,
);
const ActionsDialog = lazyWithReload(
  async () => (await import('../actions/actions-dialog.tsx')).ActionsDialog,
);
const FactsDialog = lazyWithReload(async () => (await import('../facts/facts-dialog.tsx')).FactsDialog);

interface OwnPricesCardProps {
  symbol: string;
  /** Called once the instrument is deleted. */
  onDeleted: () => void;
}

/** The prices of an own instrument, and what changes them. */
export function OwnPricesCard({ symbol, onDeleted }: OwnPricesCardProps) {
  const { data, error, refetch } = useInstrument(symbol);
  return (
    <Card title="Own prices">
      <QueryError error={error} fallback="Failed to load own instruments" onRetry={refetch} />
      {!data && !error && <Skeleton className="h-48" />}
      {data && <OwnPrices instrument={data} onDeleted={onDeleted} />}
    </Card>
  );
}

const lastCount = 5;

const waySentences = {
  entered: null,
  interest: 'Computed by a rate, on each weekday.',
  linked: 'Computed from another price.',
} as const;

/** A linked stock has a gap, or has vanished, after this. */
const maxGapMs = 10 * 24 * 60 * 60 * 1000;

/** The remark that a linked stock has no prices any more; null while it has. */
function vanishedBase({ terms, last_date }: Instrument): string | null {
  if (!terms || !('factor' in terms) || last_date === null) return null;
  const isOld = Date.now() - Date.parse(last_date) > maxGapMs;
  return isOld ? `${terms.symbol} has no prices since ${formatDate(last_date)}` : null;
}

/** The sentence for computed prices of which there are none. */
function missingPrices({ terms }: Instrument): string {
  return terms && 'factor' in terms
    ? `No prices yet: they come with the first ones of ${terms.symbol}.`
    : 'No prices yet.';
}

/** Refetches the page once the first prices of a linked stock have come. */
function useArrival(instrument: Instrument): void {
  const reload = useReloadInstruments();
  const isWaiting = isWaitingForPrices(instrument);
  const wasWaiting = useRef(isWaiting);
  useEffect(() => {
    if (wasWaiting.current && !isWaiting) void reload();
    wasWaiting.current = isWaiting;
  }, [isWaiting, reload]);
}

function OwnPrices({ instrument, onDeleted }: { instrument: Instrument; onDeleted: () => void }) {
  const { symbol, currency, pricing, bars: total, left_out: leftOut } = instrument;
  const isPercent = instrument.quoted_in === 'percent';
  const isEntered = pricing === 'entered';
  const { bars, error, refetch, isPending } = useLastBars(instrument, lastCount);
  useArrival(instrument);
  const vanished = vanishedBase(instrument);
  const { remove, isDeleting } = useDeleteInstrument(onDeleted);
  const [shown, setShown] = useState<'all' | 'import' | 'actions' | 'pricing' | 'facts' | null>(null);
  const [stored, setStored] = useState<string | null>(null);
  const close = () => setShown(null);
  const quoted = { currency, isPercent, isComputed: !isEntered };
  const format = (price: number) => formatOwnPrice(price, quoted);

  function finishImport({ added, changed }: BarsChange) {
    close();
    setStored(`${countPrices(added)} added, ${changed} changed`);
  }

  return (
    <div className="space-y-4">
      {waySentences[pricing] && <p className="text-sm text-muted">{waySentences[pricing]}</p>}
      {vanished && <Badge tone="warn">{vanished}</Badge>}
      {total === 0 && (
        <p className="text-sm text-muted">
          {isEntered ? 'No prices yet. Add the first one.' : missingPrices(instrument)}
        </p>
      )}
      <QueryError error={error} fallback="Failed to load own instruments" onRetry={refetch} />
      {total > 0 && isPending && <Skeleton className="h-40" />}
      {bars.length > 0 && <LastPrices label={`Last prices of ${symbol}`} bars={bars} {...quoted} />}
      {leftOut > 0 && <p className="text-xs text-muted">{countPrices(leftOut)} left out: not above 0.</p>}
      {isEntered && <AddPrice symbol={symbol} format={format} />}
      <p role="status" className="text-sm text-muted empty:sr-only">
        {stored}
      </p>
      <div className="flex flex-wrap gap-2">
        {isEntered && (
          <Button size="sm" needsServer onClick={() => setShown('import')}>
            Paste or import…
          </Button>
        )}
        {total > 0 && (
          <Button size="sm" onClick={() => setShown('all')}>
            All prices
          </Button>
        )}
        <Button size="sm" needsServer onClick={() => setShown('actions')}>
          Dividends and splits…
        </Button>
        <Button size="sm" needsServer onClick={() => setShown('pricing')}>
          Pricing…
        </Button>
        <Button size="sm" needsServer onClick={() => setShown('facts')}>
          Facts…
        </Button>
        <Button size="sm" needsServer disabled={isDeleting} onClick={() => void remove(instrument)}>
          Delete instrument
        </Button>
      </div>
      <Opened name="The table of prices" isOpen={shown === 'all'}>
        <AllPricesDialog symbol={symbol} format={format} isEditable={isEntered} onClose={close} />
      </Opened>
      <Opened name="The import" isOpen={shown === 'import'}>
        <ImportPricesDialog symbol={symbol} onClose={close} onStored={finishImport} />
      </Opened>
      <Opened name="The table of dividends and splits" isOpen={shown === 'actions'}>
        <ActionsDialog instrument={instrument} format={format} onClose={close} />
      </Opened>
      <Opened name="The form of facts" isOpen={shown === 'facts'}>
        <FactsDialog instrument={instrument} onClose={close} />
      </Opened>
      <Opened name="The pricing" isOpen={shown === 'pricing'}>
        <PricingDialog instrument={instrument} onClose={close} />
      </Opened>
    </div>
  );
}

function Opened({ name, isOpen, children }: { name: string; isOpen: boolean; children: ReactNode }) {
  return isOpen && <SectionBoundary name={name}>{children}</SectionBoundary>;
}
