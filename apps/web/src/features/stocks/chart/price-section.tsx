import { Toggle } from '@base-ui/react/toggle';
import type { Stock } from '@stockbook/api/schemas';
import { Table2 } from 'lucide-react';
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import type { PriceChartHandle } from '../../../components/chart/price-chart.tsx';
import type { PriceStyle } from '../../../components/chart/price-drawing.ts';
import type { Study } from '../../../components/chart/study.ts';
import type { TimeSync } from '../../../components/chart/time-sync.ts';
import { SectionBoundary } from '../../../components/feedback/section-boundary.tsx';
import { Button, IconButton } from '../../../components/ui/button.tsx';
import { useUserState } from '../../../hooks/use-user-state.ts';
import { lazyWithReload } from '../../../lib/lazy-with-reload.ts';
import type { BarsState } from '../api/use-bars.ts';
import { RefreshButton } from '../detail/refresh-button.tsx';
import { BarsTable } from './bars-table.tsx';
import { ChartControls } from './chart-controls.tsx';
import { ChartLoading } from './chart-loading.tsx';
import type { ChartRange } from './chart-range.ts';
import { describeBars } from './describe-bars.ts';
import { ChartExport } from './export/chart-export.tsx';
import { pictureCaption } from './export/picture-caption.ts';
import { PriceLegend } from './price-legend.tsx';

const PriceChart = lazyWithReload(
  async () => (await import('../../../components/chart/price-chart.tsx')).PriceChart,
);

function parseStyle(stored: unknown): PriceStyle {
  return stored === 'line' ? 'line' : 'candlestick';
}

interface PriceSectionProps {
  stock: Stock;
  state: BarsState;
  range: ChartRange;
  onRange: (range: ChartRange) => void;
  studies: readonly Study[];
  sync: TimeSync;
  /** The legend of the studies, which can hide them. */
  studyLegend: ReactNode;
}

/** The price chart of a stock with its controls, or its bars as a table. */
export function PriceSection({
  stock,
  state,
  range,
  onRange,
  studies,
  sync,
  studyLegend,
}: PriceSectionProps) {
  const { bars } = state;
  const [style, setStyle] = useUserState('chartStyle', parseStyle);
  const [isTable, setIsTable] = useState(false);
  const [hovered, setHovered] = useState<number | null>(null);
  const [chart, setChart] = useState<PriceChartHandle | null>(null);
  const description = useMemo(
    () => describeBars(stock.symbol, bars, stock.currency),
    [stock.symbol, stock.currency, bars],
  );

  // After a change of range, `hovered` may exceed the number of bars.
  const index = Math.min(hovered ?? bars.length - 1, bars.length - 1);
  const bar = bars[index];

  return (
    <section
      aria-label="Price chart"
      className="rounded-lg border border-line bg-surface p-3 shadow-card sm:p-5"
    >
      <ChartControls style={style} onStyle={setStyle} range={range} onRange={onRange}>
        {bar && (
          <>
            <Toggle
              pressed={isTable}
              onPressedChange={setIsTable}
              render={<IconButton label="Show as table" />}
              className="data-pressed:bg-accent-soft data-pressed:text-accent"
            >
              <Table2 aria-hidden="true" />
            </Toggle>
            <ChartExport
              stock={stock}
              range={range}
              bars={bars}
              picture={
                chart &&
                (() =>
                  chart.picture((visible) => pictureCaption({ stock, bars, visible, range, style, studies })))
              }
            />
          </>
        )}
        <RefreshButton symbol={stock.symbol} />
      </ChartControls>
      <div className="mt-3">
        {!bar && state.isLoading && <ChartLoading />}
        {!bar && !state.isLoading && (
          <div className="grid h-[536px] place-content-center justify-items-center gap-4 rounded-md border border-dashed border-edge text-center">
            <p className="text-sm text-muted">No chart data available</p>
            {state.hasFailed && <Button onClick={state.retry}>Retry</Button>}
          </div>
        )}
        {bar && (
          <SectionBoundary name="The chart" resetKey={range}>
            <div aria-busy={state.isLoading} className={state.isLoading ? 'opacity-60' : undefined}>
              {isTable ? (
                <BarsTable symbol={stock.symbol} bars={bars} currency={stock.currency} />
              ) : (
                <>
                  <div className="mb-2 min-h-7">
                    <PriceLegend bar={bar} previous={bars[index - 1]} currency={stock.currency} />
                  </div>
                  {studyLegend}
                  <Suspense fallback={<ChartLoading />}>
                    <PriceChart
                      ref={setChart}
                      bars={bars}
                      style={style}
                      studies={studies}
                      sync={sync}
                      label={description}
                      onHover={setHovered}
                    />
                  </Suspense>
                </>
              )}
            </div>
          </SectionBoundary>
        )}
      </div>
    </section>
  );
}
