import { createFileRoute, redirect } from '@tanstack/react-router';
import { LandingPage } from '#features/landing/landing-page.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';

export const Route = createFileRoute('/')({
  beforeLoad: ({ context }) => {
    if (context.session.getState().status === 'authenticated') throw redirect({ to: '/dashboard' });
  },
  component: Landing,
});

function Landing() {
  usePageTitle('Your own watch list');
  return <LandingPage />;
}
