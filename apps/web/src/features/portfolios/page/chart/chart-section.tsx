import { Toggle } from '@base-ui/react/toggle';
import type { Portfolio, PortfolioPerformance } from '@stockbook/api/schemas';
import { Table2, TrendingDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { PaleWhileBusy } from '#components/feedback/pale-while-busy.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { useMedia } from '#hooks/use-media.ts';
import { formatDate } from '#lib/format/dates.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { PeriodPerformance } from '../../api/performance.ts';
import { formatReturn } from '../../format.ts';
import { type Period, periods } from '../../periods.ts';
import { describeBenchmarkProblem } from '../../problem-sentences.ts';
import { SimulatedBadge } from '../../simulated-badge.tsx';
import { type ChartView, chartRows, describeChart, formatRow, lineNames } from './chart-rows.ts';
import { type SeriesRow, SeriesTable } from './series-table.tsx';

const EquityChart = lazyWithReload(
  async () => (await import('#components/chart/equity/equity-chart.tsx')).EquityChart,
);

/** In pixels: of the pane with both lines. */
const heights = { phone: 240, wide: 320 } as const;
const drawdownHeight = 110;

const viewOptions = [
  { value: 'value', label: 'Value' },
  { value: 'return', label: 'Return' },
] as const;
const periodOptions = periods.map((period) => ({ value: period, label: period }));

export interface ChartChoice {
  readonly period: Period;
  readonly view: ChartView;
}

interface ChartSectionProps {
  portfolio: Pick<Portfolio, 'name' | 'currency'>;
  period: PeriodPerformance;
  choice: ChartChoice;
  onChoose: (choice: ChartChoice) => void;
  /** Shown below the return if there is no benchmark. */
  noBenchmark?: string;
}

/** Value and invested money, or the return against the benchmark, as a chart or a table. */
export function ChartSection({ portfolio, period, choice, onChoose, noBenchmark }: ChartSectionProps) {
  const [isTable, setIsTable] = useState(false);
  const [hasDrawdown, setHasDrawdown] = useState(false);
  const isPhone = useMedia('(width < 40rem)');
  const height = (isPhone ? heights.phone : heights.wide) + (hasDrawdown ? drawdownHeight : 0);
  const { performance, isOld, error } = period;
  const { view } = choice;
  return (
    <section aria-label="Chart" className="rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 print:hidden">
        <Segmented
          label="Show"
          options={viewOptions}
          value={view}
          onChange={(next) => onChoose({ ...choice, view: next })}
        />
        <div className="flex items-center gap-1 max-sm:w-full max-sm:justify-between">
          <Segmented
            label="Period"
            options={periodOptions}
            value={choice.period}
            onChange={(next) => onChoose({ ...choice, period: next })}
          />
          <span className="flex max-sm:hidden">
            <ChartToggles
              isTable={isTable}
              hasDrawdown={hasDrawdown}
              onTable={setIsTable}
              onDrawdown={setHasDrawdown}
            />
          </span>
        </div>
      </div>
      {performance?.series ? (
        <PaleWhileBusy isBusy={isOld}>
          <Body
            portfolio={portfolio}
            performance={performance}
            series={performance.series}
            view={view}
            height={isPhone ? heights.phone : heights.wide}
            hasDrawdown={hasDrawdown}
            isTable={isTable}
            noBenchmark={noBenchmark}
          />
        </PaleWhileBusy>
      ) : (
        <div className="pt-16 pb-4 sm:pt-9">{!error && <ChartSkeleton height={height} />}</div>
      )}
      <div className="flex justify-end sm:hidden print:hidden">
        <ChartToggles
          isTable={isTable}
          hasDrawdown={hasDrawdown}
          onTable={setIsTable}
          onDrawdown={setHasDrawdown}
        />
      </div>
    </section>
  );
}

function ChartSkeleton({ height }: { height: number }) {
  return (
    <div aria-hidden="true" style={{ height }}>
      <Skeleton className="h-full" />
    </div>
  );
}

interface ChartTogglesProps {
  isTable: boolean;
  hasDrawdown: boolean;
  onTable: (isTable: boolean) => void;
  onDrawdown: (hasDrawdown: boolean) => void;
}

function ChartToggles({ isTable, hasDrawdown, onTable, onDrawdown }: ChartTogglesProps) {
  const pressed = 'data-pressed:bg-accent-soft data-pressed:text-accent';
  return (
    <>
      <Toggle
        pressed={hasDrawdown}
        onPressedChange={onDrawdown}
        render={<IconButton label="Show drawdown" />}
        className={pressed}
      >
        <TrendingDown aria-hidden="true" />
      </Toggle>
      <Toggle
        pressed={isTable}
        onPressedChange={onTable}
        render={<IconButton label="Show chart as table" />}
        className={pressed}
      >
        <Table2 aria-hidden="true" />
      </Toggle>
    </>
  );
}

interface BodyProps {
  portfolio: Pick<Portfolio, 'name' | 'currency'>;
  performance: PortfolioPerformance;
  series: readonly SeriesRow[];
  view: ChartView;
  height: number;
  hasDrawdown: boolean;
  isTable: boolean;
  noBenchmark: string | undefined;
}

function Body({
  portfolio,
  performance,
  series,
  view,
  height,
  hasDrawdown,
  isTable,
  noBenchmark = '',
}: BodyProps) {
  const { name, currency } = portfolio;
  const [hovered, setHovered] = useState<number | null>(null);
  const rows = useMemo(() => chartRows(series, view), [series, view]);
  const benchmark = performance.benchmark?.symbol ?? null;
  const style = useMemo(
    () => ({
      unit: view === 'value' ? ('money' as const) : ('percent' as const),
      names: lineNames(view, benchmark),
      height,
      hasDrawdown,
    }),
    [view, benchmark, height, hasDrawdown],
  );
  const total = height + (hasDrawdown ? drawdownHeight : 0);
  const row = series[Math.min(hovered ?? series.length - 1, series.length - 1)];
  return (
    <>
      <div className="flex min-h-16 flex-wrap content-start items-start justify-between gap-x-4 sm:min-h-9">
        <Legend row={row} view={view} currency={currency} benchmark={benchmark} hasDrawdown={hasDrawdown} />
        <SimulatedBadge warnings={performance.warnings} />
      </div>
      <div style={{ minHeight: total }}>
        {isTable ? (
          <SeriesTable name={name} rows={series} currency={currency} benchmark={benchmark} />
        ) : (
          <SectionBoundary name="The chart">
            <EquityChart
              rows={rows}
              label={describeChart(name, series, view, currency, benchmark)}
              style={style}
              kind="portfolio"
              onHover={setHovered}
            />
          </SectionBoundary>
        )}
      </div>
      <p className="min-h-4 text-xs text-muted">
        {view === 'return' &&
          (describeBenchmarkProblem(performance) ?? (benchmark === null ? noBenchmark : ''))}
      </p>
    </>
  );
}

interface LegendProps {
  row: SeriesRow | undefined;
  view: ChartView;
  currency: string;
  benchmark: string | null;
  hasDrawdown: boolean;
}

function Legend({ row, view, currency, benchmark, hasDrawdown }: LegendProps) {
  const names = lineNames(view, benchmark);
  const [value, compared] = row ? formatRow(row, view, currency) : ['', ''];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5 pt-0.5 text-xs">
      <span className="numeric min-w-21 font-medium">{row ? formatDate(row.date) : '\u00A0'}</span>
      <span className="inline-flex items-center gap-1.5">
        <i aria-hidden="true" className="h-0.5 w-3.5 bg-[var(--chart-line)]" /> {names.value}
        <span className="numeric">{value}</span>
      </span>
      {(view === 'value' || benchmark !== null) && (
        <span className="inline-flex items-center gap-1.5">
          <i aria-hidden="true" className="h-0.5 w-3.5 bg-muted" /> {names.compared}
          <span className="numeric">{compared}</span>
        </span>
      )}
      {hasDrawdown && (
        <span className="inline-flex items-center gap-1.5">
          <i aria-hidden="true" className="h-2 w-3.5 bg-down/40" /> Drawdown
          <span className="numeric">{formatReturn(row?.drawdown)}</span>
        </span>
      )}
    </div>
  );
}
