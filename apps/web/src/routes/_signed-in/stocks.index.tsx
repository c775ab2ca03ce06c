import { createFileRoute, trimPathRight, useRouter } from '@tanstack/react-router';
import { useListsOfPage } from '#features/lists/use-lists-of-page.tsx';
import { MatchingResult, MatchingSelect } from '#features/signals/matching/matching-select.tsx';
import { useMatching } from '#features/signals/matching/use-matching.ts';
import { type ListAddress, parseListAddress } from '#features/stocks/watch-list/view/list-view.ts';
import { WatchList } from '#features/stocks/watch-list/watch-list.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';

interface StocksSearch extends ListAddress {
  /** The rule that the shown stocks match. */
  matching?: string | undefined;
  /** The dialog that opens with the page. */
  add?: true | undefined;
  import?: true | undefined;
}

export const Route = createFileRoute('/_signed-in/stocks/')({
  // Overwrites an invalid value with undefined: the router would keep a parameter that is missing here.
  validateSearch: (search: Record<string, unknown>): StocksSearch => ({
    ...parseListAddress(search),
    add: search.add === true ? true : undefined,
    import: search.import === true ? true : undefined,
    matching: typeof search.matching === 'string' && search.matching ? search.matching : undefined,
  }),
  staticData: { back: { to: '/dashboard', label: 'Back to dashboard' } },
  component: Stocks,
});

function Stocks() {
  const { matching: when, add, import: isImporting, ...address } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { history } = useRouter();
  const change = (search: StocksSearch) => {
    // Another page is being opened, which a change of the address would cancel.
    if (trimPathRight(history.location.pathname) !== '/stocks') return;
    void navigate({
      search: (current) => ({ ...current, ...search }),
      replace: true,
      resetScroll: false,
    });
  };
  const lists = useListsOfPage(address.list ?? null);
  const matching = useMatching({
    when,
    list: lists.shown,
    onWhen: (next) => change({ matching: next }),
  });
  usePageTitle('Stock Tracking');
  return (
    <WatchList
      address={address}
      onAddress={change}
      isAdding={add === true}
      isImporting={isImporting === true}
      lists={lists}
      onDone={() => change({ add: undefined, import: undefined })}
      matching={{
        since: matching.since,
        select: <MatchingSelect matching={matching} />,
        renderPanel: (stockCount) => <MatchingResult matching={matching} stockCount={stockCount} />,
        clear: () => matching.choose(undefined),
      }}
    />
  );
}
