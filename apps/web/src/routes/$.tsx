import { createFileRoute, redirect } from '@tanstack/react-router';

/** Any path that no other route knows. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});
