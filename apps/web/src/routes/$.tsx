import { createFileRoute, redirect } from '@tanstack/react-router';

/** Any path that matches no other route. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});
