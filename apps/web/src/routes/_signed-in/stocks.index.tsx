import { createFileRoute, trimPathRight, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useListsOfPage } from '#features/lists/use-lists-of-page.tsx';
import { MatchingResult, MatchingSelect } from '#features/signals/matching/matching-select.tsx';
import { useMatching } from '#features/signals/matching/use-matching.ts';
import { type ListAddress, parseListAddress } from '#features/stocks/watch-list/view/list-view.ts';
import { WatchList } from '#features/stocks/watch-list/watch-list.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';
import { useStoppedLine } from '#hooks/use-user-state.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';

interface StocksSearch extends ListAddress {
  /** The rule that the shown stocks match. */
  matching?: string | undefined;
  /** The dialog that opens with the page; 1 by the shortcut of the manifest. */
  add?: true | 1 | undefined;
  import?: true | undefined;
  /** Passed on by the manifest's `share_target`. */
  share_title?: string | undefined;
  share_text?: string | undefined;
  share_url?: string | undefined;
}

/** The router parses a number. */
function readText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The input that the browser passes on: the text of another program, empty for the shortcut; null without either. */
function passedOn({ add, share_title, share_text, share_url }: StocksSearch): string | null {
  const parts = [share_url, share_title, share_text].filter((part) => part !== undefined);
  return parts.length > 0 || add === 1 ? parts.join(' ') : null;
}

const nothingPassedOn = {
  add: undefined,
  share_title: undefined,
  share_text: undefined,
  share_url: undefined,
} satisfies StocksSearch;

/** `passedOn`, kept until the form is closed; out of the address at once, which may be reloaded. */
function usePassedOn(search: StocksSearch, change: (search: StocksSearch) => void) {
  const arrived = passedOn(search);
  const [kept, setKept] = useState<string | null>(null);
  if (arrived !== null && arrived !== kept) setKept(arrived);
  const latest = useRef(change);
  useEffect(() => {
    latest.current = change;
  });
  useEffect(() => {
    if (arrived !== null) latest.current(nothingPassedOn);
  }, [arrived]);
  return { text: kept, forget: () => setKept(null) };
}

export const Route = createFileRoute('/_signed-in/stocks/')({
  // Overwrites an invalid value with undefined: the router would keep a parameter that is missing here.
  validateSearch: (search: Record<string, unknown>): StocksSearch => ({
    ...parseListAddress(search),
    add: search.add === true || search.add === 1 ? search.add : undefined,
    import: search.import === true ? true : undefined,
    share_title: readText(search.share_title),
    share_text: readText(search.share_text),
    share_url: readText(search.share_url),
    matching: typeof search.matching === 'string' && search.matching ? search.matching : undefined,
  }),
  staticData: { back: { to: '/dashboard', label: 'Back to dashboard' } },
  component: Stocks,
});

const OwnInstrument = lazyWithReload(async () => (await import('./-own-instrument.tsx')).OwnInstrument);

const StoppedLine = lazyWithReload(async () => (await import('#pwa/push/stopped-line.tsx')).StoppedLine);

function Stocks() {
  const [hasStopped, setStopped] = useStoppedLine();
  const { matching: when, add, import: isImporting, ...search } = Route.useSearch();
  const { share_title, share_text, share_url, ...address } = search;
  const navigate = Route.useNavigate();
  const { history } = useRouter();
  const change = (next: StocksSearch) => {
    // Another page is being opened, which a change of the address would cancel.
    if (trimPathRight(history.location.pathname) !== '/stocks') return;
    void navigate({
      search: (current) => ({ ...current, ...next }),
      replace: true,
      resetScroll: false,
    });
  };
  const shared = usePassedOn({ add, share_title, share_text, share_url }, change);
  const lists = useListsOfPage(address.list ?? null);
  const matching = useMatching({
    when,
    list: lists.shown,
    onWhen: (next) => change({ matching: next }),
  });
  usePageTitle('Stock Tracking');
  return (
    <>
      {hasStopped && <StoppedLine onClose={() => setStopped(false)} />}
      <WatchList
        address={address}
        onAddress={change}
        isAdding={add === true || shared.text !== null}
        sharedText={shared.text}
        isImporting={isImporting === true}
        lists={lists}
        renderOwn={(onClose) => <OwnInstrument onClose={onClose} />}
        onDone={() => {
          shared.forget();
          change({ add: undefined, import: undefined });
        }}
        matching={{
          since: matching.since,
          select: <MatchingSelect matching={matching} />,
          renderPanel: (stockCount) => <MatchingResult matching={matching} stockCount={stockCount} />,
          clear: () => matching.choose(undefined),
        }}
      />
    </>
  );
}
