import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { PageHeader } from '#components/ui/page-header.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { DeliveryPanel } from '#features/notifications/delivery-panel.tsx';
import { SignalInbox } from '#features/signals/inbox/signal-inbox.tsx';
import { RuleList } from '#features/signals/rules/rule-list.tsx';
import { useWatchList } from '#features/stocks/api/watch-list.ts';
import { usePageTitle } from '#hooks/use-page-title.ts';

const tabs = [
  { value: 'signals', label: 'Signals' },
  { value: 'rules', label: 'Rules' },
  { value: 'delivery', label: 'Delivery' },
] as const;
type SignalsTab = (typeof tabs)[number]['value'];

interface SignalsSearch {
  tab?: SignalsTab | undefined;
  symbol?: string | undefined;
  unread?: true | undefined;
}

export const Route = createFileRoute('/_signed-in/signals')({
  // Overwrites an invalid value with undefined: the router would keep a parameter that is missing here.
  validateSearch: (search: Record<string, unknown>): SignalsSearch => ({
    tab: tabs.find(({ value }) => value === search.tab)?.value,
    symbol: typeof search.symbol === 'string' ? search.symbol : undefined,
    unread: search.unread === true ? true : undefined,
  }),
  search: { middlewares: [stripSearchParams({ tab: tabs[0].value })] },
  component: Signals,
});

function Signals() {
  const { tab = tabs[0].value, symbol, unread } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { items } = useWatchList();
  const symbols = useMemo(() => items?.map(({ stock }) => stock.symbol).sort() ?? [], [items]);
  const show = (search: SignalsSearch) => navigate({ search, replace: true, resetScroll: false });
  usePageTitle('Signals');
  return (
    <div className="space-y-4">
      <PageHeader title="Signals" badge="Preview" sentence="What your rules found, and where it is sent" />
      <Tabs label="Signals" tabs={tabs} value={tab} onChange={(next) => show({ tab: next })}>
        {tab !== 'delivery' && (
          <div className="max-w-[52rem]">
            {tab === 'signals' && (
              <SignalInbox
                filter={{ symbol, isUnread: unread === true }}
                onFilter={(filter) => show({ symbol: filter.symbol, unread: filter.isUnread || undefined })}
                symbols={symbols}
              />
            )}
            {tab === 'rules' && <RuleList />}
          </div>
        )}
        {tab === 'delivery' && <DeliveryPanel />}
      </Tabs>
    </div>
  );
}
