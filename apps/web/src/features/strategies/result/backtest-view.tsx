import { Image, Printer, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { EquityChartHandle } from '#components/chart/equity/equity-chart.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { useCatalogue } from '#lib/api/trpc.ts';
import { cn } from '#lib/cn.ts';
import { simulatedWarning } from '#lib/data-source.ts';
import { formatMoment } from '#lib/format/dates.ts';
import { saveFile } from '#lib/save-file.ts';
import { useListedStocks, usePaysDividends } from '../api/queries.ts';
import { useEquity } from '../api/results.ts';
import type { BacktestRun } from '../api/runs.ts';
import type { Backtest, StatisticName, StockResult, StrategyDetail, Summary } from '../api/types.ts';
import { useHaveRulesChanged } from '../editor/canonical-rules.ts';
import { RulesSummary } from '../rules-summary.tsx';
import { readRunnableRules } from '../runnable-rules.ts';
import { formatStatistic, toneOf } from '../statistics/format-statistic.ts';
import { statisticGuides } from '../statistics/statistics-guide.ts';
import { StatisticTerm } from '../statistics/statistics-list.tsx';
import { WorthBox } from '../worth/worth-box.tsx';
import { droppedSentences, partReturns, worthSentences } from '../worth/worth-sentences.ts';
import { pictureName, resultCaption } from './result-caption.ts';
import { SkippedStocks } from './skipped-stocks.tsx';
import { StockView } from './stock-view.tsx';

const main = ['return_percent', 'buy_and_hold_return_percent'] as const;
const others = [
  'max_drawdown_percent',
  'trades',
  'exposure_time_percent',
  'win_rate_percent',
  'sharpe_ratio',
] as const;

/** The figures of a run: return and buy-and-hold side by side, then the others. */
function Headline({ summary }: { summary: Summary }) {
  const figure = (name: StatisticName & keyof Summary) =>
    formatStatistic(summary[name], statisticGuides[name].unit);
  return (
    <div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-[repeat(7,auto)] sm:justify-between">
        {main.map((name) => (
          <div key={name}>
            <dt className="text-xs text-muted">
              <StatisticTerm name={name} />
            </dt>
            <dd
              className={cn(
                'numeric text-xl font-semibold',
                name === 'return_percent' && toneOf(summary[name]),
              )}
            >
              {figure(name)}
            </dd>
          </div>
        ))}
        {others.map((name) => (
          <div key={name}>
            <dt className="text-xs text-muted">
              <StatisticTerm name={name} />
            </dt>
            <dd className="numeric text-base leading-[1.875rem] font-medium">{figure(name)}</dd>
          </div>
        ))}
      </dl>
      {summary.stocks > 1 && (
        <p className="mt-2 text-xs text-muted">
          Medians of {summary.stocks} stocks, each with its own cash; trades are the sum.
        </p>
      )}
    </div>
  );
}

interface StocksTableProps {
  results: readonly StockResult[];
  shown: string;
  onShow: (symbol: string) => void;
}

const names = [
  'return_percent',
  'buy_and_hold_return_percent',
  'max_drawdown_percent',
  'trades',
  'win_rate_percent',
  'exposure_time_percent',
  'sharpe_ratio',
] as const satisfies readonly StatisticName[];

/** The stocks of a run; a row opens its stock. */
function StocksTable({ results, shown, onShow }: StocksTableProps) {
  const columns: Column<StockResult>[] = [
    {
      key: 'symbol',
      title: 'Stock',
      isText: true,
      sortBy: ({ symbol }) => symbol,
      cell: ({ symbol, warnings }) => (
        <button
          type="button"
          aria-pressed={symbol === shown}
          onClick={() => onShow(symbol)}
          className="min-h-6 font-medium text-accent -outline-offset-2 after:absolute after:inset-0 print:inline!"
        >
          {symbol}
          {warnings.length > 0 && (
            <span role="img" aria-label={warnings.join(' ')} title={warnings.join(' ')} className="text-warn">
              {' '}
              ⚠
            </span>
          )}
        </button>
      ),
    },
    ...names.map((name) => {
      const { label, unit } = statisticGuides[name];
      return {
        key: name,
        title: label,
        sortBy: ({ statistics }: StockResult) => statistics[name],
        cell: ({ statistics }: StockResult) => (
          <span className={name === 'return_percent' ? toneOf(statistics[name]) : undefined}>
            {formatStatistic(statistics[name], unit)}
          </span>
        ),
      };
    }),
  ];
  return (
    <DataTable
      label="Results by stock"
      columns={columns}
      rows={results}
      rowKey={({ symbol }) => symbol}
      isCurrent={({ symbol }) => symbol === shown}
      className="max-h-96"
    />
  );
}

/** Shown above a result whose prices have changed since. */
function StaleNotice() {
  return (
    <p className="flex gap-2.5 rounded-md bg-warn-soft px-3.5 py-2.5 text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
      Prices have changed since this backtest. Run it again for a current result.
    </p>
  );
}

interface BacktestViewProps {
  strategy: StrategyDetail;
  backtest: Backtest;
  /** How many different settings of the strategy have a result. */
  tried: number;
  /** The stock to show; the first one if undefined or not among the results. */
  symbol: string | undefined;
  onShow: (symbol: string) => void;
  onDelete: () => void;
  run: BacktestRun;
  onRun: (settings: Backtest['settings']) => void;
}

/** The result of a backtest: its figures, their worth, the stocks, and one stock in detail. */
export function BacktestView(props: BacktestViewProps) {
  const { strategy, backtest, tried, symbol, onShow, onDelete, run, onRun } = props;
  const { results, summary, settings, skipped } = backtest;
  const result = results.find((candidate) => candidate.symbol === symbol) ?? results[0];
  const { stocks } = useListedStocks();
  const { data: catalogue } = useCatalogue();
  const rules = readRunnableRules(backtest.rules);
  const haveRulesChanged = useHaveRulesChanged(strategy, backtest.rules);
  const equity = useEquity(backtest.id, result?.symbol);
  const [chart, setChart] = useState<EquityChartHandle | null>(null);
  const paysDividends = usePaysDividends(results, !settings.dividends);
  const sources = results.map(({ symbol }) => stocks.get(symbol));
  const isSimulated = sources.some((stock) => stock?.data_source === 'simulated');
  if (!result || !summary) return <SkippedStocks skipped={skipped} />;

  const parts = equity.rows ? partReturns(equity.rows) : null;
  const isJudged = (equity.rows !== undefined || equity.error !== null) && paysDividends !== undefined;
  const sentences = worthSentences({
    trades: summary.trades,
    parts,
    partsOf: results.length > 1 ? result.symbol : null,
    tried,
    costs: settings,
    lacksDividends: settings.dividends ? false : (paysDividends ?? null),
    isSimulated,
    rejectedBars: sources.reduce((sum, stock) => sum + (stock?.left_out_bars ?? 0), 0),
  });

  function savePicture() {
    if (!result) return;
    const stock = stocks.get(result.symbol);
    chart
      ?.picture(resultCaption({ strategy, result, stock }))
      ?.toBlob(
        (file) => file && saveFile(pictureName(strategy.name, result.symbol, stock), file),
        'image/png',
      );
  }

  return (
    <div className="space-y-5">
      <Card
        title={`Backtest of ${formatMoment(backtest.created_at)}`}
        actions={
          <div className="flex print:hidden">
            <IconButton label="Download PNG" disabled={!chart} onClick={savePicture}>
              <Image aria-hidden="true" />
            </IconButton>
            <IconButton label="Print" onClick={() => window.print()}>
              <Printer aria-hidden="true" />
            </IconButton>
            <IconButton label="Delete this backtest" onClick={onDelete}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          </div>
        }
      >
        <div className="space-y-4">
          {backtest.is_stale && <StaleNotice />}
          {rules && haveRulesChanged && (
            <div className="space-y-1.5 text-sm">
              <p className="text-warn">The rules have changed since this backtest, which ran these:</p>
              <RulesSummary rules={rules} catalogue={catalogue?.indicators} />
            </div>
          )}
          {isSimulated && (
            <p className="rounded-md bg-warn-soft px-3.5 py-2.5 text-sm">{simulatedWarning.sentence}</p>
          )}
          <Headline summary={summary} />
          <SkippedStocks skipped={skipped} />
        </div>
      </Card>
      <WorthBox
        sentences={isJudged ? sentences : null}
        dropped={droppedSentences(results)}
        onFractions={settings.fractional ? null : () => onRun({ ...settings, fractional: true })}
        run={run}
      />
      {results.length > 1 && (
        <Card title="Stocks">
          <StocksTable results={results} shown={result.symbol} onShow={onShow} />
        </Card>
      )}
      <SectionBoundary name="The stock" resetKey={result.symbol}>
        <StockView
          key={result.symbol}
          backtestId={backtest.id}
          result={result}
          stock={stocks.get(result.symbol)}
          equity={equity}
          chartRef={setChart}
        />
      </SectionBoundary>
    </div>
  );
}
