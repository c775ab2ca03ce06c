import { createFileRoute, redirect } from '@tanstack/react-router';
import { SignInForm } from '#features/auth/sign-in-form.tsx';
import { usePageTitle } from '#hooks/use-page-title.ts';

export const Route = createFileRoute('/login')({
  // Bundled with the entry chunk, because most visits start on this page.
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
