import { createFileRoute, redirect } from '@tanstack/react-router';
import { SignInForm } from '../features/auth/sign-in-form.tsx';
import { getSession } from '../lib/session.ts';
import { usePageTitle } from '../lib/use-page-title.ts';

export const Route = createFileRoute('/login')({
  // In one piece with what starts the application: most visits begin here.
  codeSplitGroupings: [],
  beforeLoad: () => {
    if (getSession().status === 'authenticated') throw redirect({ to: '/dashboard' });
  },
  component: Login,
});

function Login() {
  usePageTitle('Sign In');
  return <SignInForm />;
}
