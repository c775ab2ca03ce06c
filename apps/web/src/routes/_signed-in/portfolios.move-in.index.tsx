import { createFileRoute } from '@tanstack/react-router';
import { ChoosePage } from '#features/portfolios/move-in/choose/choose-page.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';

export const Route = createFileRoute('/_signed-in/portfolios/move-in/')({
  staticData: { back: { to: '/portfolios', label: 'Back to portfolios' } },
  component: MoveIn,
});

function MoveIn() {
  usePageTitle('Move from another program');
  return <ChoosePage />;
}
