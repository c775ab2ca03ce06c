import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { SignedInShell } from '../app/shell/signed-in-shell.tsx';

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: ({ context, location }) => {
    const state = context.session.getState();
    if (state.status !== 'authenticated') throw redirect({ to: '/login' });
    if (state.requirement === 'password') throw redirect({ to: '/password' });
    if (state.requirement === 'second-factor' && location.pathname !== '/settings') {
      throw redirect({ to: '/settings' });
    }
  },
  component: SignedIn,
});

function SignedIn() {
  return (
    <SignedInShell>
      <Outlet />
    </SignedInShell>
  );
}
