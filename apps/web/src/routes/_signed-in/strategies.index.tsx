import { createFileRoute } from '@tanstack/react-router';
import { StrategiesPage } from '#features/strategies/list/strategies-page.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';

export const Route = createFileRoute('/_signed-in/strategies/')({
  component: Strategies,
});

function Strategies() {
  usePageTitle('Strategies');
  return <StrategiesPage />;
}
