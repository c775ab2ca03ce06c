import { createFileRoute, redirect } from '@tanstack/react-router';
import { SignUpForm } from '#features/auth/sign-up-form.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';

export const Route = createFileRoute('/register')({
  beforeLoad: ({ context }) => {
    if (context.session.getState().status === 'authenticated') throw redirect({ to: '/dashboard' });
  },
  component: Register,
});

function Register() {
  usePageTitle('Sign Up');
  return <SignUpForm />;
}
