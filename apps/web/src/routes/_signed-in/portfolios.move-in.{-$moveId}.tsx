import { createFileRoute } from '@tanstack/react-router';
import { Spinner } from '#components/feedback/spinner.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';

/** Apart from the route: the start of every page names the files that the chunks of routes need. */
const MoveInPage = lazyWithReload(
  async () => (await import('#features/portfolios/move-in/page/move-in-page.tsx')).MoveInPage,
  <Spinner size="lg" className="min-h-[50dvh]" />,
);

/** The page before a file was sent, and with the id of a move after that. */
export const Route = createFileRoute('/_signed-in/portfolios/move-in/{-$moveId}')({
  validateSearch: ({ step }: Record<string, unknown>): { step?: 'compare' | undefined } => ({
    step: step === 'compare' ? step : undefined,
  }),
  staticData: { back: { to: '/portfolios', label: 'Back to portfolios' } },
  // Resets all component state when the move changes.
  remountDeps: ({ params }) => params,
  component: Move,
});

function Move() {
  const { moveId } = Route.useParams();
  const { step } = Route.useSearch();
  const navigate = Route.useNavigate();
  usePageTitle('Move from another program');
  return (
    <MoveInPage
      moveId={moveId}
      isComparing={step === 'compare'}
      onComparing={(isComparing) => void navigate({ search: isComparing ? { step: 'compare' } : {} })}
    />
  );
}
