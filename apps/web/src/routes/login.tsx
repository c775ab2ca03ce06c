import { createFileRoute, redirect } from '@tanstack/react-router';
import { SignInForm } from '../features/auth/sign-in-form.tsx';
import { usePageTitle } from '../hooks/use-page-title.ts';

export const Route = createFileRoute('/login')({
  // In one piece with what starts the application: most visits begin here.
  codeSplitGroupings: [],
  beforeLoad: ({ context }) => {
    if (context.session.getState().status === 'authenticated') throw redirect({ to: '/dashboard' });
  },
  component: Login,
});

function Login() {
  usePageTitle('Sign In');
  return <SignInForm />;
}
