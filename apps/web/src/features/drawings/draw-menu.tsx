import { PencilLine } from 'lucide-react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import type { IconButtonProps } from '#components/ui/button.tsx';
import { PopoverPanel } from '#components/ui/overlay/popover-panel.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { DrawingTools } from './use-drawing-tools.ts';

const DrawPanel = lazyWithReload(async () => (await import('./draw-panel.tsx')).DrawPanel);

interface DrawMenuProps extends Pick<IconButtonProps, 'word'> {
  tools: DrawingTools;
  /** Called when the panel closes after a choice. */
  onUse?: (() => void) | undefined;
}

/** The button of the drawing tools and of the list of drawings. */
export function DrawMenu({ tools, word, onUse }: DrawMenuProps) {
  return (
    <PopoverPanel label="Draw" word={word} size="md" needsServer icon={<PencilLine aria-hidden="true" />}>
      {(close) => (
        <SectionBoundary name="The drawing tools">
          <DrawPanel
            tools={tools}
            close={() => {
              close();
              onUse?.();
            }}
          />
        </SectionBoundary>
      )}
    </PopoverPanel>
  );
}
