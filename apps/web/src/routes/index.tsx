import { createFileRoute, redirect } from '@tanstack/react-router';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { getSession } from '../lib/session.ts';
import { usePageTitle } from '../lib/use-page-title.ts';

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    if (getSession().status === 'authenticated') throw redirect({ to: '/dashboard' });
  },
  component: Landing,
});

function Landing() {
  usePageTitle('Your own watch list');
  return <LandingPage />;
}
