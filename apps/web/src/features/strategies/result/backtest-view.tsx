import { Image, Printer, Trash2, TriangleAlert } from 'lucide-react';
import { useContext, useState } from 'react';
import type { EquityChartHandle } from '#components/chart/equity/equity-chart.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Select } from '#components/ui/select.tsx';
import { useCatalogue } from '#lib/api/trpc.ts';
import { simulatedWarning } from '#lib/data-source.ts';
import { formatMoment } from '#lib/format/dates.ts';
import { saveFile } from '#lib/save-file.ts';
import { useListedStocks, usePaysDividends } from '../api/queries.ts';
import { type EquityState, useEquity } from '../api/results.ts';
import type { BacktestRun } from '../api/runs.ts';
import type { Backtest, StockResult, StrategyDetail } from '../api/types.ts';
import { useHaveRulesChanged } from '../editor/canonical-rules.ts';
import { RulesSummary } from '../rules-summary.tsx';
import { readRunnableRules } from '../runnable-rules.ts';
import { WorthBox } from '../worth/worth-box.tsx';
import { droppedSentences, partReturns, worthSentences } from '../worth/worth-sentences.ts';
import { CombinedView } from './combined-view.tsx';
import { Headline } from './headline.tsx';
import { resultSectionIds } from './result-anchors.tsx';
import { combinedCaption, pictureName, resultCaption } from './result-caption.ts';
import { ShownSymbolContext } from './shown-symbol.ts';
import { SkippedStocks } from './skipped-stocks.tsx';
import { StockView } from './stock-view.tsx';
import { StocksTable } from './stocks-table.tsx';

/** The choice of all stocks as one account, where otherwise a symbol stands. */
const allStocks = '*';

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
  onShow: (symbol: string) => void;
  onDelete: () => void;
  run: BacktestRun;
  onRun: (settings: Backtest['settings']) => void;
}

/** Whether all stocks are shown as one account. */
export function isCombinedShown({ results, combined }: Backtest, symbol: string | undefined): boolean {
  return symbol === allStocks && combined !== null && results.length > 1;
}

/** The shown stock; null for all stocks as one account, undefined without results. */
function shownPart(backtest: Backtest, symbol: string | undefined): StockResult | null | undefined {
  const { results, median_symbol } = backtest;
  if (isCombinedShown(backtest, symbol)) return null;
  const find = (wanted: string | null | undefined) => results.find((each) => each.symbol === wanted);
  return find(symbol) ?? find(median_symbol) ?? results[0];
}

/** The result of a backtest: its verdict and figures, their worth, the stocks, and one stock in detail. */
export function BacktestView(props: BacktestViewProps) {
  const { strategy, backtest, onShow } = props;
  const { results, combined } = backtest;
  const { stocks } = useListedStocks();
  const shown = shownPart(backtest, useContext(ShownSymbolContext));
  const equity = useEquity(backtest.id, shown === null ? null : shown?.symbol);
  const [chart, setChart] = useState<EquityChartHandle | null>(null);
  if (shown === undefined || !backtest.summary) return <SkippedStocks skipped={backtest.skipped} />;

  function savePicture() {
    const stock = shown ? stocks.get(shown.symbol) : undefined;
    const caption = shown
      ? resultCaption({ strategy, result: shown, stock })
      : combined && combinedCaption({ strategy, combined, results, stocks });
    const name = pictureName(strategy.name, shown?.symbol ?? 'all-stocks', stock);
    if (caption) chart?.picture(caption)?.toBlob((file) => file && saveFile(name, file), 'image/png');
  }

  return (
    <div className="space-y-5">
      <ResultCard {...props} equity={equity} onSavePicture={chart && savePicture} />
      <Worth {...props} equity={equity} shownName={shown?.symbol ?? 'All stocks'} />
      {results.length > 1 && (
        <Card
          title="Stocks"
          id={resultSectionIds.stocks}
          actions={
            <Select
              size="sm"
              aria-label="Shown in detail"
              className="w-56 max-w-[60vw]"
              value={shown?.symbol ?? allStocks}
              onChange={({ target }) => onShow(target.value)}
            >
              <option value={allStocks}>All stocks as one account</option>
              {results.map((result) => (
                <option key={result.symbol} value={result.symbol}>
                  {result.symbol}
                  {result.symbol === backtest.median_symbol && ' (median)'}
                </option>
              ))}
            </Select>
          }
        >
          <StocksTable results={results} shown={shown?.symbol ?? null} onShow={onShow} />
        </Card>
      )}
      <SectionBoundary name="The stock" resetKey={shown?.symbol ?? allStocks}>
        {shown ? (
          <StockView
            backtestId={backtest.id}
            result={shown}
            stock={stocks.get(shown.symbol)}
            equity={equity}
            chartRef={setChart}
          />
        ) : (
          combined && (
            <CombinedView
              backtestId={backtest.id}
              combined={combined}
              stocks={results.length}
              equity={equity}
              chartRef={setChart}
            />
          )
        )}
      </SectionBoundary>
    </div>
  );
}

interface ResultCardProps extends BacktestViewProps {
  equity: EquityState;
  onSavePicture: (() => void) | null;
}

/** The verdict and the figures of a run, and what they are of. */
function ResultCard({ strategy, backtest, equity, onDelete, onSavePicture }: ResultCardProps) {
  const { results, summary, skipped } = backtest;
  const { data: catalogue } = useCatalogue();
  const { stocks } = useListedStocks();
  const rules = readRunnableRules(backtest.rules);
  const haveRulesChanged = useHaveRulesChanged(strategy, backtest.rules);
  const isSimulated = results.some(({ symbol }) => stocks.get(symbol)?.data_source === 'simulated');
  return (
    <Card
      title={`Backtest of ${formatMoment(backtest.created_at)}`}
      id={resultSectionIds.result}
      actions={
        <div className="flex print:hidden">
          <IconButton label="Download PNG" disabled={!onSavePicture} onClick={onSavePicture ?? undefined}>
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
        {summary && <Headline summary={summary} equity={results.length > 1 ? null : equity} />}
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
        <SkippedStocks skipped={skipped} />
      </div>
    </Card>
  );
}

interface WorthProps extends BacktestViewProps {
  equity: EquityState;
  /** The name of the shown stock, or of all. */
  shownName: string;
}

function Worth({ backtest, tried, run, onRun, equity, shownName }: WorthProps) {
  const { results, summary, settings } = backtest;
  const { stocks } = useListedStocks();
  const paysDividends = usePaysDividends(results, !settings.dividends);
  const sources = results.map(({ symbol }) => stocks.get(symbol));
  const isJudged = (equity.rows !== undefined || equity.error !== null) && paysDividends !== undefined;
  const sentences = worthSentences({
    trades: summary?.trades ?? 0,
    parts: equity.rows ? partReturns(equity.rows) : null,
    partsOf: results.length > 1 ? shownName : null,
    tried,
    costs: settings,
    lacksDividends: settings.dividends ? false : (paysDividends ?? null),
    isSimulated: sources.some((stock) => stock?.data_source === 'simulated'),
    rejectedBars: sources.reduce((sum, stock) => sum + (stock?.left_out_bars ?? 0), 0),
  });
  return (
    <WorthBox
      sentences={isJudged ? sentences : null}
      dropped={droppedSentences(results)}
      onFractions={settings.fractional ? null : () => onRun({ ...settings, fractional: true })}
      run={run}
    />
  );
}
