import { createFileRoute } from '@tanstack/react-router';
import { PortfoliosPage } from '#features/portfolios/list/portfolios-page.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';

export const Route = createFileRoute('/_signed-in/portfolios/')({
  component: Portfolios,
});

function Portfolios() {
  usePageTitle('Portfolios');
  return <PortfoliosPage />;
}
