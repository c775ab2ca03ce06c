import { createFileRoute } from '@tanstack/react-router';
import { useCallback } from 'react';
import { StrategyPage } from '#features/strategies/page/strategy-page.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';

interface StrategySearch {
  /** The backtest to show; the newest by default. */
  run?: string | undefined;
  /** The stock of the result to show; the first one by default. */
  symbol?: string | undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export const Route = createFileRoute('/_signed-in/strategies/$strategyId')({
  // Overwrites an invalid value with undefined: the router would keep a parameter that is missing here.
  validateSearch: (search: Record<string, unknown>): StrategySearch => ({
    run: textOf(search.run),
    symbol: textOf(search.symbol),
  }),
  staticData: { back: { to: '/strategies', label: 'Back to strategies' } },
  // Resets all component state when the strategy changes.
  remountDeps: ({ params }) => params,
  component: Strategy,
});

function Strategy() {
  const { strategyId } = Route.useParams();
  const { run, symbol } = Route.useSearch();
  const navigate = Route.useNavigate();
  const onShow = useCallback(
    (change: StrategySearch) =>
      void navigate({ search: (shown) => ({ ...shown, ...change }), replace: true, resetScroll: false }),
    [navigate],
  );
  usePageTitle('Strategy');
  return <StrategyPage strategyId={strategyId} run={run} symbol={symbol} onShow={onShow} />;
}
