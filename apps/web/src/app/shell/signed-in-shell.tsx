import { useMatches, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useShortcuts } from '../../hooks/use-shortcuts.ts';
import { preloadWhenIdle } from '../../lib/preload.ts';
import { SignedInProviders } from '../providers.tsx';
import { BottomNavigation } from './navigation.tsx';
import { ShortcutHelp } from './shortcut-help.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame of every page behind sign-in: the top bar, the page, the navigation and the list of shortcuts. */
export function SignedInShell({ children }: { children: ReactNode }) {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const back = useMatches({ select: (matches) => matches.at(-1)?.staticData.back });
  const showHelp = () => {
    setIsHelpOpen(true);
    return true;
  };
  useShortcuts({ '?': showHelp });
  const router = useRouter();
  useEffect(() => preloadWhenIdle(router), [router]);

  return (
    <SignedInProviders>
      <TopBar {...(back ? { back } : {})} onShowShortcuts={showHelp} />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-[80rem] px-4 pt-5 pb-20 outline-none sm:px-6 sm:py-7"
      >
        {children}
      </main>
      <BottomNavigation />
      <ShortcutHelp isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </SignedInProviders>
  );
}
