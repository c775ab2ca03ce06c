import { Popover } from '@base-ui/react/popover';
import type { ReactNode } from 'react';

interface ExplainedTermProps {
  term: string;
  /** Shown on a click, a tap or Enter. */
  children: ReactNode;
}

/** A term that opens its explanation. */
export function ExplainedTerm({ term, children }: ExplainedTermProps) {
  return (
    <Popover.Root>
      <Popover.Trigger
        render={
          <button
            type="button"
            className="relative min-h-6 text-left pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-2.5 underline decoration-edge decoration-dotted underline-offset-4 hover:decoration-current print:inline! print:no-underline"
          >
            {term}
          </button>
        }
      />
      <Popover.Portal>
        {/* Sticky: it holds the focus, which must not leave the window when the page scrolls. */}
        <Popover.Positioner
          sticky
          sideOffset={6}
          positionMethod="fixed"
          collisionPadding={8}
          className="z-40"
        >
          <Popover.Popup className="w-76 max-w-[calc(100vw-1rem)] rounded-lg border border-line bg-surface p-3.5 text-sm text-ink shadow-raised outline-none">
            <Popover.Title className="font-semibold">{term}</Popover.Title>
            {children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
