import { createFileRoute, Outlet, redirect, useMatches } from '@tanstack/react-router';
import { useState } from 'react';
import { SignedInProviders } from '../app/providers.tsx';
import { ShortcutHelp } from '../app/shell/shortcut-help.tsx';
import { TopBar } from '../app/shell/top-bar.tsx';
import { useShortcuts } from '../hooks/use-shortcuts.ts';

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: ({ context }) => {
    if (context.session.getState().status !== 'authenticated') throw redirect({ to: '/login' });
  },
  component: SignedIn,
});

function SignedIn() {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const back = useMatches({ select: (matches) => matches.at(-1)?.staticData.back });
  const showHelp = () => {
    setIsHelpOpen(true);
    return true;
  };
  useShortcuts({ '?': showHelp });

  return (
    <SignedInProviders>
      <TopBar {...(back ? { back } : {})} onShowShortcuts={showHelp} />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-[80rem] px-4 py-5 outline-none sm:px-6 sm:py-7"
      >
        <Outlet />
      </main>
      <ShortcutHelp isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </SignedInProviders>
  );
}
