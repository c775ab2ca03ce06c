import { ChartSpline, LoaderCircle } from 'lucide-react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import type { IconButtonProps } from '#components/ui/button.tsx';
import { PopoverPanel } from '#components/ui/overlay/popover-panel.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { IndicatorsMenuProps } from './indicator-chooser.tsx';

const IndicatorChooser = lazyWithReload(
  async () => (await import('./indicator-chooser.tsx')).IndicatorChooser,
);

/** The button of the indicators: a search, the user's favourites and the saved sets. */
export function IndicatorsMenu({ word, ...props }: IndicatorsMenuProps & Pick<IconButtonProps, 'word'>) {
  const { calculation, sets } = props;
  const isBusy = calculation.isBusy || sets.applying !== null;
  return (
    <>
      <PopoverPanel
        label="Indicators"
        word={word}
        size="md"
        needsServer
        icon={
          isBusy ? (
            <LoaderCircle aria-hidden="true" className="animate-spin" />
          ) : (
            <ChartSpline aria-hidden="true" />
          )
        }
      >
        {(close) => (
          <SectionBoundary name="Indicators">
            <IndicatorChooser {...props} close={close} />
          </SectionBoundary>
        )}
      </PopoverPanel>
      <span role="status" className="sr-only">
        {sets.applying !== null && `Applying ${sets.applying}...`}
      </span>
    </>
  );
}
