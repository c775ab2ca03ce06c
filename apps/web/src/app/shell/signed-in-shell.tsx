import { type AnyRoute, type AnyRouter, useLocation, useMatches, useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { SecurityNotices } from '#features/notices/security-notices.tsx';
import { useShortcuts, useTypeAhead } from '#hooks/use-shortcuts.ts';
import { additionalParts, lazyWithReload, preloadParts } from '#lib/lazy-with-reload.ts';
import { focusPage, isDialogOpen } from '#lib/page-focus.ts';
import { useRestored } from '#lib/session/session-context.ts';
import { SignedInProviders } from '../providers.tsx';
import { BottomNavigation } from './navigation.tsx';
import { TopBar } from './top-bar.tsx';

/** Calls `onOpen` on Ctrl+K or Cmd+K, also while a text field has the focus, but not behind a dialog. */
function usePaletteKey(onOpen: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key !== 'k') return;
      event.preventDefault();
      if (isDialogOpen()) return;
      focusPage();
      onOpen();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [onOpen]);
}

/** Downloads the code of all pages. */
async function preload(router: AnyRouter): Promise<void> {
  // Those of the page on show come first: it may lose its connection.
  await preloadParts();
  const routes: AnyRoute[] = Object.values(router.routesById);
  await Promise.allSettled(routes.map((route) => router.loadRouteChunk(route)));
  // The chunks of the routes have declared their parts.
  await preloadParts();
}

/** Calls back when the browser is idle. Returns the function that cancels. */
function whenIdle(callback: () => void): () => void {
  // Safari lacks it.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, idleTimeoutMs);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(callback);
  return () => cancelIdleCallback(handle);
}

/** In milliseconds. The download of the stored files must not delay what the user has opened. */
const idleTimeoutMs = 2000;

const appParts = additionalParts(() => import('#pwa/app-parts.tsx'));
const AppParts = appParts.part(({ AppParts: Parts }) => Parts);

/** Whether the page has been left alone for `idleTimeoutMs`. */
function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    let cancel: (() => void) | undefined;
    const timer = setTimeout(() => {
      cancel = whenIdle(() => setIsIdle(true));
    }, idleTimeoutMs);
    return () => {
      clearTimeout(timer);
      cancel?.();
    };
  }, []);
  return isIdle;
}

const CommandPalette = lazyWithReload(async () => (await import('./command-palette.tsx')).CommandPalette);
const ShortcutHelp = lazyWithReload(async () => (await import('./shortcut-help.tsx')).ShortcutHelp);

const OfflineBar = lazyWithReload(async () => (await import('#pwa/offline-parts.tsx')).OfflineBar);
const NotKept = lazyWithReload(async () => (await import('#pwa/offline-parts.tsx')).NotKept);

/** The frame of every page behind sign-in: the top bar, the page, the navigation and the list of shortcuts. */
export function SignedInShell({ children }: { children: ReactNode }) {
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const back = useMatches({ select: (matches) => matches.at(-1)?.staticData.back });
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const showHelp = useCallback(() => {
    setIsHelpOpen(true);
    return true;
  }, []);
  const openPalette = useCallback(() => setIsPaletteOpen(true), []);
  const closePalette = useCallback(() => setIsPaletteOpen(false), []);
  usePaletteKey(openPalette);
  useShortcuts({ '?': showHelp });
  const router = useRouter();
  const restored = useRestored();
  const path = useLocation({ select: ({ pathname }) => pathname });
  // Each page can then be opened without a connection.
  useEffect(() => whenIdle(() => void preload(router)), [router]);
  const isIdle = useIsIdle();

  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        // The link that led here has gone with its page. The first page has none: there, Tab starts at the skip link.
        if (fromLocation && pathChanged) focusPage();
      }),
    [router],
  );

  return (
    <SignedInProviders>
      <TopBar {...(back ? { back } : {})} onShowShortcuts={showHelp} />
      <SecurityNotices />
      {restored && <OfflineBar savedAt={restored.savedAt(path)} />}
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-page px-4 pt-3 pb-[calc(4.5rem+env(safe-area-inset-bottom))] outline-none sm:px-6 sm:pt-5 sm:pb-[calc(1.75rem+env(safe-area-inset-bottom))]"
      >
        {restored && !restored.hasPage(path) ? <NotKept /> : children}
      </main>
      <BottomNavigation />
      {import.meta.env.PROD && isIdle && <AppParts />}
      {isPaletteOpen && (
        <SectionBoundary name="The commands">
          <Palette onClose={closePalette} onShowShortcuts={showHelp} />
        </SectionBoundary>
      )}
      {isHelpOpen && (
        <SectionBoundary name="The list of shortcuts">
          <ShortcutHelp onClose={() => setIsHelpOpen(false)} />
        </SectionBoundary>
      )}
    </SignedInProviders>
  );
}

/** The palette, whose code is loaded on opening. Text typed until then goes into its field. */
function Palette(props: { onClose: () => void; onShowShortcuts: () => void }) {
  const takeTyped = useTypeAhead();
  return <CommandPalette takeTyped={takeTyped} {...props} />;
}
