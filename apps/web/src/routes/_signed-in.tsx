import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { SignedInShell } from '../app/shell/signed-in-shell.tsx';

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: ({ context }) => {
    if (context.session.getState().status !== 'authenticated') throw redirect({ to: '/login' });
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
