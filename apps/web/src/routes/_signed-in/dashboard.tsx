import { createFileRoute } from '@tanstack/react-router';
import { DashboardCards } from '#features/dashboard/dashboard-cards.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';

export const Route = createFileRoute('/_signed-in/dashboard')({ component: Dashboard });

function Dashboard() {
  usePageTitle('Dashboard');
  return <DashboardCards />;
}
