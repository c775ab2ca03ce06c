import type { Stock } from '@stockbook/api/schemas';
import { useMemo } from 'react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { DrawMenu } from '#features/drawings/draw-menu.tsx';
import { DrawingSurface } from '#features/drawings/drawing-surface.tsx';
import { useDrawingTools } from '#features/drawings/use-drawing-tools.ts';
import { IndicatorsMenu } from '#features/indicators/menu/indicators-menu.tsx';
import { StudyKey } from '#features/indicators/studies/study-key.tsx';
import type { TradeMark } from '#features/portfolios/position/position-card.tsx';
import type { useStockPageSignals } from '#features/signals/use-stock-page-signals.ts';
import type { DatedEntry } from '#features/stocks/chart/bar-entries.ts';
import { PriceSection } from '#features/stocks/chart/price-section.tsx';
import { priceFormat } from '#lib/format/price-format.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { StockPage } from './-use-stock-page.ts';

const PriceLevelForm = lazyWithReload(async () => (await import('./-further-parts.tsx')).PriceLevelForm);

interface StockChartProps {
  page: StockPage;
  stock: Stock;
  focusDate: string | null;
  signals: ReturnType<typeof useStockPageSignals>;
  trades: readonly TradeMark[];
  journal: readonly DatedEntry[];
  onJournal: (entries: readonly DatedEntry[]) => void;
}

/** The chart with its studies, drawings, marks and price levels. */
export function StockChart({ page, stock, focusDate, signals, trades, journal, onJournal }: StockChartProps) {
  const { studies, hover } = page;
  const { level, marks } = signals;
  const drawings = useDrawingTools(stock.symbol, stock.data_end_date !== null);
  const allMarks = useMemo(() => [...marks, ...trades], [marks, trades]);
  return (
    <PriceSection
      stock={stock}
      state={page.chart}
      settings={page.settings}
      control={page.control}
      studies={studies.shown}
      hiddenIds={studies.hiddenIds}
      sync={page.sync}
      hover={hover}
      focusDate={focusDate}
      studyKey={(study) => (
        <StudyKey
          key={study.id}
          study={study}
          hover={hover}
          isHidden={studies.hiddenIds.has(study.id)}
          onToggle={studies.toggleHidden}
          onRemove={(id) => studies.show(id, false)}
        />
      )}
      indicatorsMenu={(word) => (
        <IndicatorsMenu
          word={word}
          symbol={stock.symbol}
          studies={studies}
          calculation={page.calculation}
          sets={page.studySets}
          onOpenPanel={page.openPanel}
        />
      )}
      drawings={{
        menu: (word, onUse) => <DrawMenu tools={drawings} word={word} onUse={onUse} />,
        layer: (chart) => <DrawingSurface chart={chart} tools={drawings} format={priceFormat(stock)} />,
      }}
      signals={allMarks}
      journal={journal}
      onJournal={onJournal}
      levels={level.levels}
      levelEvents={level}
      levelForm={
        level.draft && (
          <SectionBoundary name="The price level">
            <PriceLevelForm
              symbol={stock.symbol}
              level={level}
              draft={level.draft}
              tick={priceFormat(stock).tick}
              onSaved={signals.setMessage}
            />
          </SectionBoundary>
        )
      }
    />
  );
}
