import { Autocomplete } from '@base-ui/react/autocomplete';
import type { Portfolio, SearchMatch } from '@stockbook/api/schemas';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { controlClass } from '#components/ui/field.tsx';
import { Dialog } from '#components/ui/overlay/dialog.tsx';
import { usePortfolios } from '#features/portfolios/api/queries.ts';
import { useWatchList } from '#features/stocks/api/watch-list.ts';
import { chartRanges } from '#features/stocks/chart/view/chart-range.ts';
import { useExportWatchList } from '#features/stocks/import/api.ts';
import { useStrategies } from '#features/strategies/api/queries.ts';
import { useSuggestions } from '#hooks/use-suggestions.ts';
import { useUserState } from '#hooks/use-user-state.ts';
import { useCatalogue } from '#lib/api/trpc.ts';
import { cn } from '#lib/cn.ts';
import { type Command, pageCommands } from '#lib/page-commands.ts';
import { useIsOffline } from '#lib/session/session-context.ts';
import { chooseTheme } from '#lib/theme.ts';

const maxShown = 50;

function matches({ kind, label, detail = '' }: Command, query: string): boolean {
  const text = `${label} ${detail} ${kind}`.toLowerCase();
  const joined = text.replaceAll(' ', '');
  return query.split(/\s+/).every((word) => text.includes(word) || joined.includes(word));
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

const maxRecent = 5;

const keyOf = ({ id, kind, label }: Command) => id ?? `${kind} ${label}`;

function parseRecent(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.map(String).slice(0, maxRecent) : [];
}

/** The commands with those that were used last before the others. */
function recentFirst(commands: readonly Command[], recent: readonly string[]): Command[] {
  const rank = (command: Command) => {
    const index = recent.indexOf(keyOf(command));
    return index < 0 ? recent.length : index;
  };
  return [...commands].sort((a, b) => rank(a) - rank(b));
}

type Navigate = ReturnType<typeof useNavigate>;

/** The commands that change the range of the chart on the page of a stock. */
function rangeCommands(symbol: string, navigate: Navigate): Command[] {
  return chartRanges.map((range) => ({
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
  }));
}

/** The commands that every page offers. */
function generalCommands(navigate: Navigate, onExport: () => void, onShowShortcuts: () => void): Command[] {
  return [
    {
      kind: 'Action',
      label: 'Add a stock',
      keys: ['a'],
      needsServer: true,
      run: () => navigate({ to: '/stocks', search: { add: true } }),
    },
    {
      kind: 'Action',
      label: 'Import stocks',
      needsServer: true,
      run: () => navigate({ to: '/stocks', search: { import: true } }),
    },
    {
      kind: 'Action',
      label: 'Export the watch list',
      detail: 'CSV',
      needsServer: true,
      run: onExport,
    },
    { kind: 'Page', label: 'Dashboard', run: () => navigate({ to: '/dashboard' }) },
    { kind: 'Page', label: 'Stocks', run: () => navigate({ to: '/stocks' }) },
    {
      kind: 'Page',
      label: 'Favorites',
      run: () => navigate({ to: '/stocks', search: { filter: 'favorites' } }),
    },
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
    { kind: 'Page', label: 'Journal', run: () => navigate({ to: '/journal' }) },
    { kind: 'Page', label: 'Settings', run: () => navigate({ to: '/settings' }) },
    { kind: 'Theme', label: 'Light', run: () => chooseTheme('light') },
    { kind: 'Theme', label: 'Dark', run: () => chooseTheme('dark') },
    { kind: 'Theme', label: 'System', run: () => chooseTheme('system') },
    { kind: 'Help', label: 'Keyboard shortcuts', keys: ['?'], run: onShowShortcuts },
  ];
}

type Listing = Pick<SearchMatch, 'symbol' | 'name'>;
type Saved = Pick<Portfolio, 'id' | 'name'>;

interface Destinations {
  readonly items: readonly { readonly stock: Listing }[] | undefined;
  readonly strategies: readonly Saved[] | undefined;
  readonly portfolios: readonly Saved[] | undefined;
  readonly suggestions: readonly Listing[] | undefined;
}

/** The commands that go to a stock, a strategy or a portfolio of the user. */
function destinationCommands(
  { items, strategies, portfolios, suggestions }: Destinations,
  navigate: Navigate,
): Command[] {
  const openStock = (wanted: string) => navigate({ to: '/stocks/$symbol', params: { symbol: wanted } });
  const tracked = new Set((items ?? []).map(({ stock }) => stock.symbol));
  return [
    ...(items ?? []).map(({ stock }) => ({
      kind: 'Stock',
      label: stock.symbol,
      detail: stock.name,
      run: () => openStock(stock.symbol),
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
    ...(suggestions ?? [])
      .filter((found) => !tracked.has(found.symbol))
      .map((found) => ({
        kind: 'Not on your list',
        label: found.symbol,
        detail: found.name,
        run: () => openStock(found.symbol),
      })),
  ];
}

/** The commands of this page, and those that go to a stock, a strategy or a portfolio of the user. */
function useCommands(query: string, onShowShortcuts: () => void): readonly Command[] {
  const navigate = useNavigate();
  const { items } = useWatchList();
  const strategies = useStrategies().data?.strategies;
  const portfolios = usePortfolios().data?.portfolios;
  const { symbol } = useParams({ strict: false });
  // The page of a stock offers the indicators of the catalogue once it is loaded.
  useCatalogue(symbol !== undefined);
  const suggestions = useSuggestions(query).data?.results;
  const exportList = useExportWatchList().mutate;
  const isOffline = useIsOffline();

  const ofShell = useMemo(
    () => [
      ...(symbol === undefined ? [] : rangeCommands(symbol, navigate)),
      ...generalCommands(navigate, () => exportList(null), onShowShortcuts),
      ...destinationCommands({ items, strategies, portfolios, suggestions }, navigate),
    ],
    [items, strategies, portfolios, symbol, suggestions, navigate, exportList, onShowShortcuts],
  );
  const ofPage = Map.groupBy(pageCommands(), ({ kind }) => (kind === 'Indicator' ? 'last' : 'first'));
  const commands = [...(ofPage.get('first') ?? []), ...ofShell, ...(ofPage.get('last') ?? [])];
  return isOffline ? commands.filter(({ needsServer }) => !needsServer) : commands;
}

/** Opens stocks, strategies, portfolios and pages, and does what the page offers, all by typing; the latest first. */
export function CommandPalette({ takeTyped, onClose, onShowShortcuts }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const commands = useCommands(query.trim(), onShowShortcuts);
  const [recent, storeRecent] = useUserState('recentCommands', parseRecent);
  const found = search(recentFirst(commands, recent), query.trim().toLowerCase());

  function choose(command: Command) {
    storeRecent((current) => [...new Set([keyOf(command), ...current])].slice(0, maxRecent));
    onClose();
    command.run();
  }

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
          // A query is no unsaved text.
          type="search"
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
                key={keyOf(command)}
                value={command}
                onClick={() => choose(command)}
                className="flex cursor-default items-baseline gap-3 rounded-[0.375rem] px-2.5 py-2 text-sm outline-none select-none data-highlighted:bg-sunken"
              >
                <span className="shrink-0 font-medium">{command.label}</span>
                <span className="min-w-0 grow truncate text-muted">{command.detail}</span>
                {command.keys?.map((key) => (
                  <kbd key={key} className="rounded-sm border border-line px-1.5 font-sans text-xs">
                    {key}
                  </kbd>
                ))}
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
