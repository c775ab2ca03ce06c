import type { StockList } from '@stockbook/api/schemas';
import { ListChecks } from 'lucide-react';
import { useRef } from 'react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { useShortcuts } from '#hooks/use-shortcuts.ts';
import { useLists } from '#lib/api/lists.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { useIsOffline } from '#lib/session/session-context.ts';
import { useOpenParts } from './open-parts.ts';

const ListParts = lazyWithReload(async () => (await import('./list-parts.tsx')).ListParts);

const noLists: readonly StockList[] = [];
const noChoice = () => {};

/** The menu of lists for stocks on the page of one. `parts` belongs into the page. */
export function useListsMenu() {
  const { lists = noLists } = useLists();
  const parts = useOpenParts();
  const isOffline = useIsOffline();
  return {
    open: (anchor: HTMLElement, symbols: readonly string[]) => {
      if (!isOffline) parts.setMenu({ kind: 'stocks', anchor, symbols, order: null });
    },
    parts: parts.isUsed && (
      <SectionBoundary name="The lists">
        <ListParts parts={parts} lists={lists} shown={null} onShow={noChoice} />
      </SectionBoundary>
    ),
  };
}

/** The menu `Lists` of a stock on its page, which the key `l` opens, too. */
export function StockLists({ symbol }: { symbol: string }) {
  const menu = useListsMenu();
  const button = useRef<HTMLButtonElement>(null);
  const open = () => {
    if (button.current) menu.open(button.current, [symbol]);
    return button.current !== null;
  };
  useShortcuts({ l: open });
  return (
    <>
      <IconButton ref={button} label="Lists" aria-haspopup="menu" needsServer onClick={open}>
        <ListChecks aria-hidden="true" />
      </IconButton>
      {menu.parts}
    </>
  );
}
