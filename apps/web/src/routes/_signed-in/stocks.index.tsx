import { createFileRoute } from '@tanstack/react-router';
import { WatchList } from '../../features/stocks/watch-list/watch-list.tsx';
import { usePageTitle } from '../../hooks/use-page-title.ts';

export const Route = createFileRoute('/_signed-in/stocks/')({
  staticData: { back: { to: '/dashboard', label: 'Back to dashboard' } },
  component: Stocks,
});

function Stocks() {
  usePageTitle('Stock Tracking');
  return <WatchList />;
}
