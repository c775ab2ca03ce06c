import { defaultSettings } from '@stockbook/rules/settings';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { type ReactNode, useContext, useMemo, useRef } from 'react';
import { useAlerts } from '#components/feedback/alerts.tsx';
import { ErrorBox, QueryError } from '#components/feedback/error-box.tsx';
import { PaleWhileBusy } from '#components/feedback/pale-while-busy.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton, Spinner } from '#components/feedback/spinner.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { useUserSwitch } from '#hooks/use-user-state.ts';
import { describeFailure, serverStatus } from '#lib/api/server-error.ts';
import { useCatalogue } from '#lib/api/trpc.ts';
import { cn } from '#lib/cn.ts';
import { focusMain } from '#lib/page-focus.ts';
import { useListedStocks } from '../api/queries.ts';
import { useBacktest, useBacktests, useDeleteBacktest, useSweeps } from '../api/results.ts';
import { type BacktestRun, useBacktestRun } from '../api/runs.ts';
import type { Backtest, StrategyDetail } from '../api/types.ts';
import { CompareCard } from '../compare/compare-card.tsx';
import { StrategyEditor, type StrategyEditorHandle } from '../editor/strategy-editor.tsx';
import { BacktestView, isCombinedShown } from '../result/backtest-view.tsx';
import { History } from '../result/history.tsx';
import { ResultAnchors } from '../result/result-anchors.tsx';
import { ShownSymbolContext } from '../result/shown-symbol.ts';
import { SkippedStocks } from '../result/skipped-stocks.tsx';
import type { RunnableRules } from '../runnable-rules.ts';
import { SweepSection } from '../sweep/sweep-section.tsx';
import { countTried } from '../worth/worth-sentences.ts';

/** As high as a window: a result then takes the place of what stands for it, and moves nothing in view. */
const resultHeightClass = 'min-h-[max(48rem,100dvh-8rem)]';

/** A backtest without results: it runs, or has failed. */
function UnfinishedRun({ backtest: { status, error, skipped } }: { backtest: Backtest }) {
  if (status !== 'FAILURE') {
    return (
      <Spinner text="Running the backtest..." className={cn('rounded-lg bg-sunken', resultHeightClass)} />
    );
  }
  return (
    <div className="space-y-3">
      <ErrorBox message={error ?? 'Failed to run backtest'} />
      <SkippedStocks skipped={skipped} />
    </div>
  );
}

/** The shown part of the results, in the address of the page. */
export interface ShownPart {
  /** The backtest; the newest if undefined. */
  readonly run: string | undefined;
  /** As in `ShownSymbolContext`. */
  readonly symbol: string | undefined;
}

export interface RunSelection {
  run: ShownPart['run'];
  /** Changes the shown part. */
  onShow: (change: Partial<ShownPart>) => void;
}

interface StrategyWorkbenchProps extends RunSelection {
  strategy: StrategyDetail;
  rules: RunnableRules;
}

/** @returns a function that asks whether to delete a backtest */
function useConfirmedDeletion(strategyId: string, onDeleted: () => void) {
  const { alert, confirm } = useAlerts();
  const { mutate } = useDeleteBacktest(strategyId);
  return async (backtestId: string) => {
    if (!(await confirm('Delete this backtest?', 'Delete'))) return;
    mutate(
      { backtestId },
      {
        onSuccess: onDeleted,
        onError: (error) => alert(...describeFailure(error, 'Failed to delete backtest')),
      },
    );
  };
}

interface EditorColumnProps {
  isFolded: boolean;
  onFold: (isFolded: boolean) => void;
  children: ReactNode;
}

/** The column of the editor, which can be folded on a wide screen. */
function EditorColumn({ isFolded, onFold, children }: EditorColumnProps) {
  return (
    <div className="min-w-0 lg:sticky lg:top-18">
      <IconButton
        label={isFolded ? 'Show rules and costs' : 'Hide rules and costs'}
        aria-expanded={!isFolded}
        onClick={() => onFold(!isFolded)}
        className={cn('max-lg:hidden print:hidden', !isFolded && 'absolute top-2.5 right-4.5 z-10')}
      >
        {isFolded ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
      </IconButton>
      <div
        className={cn(
          'lg:max-h-[calc(100dvh-5.5rem)] lg:overflow-y-auto lg:overscroll-contain',
          isFolded && 'lg:hidden',
        )}
      >
        {children}
      </div>
    </div>
  );
}

function NoBacktest() {
  return (
    <p
      className={cn(
        'grid place-items-center rounded-lg border border-dashed border-edge px-6 py-12 text-center text-sm text-muted',
        resultHeightClass,
      )}
    >
      No backtest yet. Run one to see how this strategy would have done.
    </p>
  );
}

/** The editor of a strategy beside its results. */
export function StrategyWorkbench({ strategy, rules, run, onShow }: StrategyWorkbenchProps) {
  const catalogue = useCatalogue();
  const backtests = useBacktests(strategy.id);
  const running = useBacktestRun(strategy.id, () => onShow({ run: undefined }));
  const sweeps = useSweeps(strategy.id);
  const list = backtests.data?.backtests;
  const tried = useMemo(() => countTried(list ?? [], sweeps.data?.sweeps ?? []), [list, sweeps.data]);
  const shownId = run ?? list?.[0]?.id;
  const editor = useRef<StrategyEditorHandle>(null);
  const settings = list?.[0]?.settings ?? defaultSettings;
  const results = useRef<HTMLDivElement>(null);
  const confirmAndDelete = useConfirmedDeletion(strategy.id, () => {
    if (results.current?.contains(document.activeElement)) focusMain();
    onShow({ run: undefined });
  });

  const [isFolded, setIsFolded] = useUserSwitch('strategyEditorFolded');
  const { data: shown } = useBacktest(shownId ?? '', shownId !== undefined);

  return (
    <div
      className={cn(
        'grid grid-cols-1 items-start gap-5 print:block',
        isFolded
          ? 'lg:grid-cols-[auto_minmax(0,1fr)]'
          : 'lg:grid-cols-[22rem_minmax(0,1fr)] min-[100rem]:grid-cols-[28rem_minmax(0,1fr)]',
      )}
    >
      <EditorColumn isFolded={isFolded} onFold={setIsFolded}>
        <QueryError
          error={catalogue.error}
          fallback="Failed to fetch indicators"
          onRetry={catalogue.refetch}
        />
        {catalogue.data && !backtests.isPending ? (
          <StrategyEditor
            ref={editor}
            strategy={strategy}
            rules={rules}
            settings={settings}
            hasResult={list !== undefined && list.length > 0}
            catalogue={catalogue.data.indicators}
            run={running}
          />
        ) : (
          !catalogue.error && <Skeleton className="h-60 rounded-lg lg:h-[48rem]" />
        )}
      </EditorColumn>
      <div ref={results} className="min-w-0 space-y-5">
        {shown?.status === 'SUCCESS' && <Anchors backtest={shown} />}
        <QueryError error={backtests.error} fallback="Failed to load backtests" onRetry={backtests.refetch} />
        {list?.length === 0 && <NoBacktest />}
        {backtests.isPending && !shownId && <Skeleton className={cn('rounded-lg', resultHeightClass)} />}
        {shownId !== undefined && (
          <ShownBacktest
            id={shownId}
            strategy={strategy}
            selection={{ run, onShow }}
            isListLoading={backtests.isPending}
            tried={tried}
            running={running}
            onDelete={() => void confirmAndDelete(shownId)}
            onRun={(next) => editor.current?.run(next)}
          />
        )}
        {shown?.status === 'SUCCESS' && <CompareCard strategyId={strategy.id} backtest={shown} />}
        <QueryError error={sweeps.error} fallback="Failed to load the sweep" onRetry={sweeps.refetch} />
        <SectionBoundary name="The sweep">
          <SweepSection strategy={strategy} settings={settings} last={sweeps.data?.sweeps[0]} />
        </SectionBoundary>
        {list && list.length > 1 && shownId !== undefined && (
          <History backtests={list} shownId={shownId} onShow={(id) => onShow({ run: id })} />
        )}
      </div>
    </div>
  );
}

/** Links to the sections that the result of a backtest has. */
function Anchors({ backtest }: { backtest: Backtest }) {
  const isCombined = isCombinedShown(backtest, useContext(ShownSymbolContext));
  const missing = [
    ...(backtest.results.length > 1 ? [] : (['stocks'] as const)),
    ...(isCombined ? (['trades'] as const) : []),
  ];
  return <ResultAnchors missing={missing} />;
}

interface ShownBacktestProps {
  id: string;
  strategy: StrategyDetail;
  selection: RunSelection;
  isListLoading: boolean;
  /** How many different settings of the strategy have a result. */
  tried: number;
  running: BacktestRun;
  onDelete: () => void;
  onRun: (settings: Backtest['settings']) => void;
}

/** A backtest with its results, or why there are none. */
function ShownBacktest({ id, strategy, selection, isListLoading, ...props }: ShownBacktestProps) {
  const { run, onShow } = selection;
  const { data: backtest, error, refetch, isPlaceholderData } = useBacktest(id);
  const isLoading = useListedStocks().isLoading || isListLoading || (!backtest && !error);
  const isDeleted = run !== undefined && serverStatus(error) === 404;
  return (
    <>
      {isDeleted && (
        <div role="alert" className="flex items-center gap-3 rounded-md bg-sunken px-3.5 py-2.5 text-sm">
          <p className="grow">This backtest was deleted.</p>
          <Button size="sm" onClick={() => onShow({ run: undefined })}>
            Show the newest
          </Button>
        </div>
      )}
      {error && !isDeleted && (
        <QueryError error={error} fallback="Failed to load the backtest" onRetry={refetch} />
      )}
      {isLoading && !error && <Skeleton className={cn('rounded-lg', resultHeightClass)} />}
      {!isLoading && backtest && backtest.status !== 'SUCCESS' && <UnfinishedRun backtest={backtest} />}
      {!isLoading && backtest?.status === 'SUCCESS' && (
        <SectionBoundary name="The result" resetKey={backtest.id}>
          <PaleWhileBusy isBusy={isPlaceholderData}>
            <BacktestView
              strategy={strategy}
              backtest={backtest}
              tried={props.tried}
              onShow={(symbol) => onShow({ symbol })}
              onDelete={props.onDelete}
              run={props.running}
              onRun={props.onRun}
            />
          </PaleWhileBusy>
        </SectionBoundary>
      )}
    </>
  );
}
