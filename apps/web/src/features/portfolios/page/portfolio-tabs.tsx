import type { Portfolio } from '@stockbook/api/schemas';
import type { ReactNode } from 'react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { Period } from '../periods.ts';
import { type PortfolioTab, portfolioTabs } from './portfolio-view.ts';

const loading = <Skeleton className="h-96 rounded-lg" />;

const HoldingsTab = lazyWithReload(
  async () => (await import('../holdings/holdings-tab.tsx')).HoldingsTab,
  loading,
);
const PerformanceTab = lazyWithReload(
  async () => (await import('../performance/performance-tab.tsx')).PerformanceTab,
  loading,
);
const TransactionsTab = lazyWithReload(
  async () => (await import('../transactions/transactions-tab.tsx')).TransactionsTab,
  loading,
);
const DividendsTab = lazyWithReload(
  async () => (await import('../dividends/dividends-tab.tsx')).DividendsTab,
  loading,
);
const AllocationTab = lazyWithReload(
  async () => (await import('../allocation/allocation-tab.tsx')).AllocationTab,
  loading,
);
const RealisedTab = lazyWithReload(
  async () => (await import('../realised/realised-tab.tsx')).RealisedTab,
  loading,
);

interface TabProps {
  portfolio: Portfolio;
  /** The period that is chosen above the tabs. */
  period: Period;
}

const bodies: Readonly<Record<PortfolioTab, (props: TabProps) => ReactNode>> = {
  holdings: HoldingsTab,
  performance: PerformanceTab,
  transactions: TransactionsTab,
  dividends: DividendsTab,
  allocation: AllocationTab,
  realised: RealisedTab,
};

interface PortfolioTabsProps extends TabProps {
  tab: PortfolioTab;
  onChange: (tab: PortfolioTab) => void;
}

/** The tabs of a portfolio. The code of each is loaded when it opens, and a tab that fails leaves the others. */
export function PortfolioTabs({ portfolio, period, tab, onChange }: PortfolioTabsProps) {
  const Body = bodies[tab];
  const label = portfolioTabs.find(({ value }) => value === tab)?.label ?? '';
  return (
    <Tabs label={`Parts of ${portfolio.name}`} tabs={portfolioTabs} value={tab} onChange={onChange}>
      <SectionBoundary name={label} resetKey={tab}>
        <div className="min-h-96">
          <Body key={tab} portfolio={portfolio} period={period} />
        </div>
      </SectionBoundary>
    </Tabs>
  );
}
