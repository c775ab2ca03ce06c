import { createFileRoute } from '@tanstack/react-router';
import { OverviewPage } from '#features/portfolios/overview/overview-page.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';

export const Route = createFileRoute('/_signed-in/portfolios/overview')({
  staticData: { back: { to: '/portfolios', label: 'Back to portfolios' } },
  component: Overview,
});

function Overview() {
  usePageTitle('All portfolios');
  return <OverviewPage />;
}
