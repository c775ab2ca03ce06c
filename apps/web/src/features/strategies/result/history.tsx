import { type BacktestSettings, defaultSettings } from '@stockbook/rules/settings';
import { Badge } from '#components/ui/badge.tsx';
import { Card } from '#components/ui/card.tsx';
import { type Column, DataTable } from '#components/ui/data-table.tsx';
import { formatDate, formatMoment } from '#lib/format/dates.ts';
import { formatCount, formatPercent } from '#lib/format/numbers.ts';
import type { ListedBacktest } from '../api/types.ts';
import { describeLimits, readRunnableRules } from '../runnable-rules.ts';
import { toneOf } from '../statistics/format-statistic.ts';

/** The settings of a run that differ from the defaults, in words. */
export function describeCosts(settings: BacktestSettings): string[] {
  const { since, until, fractional, dividends } = settings;
  const isOwn = (name: keyof BacktestSettings) => settings[name] !== defaultSettings[name];
  return [
    isOwn('cash') && `cash ${formatCount(settings.cash)}`,
    isOwn('size_percent') && `size ${settings.size_percent}%`,
    isOwn('commission_percent') && `commission ${settings.commission_percent}%`,
    isOwn('commission_fixed') && `fixed commission ${settings.commission_fixed}`,
    isOwn('spread_percent') && `spread ${settings.spread_percent}%`,
    since !== null && `from ${formatDate(since)}`,
    until !== null && `until ${formatDate(until)}`,
    fractional && 'fractions of shares',
    dividends && 'with dividends',
  ].filter((part) => part !== false);
}

interface HistoryProps {
  /** Newest first. */
  backtests: readonly ListedBacktest[];
  shownId: string;
  onShow: (id: string) => void;
}

const statusNames: Record<ListedBacktest['status'], string> = {
  PENDING: 'Waiting',
  PROGRESS: 'Running',
  SUCCESS: '',
  FAILURE: 'Failed',
};

/** The differences of a backtest from others with the same entry rule. */
function describeRest(rules: ListedBacktest['rules'], settings: ListedBacktest['settings']): string {
  const runnable = readRunnableRules(rules);
  const exits = runnable ? [runnable.exit, ...describeLimits(runnable)].filter((exit) => exit !== null) : [];
  return [...exits, ...describeCosts(settings)].join('; ');
}

/** The backtests of a strategy; a row shows its result. */
export function History({ backtests, shownId, onShow }: HistoryProps) {
  const columns: Column<ListedBacktest>[] = [
    {
      key: 'created_at',
      title: 'Backtest',
      isText: true,
      sortBy: ({ created_at }) => created_at,
      cell: ({ id, created_at, status, is_stale }) => (
        <>
          <button
            type="button"
            aria-pressed={id === shownId}
            onClick={() => onShow(id)}
            className="min-h-6 font-medium text-accent -outline-offset-2 after:absolute after:inset-0"
          >
            {formatMoment(created_at)}
          </button>{' '}
          {statusNames[status] && <Badge>{statusNames[status]}</Badge>}
          {is_stale && <Badge tone="warn">Prices have changed</Badge>}
        </>
      ),
    },
    {
      key: 'return',
      title: 'Return',
      sortBy: ({ summary }) => summary?.return_percent ?? null,
      cell: ({ summary }) => (
        <span className={toneOf(summary?.return_percent ?? null)}>
          {formatPercent(summary?.return_percent)}
        </span>
      ),
    },
    {
      key: 'buy_and_hold',
      title: 'Buy and hold',
      sortBy: ({ summary }) => summary?.buy_and_hold_return_percent ?? null,
      cell: ({ summary }) => formatPercent(summary?.buy_and_hold_return_percent),
    },
    {
      key: 'trades',
      title: 'Trades',
      sortBy: ({ summary }) => summary?.trades ?? null,
      cell: ({ summary }) => (summary ? formatCount(summary.trades) : 'N/A'),
    },
    {
      key: 'rules',
      title: 'Rules and costs',
      isText: true,
      cell: ({ rules, settings }) => (
        <span className="block max-w-80 min-w-56 whitespace-normal text-xs normal-nums">
          <span className="font-mono">{String(rules.entry)}</span>
          <span className="block text-muted">{describeRest(rules, settings)}</span>
        </span>
      ),
    },
  ];
  return (
    <Card title="Backtests of this strategy" className="print:hidden">
      <DataTable
        label="Backtests"
        columns={columns}
        rows={backtests}
        rowKey={({ id }) => id}
        isCurrent={({ id }) => id === shownId}
        className="max-h-80"
      />
    </Card>
  );
}
