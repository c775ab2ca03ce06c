import { createFileRoute } from '@tanstack/react-router';
import { MovePage } from '#features/portfolios/move-in/page/move-page.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';

interface MoveSearch {
  step?: 'compare' | undefined;
}

export const Route = createFileRoute('/_signed-in/portfolios/move-in/$moveId')({
  // Overwrites an invalid value with undefined: the router would keep a parameter that is missing here.
  validateSearch: (search: Record<string, unknown>): MoveSearch => ({
    step: search.step === 'compare' ? 'compare' : undefined,
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
    <MovePage
      moveId={moveId}
      isComparing={step === 'compare'}
      onComparing={(isComparing) => void navigate({ search: isComparing ? { step: 'compare' } : {} })}
    />
  );
}
