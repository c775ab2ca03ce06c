import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { useMedia } from '#hooks/use-media.ts';
import { useUserState, useUserSwitch } from '#hooks/use-user-state.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';

const ListRail = lazyWithReload(async () => (await import('./list-rail.tsx')).ListRail);

/** In pixels. */
const widths = { least: 200, usual: 232, most: 384, step: 16 } as const;

function parseWidth(stored: unknown): number {
  const width = typeof stored === 'number' && Number.isFinite(stored) ? stored : widths.usual;
  return Math.min(widths.most, Math.max(widths.least, Math.round(width)));
}

type RailWidth = ReturnType<typeof useRailWidth>;

/** The width of the rail: it follows the pointer, and is stored when the pointer lets go. */
function useRailWidth() {
  const [stored, store] = useUserState('listRailWidth', parseWidth);
  const [dragged, setDragged] = useState<number | null>(null);
  return { width: dragged ?? stored, drag: setDragged, store };
}

/** The right edge of the rail, which changes its width. */
function Edge({ rail: { width, drag, store } }: { rail: RailWidth }) {
  /** The place of the pointer at which the rail would have no width; null while no button is pressed. */
  const origin = useRef<number | null>(null);

  function onPointerMove({ clientX }: PointerEvent) {
    if (origin.current !== null) drag(parseWidth(clientX - origin.current));
  }
  function onPointerEnd() {
    if (origin.current === null) return;
    origin.current = null;
    store(width);
    drag(null);
  }
  function onKeyDown(event: KeyboardEvent) {
    const next = {
      ArrowLeft: width - widths.step,
      ArrowRight: width + widths.step,
      Home: widths.least,
      End: widths.most,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    store(parseWidth(next));
  }

  return (
    <hr
      aria-label="Width of the list"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={widths.least}
      aria-valuemax={widths.most}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        origin.current = event.clientX - width;
      }}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerEnd}
      onPointerCancel={onPointerEnd}
      onKeyDown={onKeyDown}
      className="absolute inset-y-0 -right-4 m-0 h-auto w-3 cursor-col-resize touch-none rounded-full border-0 transition-colors hover:bg-line"
    />
  );
}

interface WithListRailProps {
  /** The stock whose page it is. */
  symbol: string;
  /** Opens the menu of lists for stocks beside an element. */
  onLists: (anchor: HTMLElement, symbols: readonly string[]) => void;
  children: ReactNode;
}

/** The page of a stock, and on a wide screen the list to the left of it. */
export function WithListRail({ symbol, onLists, children }: WithListRailProps) {
  const isWide = useMedia('(width >= 80rem)');
  const [isFolded, setIsFolded] = useUserSwitch('listRailFolded');
  const rail = useRailWidth();
  const template = `${isFolded ? 'auto' : `${rail.width}px`} minmax(0, 1fr)`;
  const fold = (
    <IconButton
      label={isFolded ? 'Show the list' : 'Hide the list'}
      aria-expanded={!isFolded}
      onClick={() => setIsFolded(!isFolded)}
    >
      {isFolded ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
    </IconButton>
  );
  return (
    <div
      className={isWide ? 'grid items-start gap-x-5 print:block' : ''}
      style={isWide ? { gridTemplateColumns: template } : {}}
    >
      {isWide && (
        <aside aria-label="Your stocks" className="sticky top-19 print:hidden">
          {isFolded ? (
            fold
          ) : (
            <>
              <SectionBoundary name="The list of your stocks">
                <ListRail symbol={symbol} fold={fold} onLists={onLists} />
              </SectionBoundary>
              <Edge rail={rail} />
            </>
          )}
        </aside>
      )}
      <div className="min-w-0">{children}</div>
    </div>
  );
}
