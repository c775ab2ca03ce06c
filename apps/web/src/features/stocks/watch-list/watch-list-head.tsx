import { Plus } from 'lucide-react';
import type { Ref } from 'react';
import { Button } from '#components/ui/button.tsx';
import { PageHeader } from '#components/ui/page-header.tsx';
import { StatsBar } from '#components/ui/stats-bar.tsx';
import { useIsPhone } from '#hooks/use-media.ts';
import { preloadAddStock } from '../add/add-stock.tsx';
import { type Transfer, TransferButtons } from '../import/transfer-buttons.tsx';
import type { countStocks } from './view/arrange-stocks.ts';

interface WatchListHeadProps {
  /** Null until the list is loaded. */
  counts: ReturnType<typeof countStocks> | null;
  transfer: Transfer;
  addButton: Ref<HTMLButtonElement>;
  onAdd: () => void;
}

/** The title with the figures, and what adds, imports and exports stocks: on a phone the first alone, at the thumb. */
export function WatchListHead({ counts, transfer, addButton, onAdd }: WatchListHeadProps) {
  const isPhone = useIsPhone();
  const add = (
    <Button
      ref={addButton}
      variant="primary"
      data-bottom-button
      onClick={onAdd}
      onPointerEnter={preloadAddStock}
      needsServer
      className={
        isPhone
          ? 'fixed right-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 h-12 shadow-raised [body:has([data-bottom-bar])_&]:hidden print:hidden'
          : ''
      }
    >
      <Plus aria-hidden="true" /> Add Stock
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Stock Tracking"
        sentence="Track and monitor your favorite stocks in real-time"
        figures={
          <StatsBar
            stats={[
              { label: 'Total Stocks', value: counts?.total ?? '–' },
              { label: 'Favorites', value: counts?.favorites ?? '–' },
              { label: 'Active', value: counts?.active ?? '–' },
            ]}
          />
        }
        actions={
          isPhone ? undefined : (
            <>
              <TransferButtons
                transfer={transfer}
                hasExport={counts?.total !== 0}
                canExport={counts !== null}
              />
              {add}
            </>
          )
        }
      />
      {isPhone && add}
    </>
  );
}
