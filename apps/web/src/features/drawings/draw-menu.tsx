import { PencilLine } from 'lucide-react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { PopoverPanel } from '#components/ui/overlay/popover-panel.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { DrawingTools } from './use-drawing-tools.ts';

const DrawPanel = lazyWithReload(async () => (await import('./draw-panel.tsx')).DrawPanel);

/** The button of the drawing tools and of the list of drawings. */
export function DrawMenu({ tools }: { tools: DrawingTools }) {
  return (
    <PopoverPanel label="Draw" hasWord size="md" icon={<PencilLine aria-hidden="true" />}>
      {(close) => (
        <SectionBoundary name="The drawing tools">
          <DrawPanel tools={tools} close={close} />
        </SectionBoundary>
      )}
    </PopoverPanel>
  );
}
