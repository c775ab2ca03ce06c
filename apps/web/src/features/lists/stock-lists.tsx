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

/** The menu `Lists` of a stock on its page, which the key `l` opens, too. */
export function StockLists({ symbol }: { symbol: string }) {
  const { lists = noLists } = useLists();
  const parts = useOpenParts();
  const button = useRef<HTMLButtonElement>(null);
  const isOffline = useIsOffline();
  const open = () => {
    const anchor = button.current;
    if (anchor && !isOffline) parts.setMenu({ kind: 'stocks', anchor, symbols: [symbol], order: null });
    return anchor !== null;
  };
  useShortcuts({ l: open });
  return (
    <>
      <IconButton ref={button} label="Lists" aria-haspopup="menu" needsServer onClick={open}>
        <ListChecks aria-hidden="true" />
      </IconButton>
      {parts.isUsed && (
        <SectionBoundary name="The lists">
          <ListParts parts={parts} lists={lists} shown={null} onShow={noChoice} />
        </SectionBoundary>
      )}
    </>
  );
}
