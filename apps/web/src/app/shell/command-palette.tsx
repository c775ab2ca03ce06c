import { Autocomplete } from '@base-ui/react/autocomplete';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { controlClass } from '#components/ui/field.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { usePortfolios } from '#features/portfolios/api/queries.ts';
import { useWatchList } from '#features/stocks/api/watch-list.ts';
import { chartRanges } from '#features/stocks/chart/view/chart-range.ts';
import { useStrategies } from '#features/strategies/api/queries.ts';
import { cn } from '#lib/cn.ts';
import { chooseTheme } from '#lib/theme.ts';

interface Command {
  /** Identifies the entry if its label is not unique. */
  readonly id?: string;
  readonly kind: string;
  readonly label: string;
  /** Shown beside the label, and searched. */
  readonly detail?: string;
  readonly run: () => unknown;
}

const maxShown = 50;

function matches({ kind, label, detail = '' }: Command, query: string): boolean {
  const text = `${label} ${detail} ${kind}`.toLowerCase();
  return query.split(/\s+/).every((word) => text.includes(word));
}

/** Commands that begin with the query come first. */
function search(commands: readonly Command[], query: string): Command[] {
  const isFirst = ({ label }: Command) => label.toLowerCase().startsWith(query);
  const found = commands.filter((command) => matches(command, query));
  return [...found.filter(isFirst), ...found.filter((command) => !isFirst(command))].slice(0, maxShown);
}

interface CommandPaletteProps {
  /** Takes the text typed before the field had the focus. */
  takeTyped: () => string;
  onClose: () => void;
  onShowShortcuts: () => void;
}

/** The commands of this page, and those that go to a stock, a strategy or a portfolio of the user. */
function useCommands(onShowShortcuts: () => void): readonly Command[] {
  const navigate = useNavigate();
  const { items } = useWatchList();
  const strategies = useStrategies().data?.strategies;
  const portfolios = usePortfolios().data?.portfolios;
  const { symbol } = useParams({ strict: false });

  return useMemo<Command[]>(
    () => [
      ...(symbol === undefined
        ? []
        : chartRanges.map((range) => ({
            kind: 'Range',
            label: range,
            detail: 'Show this range',
            run: () =>
              navigate({
                to: '/stocks/$symbol',
                params: { symbol },
                search: (current) => ({ ...current, range, from: undefined, to: undefined, date: undefined }),
                replace: true,
              }),
          }))),
      {
        kind: 'Action',
        label: 'Add a stock',
        run: () => navigate({ to: '/stocks', search: { add: true } }),
      },
      { kind: 'Page', label: 'Dashboard', run: () => navigate({ to: '/dashboard' }) },
      { kind: 'Page', label: 'Stocks', run: () => navigate({ to: '/stocks' }) },
      { kind: 'Page', label: 'Signals', run: () => navigate({ to: '/signals' }) },
      {
        kind: 'Page',
        label: 'Signal rules',
        run: () => navigate({ to: '/signals', search: { tab: 'rules' } }),
      },
      {
        kind: 'Page',
        label: 'Signal delivery',
        run: () => navigate({ to: '/signals', search: { tab: 'delivery' } }),
      },
      { kind: 'Page', label: 'Strategies', run: () => navigate({ to: '/strategies' }) },
      { kind: 'Page', label: 'Portfolios', run: () => navigate({ to: '/portfolios' }) },
      { kind: 'Page', label: 'Settings', run: () => navigate({ to: '/settings' }) },
      { kind: 'Theme', label: 'Light', run: () => chooseTheme('light') },
      { kind: 'Theme', label: 'Dark', run: () => chooseTheme('dark') },
      { kind: 'Theme', label: 'System', run: () => chooseTheme('system') },
      { kind: 'Help', label: 'Keyboard shortcuts', run: onShowShortcuts },
      ...(items ?? []).map(({ stock }) => ({
        kind: 'Stock',
        label: stock.symbol,
        detail: stock.name,
        run: () => navigate({ to: '/stocks/$symbol', params: { symbol: stock.symbol } }),
      })),
      ...(strategies ?? []).map(({ id, name }) => ({
        id,
        kind: 'Strategy',
        label: name,
        run: () => navigate({ to: '/strategies/$strategyId', params: { strategyId: id } }),
      })),
      ...(portfolios ?? []).map(({ id, name }) => ({
        id,
        kind: 'Portfolio',
        label: name,
        run: () => navigate({ to: '/portfolios/$portfolioId', params: { portfolioId: id } }),
      })),
    ],
    [items, strategies, portfolios, symbol, navigate, onShowShortcuts],
  );
}

/** Goes to stocks, strategies, portfolios and pages, adds a stock, and changes range or theme, all by typing. */
export function CommandPalette({ takeTyped, onClose, onShowShortcuts }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const commands = useCommands(onShowShortcuts);
  const found = useMemo(() => search(commands, query.trim().toLowerCase()), [commands, query]);

  return (
    <Dialog title="Commands" open initialFocus={input} onClose={onClose}>
      <Autocomplete.Root
        inline
        open
        items={found}
        value={query}
        onValueChange={setQuery}
        itemToStringValue={(command: Command) => command.label}
        filter={null}
        autoHighlight="always"
      >
        <Autocomplete.Input
          ref={input}
          onFocus={() => setQuery(query + takeTyped())}
          aria-label="Search commands and stocks"
          placeholder="Search stocks, pages and actions"
          autoComplete="off"
          spellCheck={false}
          className={cn(controlClass, 'h-10')}
        />
        <div className="mt-3 h-[18rem] overflow-y-auto overscroll-contain rounded-md border border-line p-1.5">
          <Autocomplete.List className="data-empty:hidden">
            {(command: Command) => (
              <Autocomplete.Item
                key={command.id ?? `${command.kind} ${command.label}`}
                value={command}
                onClick={() => {
                  onClose();
                  command.run();
                }}
                className="flex cursor-default items-baseline gap-3 rounded-[0.375rem] px-2.5 py-2 text-sm outline-none select-none data-highlighted:bg-sunken"
              >
                <span className="shrink-0 font-medium">{command.label}</span>
                <span className="min-w-0 grow truncate text-muted">{command.detail}</span>
                <span className="shrink-0 text-xs text-muted">{command.kind}</span>
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
          {found.length === 0 && (
            <p className="grid h-full place-items-center text-sm text-muted">Nothing matches.</p>
          )}
        </div>
      </Autocomplete.Root>
    </Dialog>
  );
}
