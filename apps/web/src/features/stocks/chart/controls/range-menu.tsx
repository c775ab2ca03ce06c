import { CalendarRange } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '#components/ui/button.tsx';
import { PopoverPanel } from '#components/ui/overlay/popover-panel.tsx';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { menuRanges } from '../view/chart-range.ts';
import type { ChartViewControl } from '../view/use-chart-view.ts';

const DatesForm = lazyWithReload(async () => (await import('./dates-form.tsx')).DatesForm);

/** The ranges without a button of their own, and free dates. */
export function RangeMenu({ control }: { control: ChartViewControl }) {
  const { view, setRange, setDates, preloadRange } = control;
  return (
    <PopoverPanel label="More ranges" icon={<CalendarRange aria-hidden="true" />}>
      {(close) => (
        <div className="space-y-3 p-1.5">
          <div className="flex gap-2">
            {menuRanges.map((range) => (
              <Button
                key={range}
                size="sm"
                aria-pressed={view.range === range}
                className="grow aria-pressed:border-accent aria-pressed:text-accent"
                onPointerEnter={() => preloadRange(range)}
                onFocus={() => preloadRange(range)}
                onClick={() => {
                  setRange(range);
                  close();
                }}
              >
                {range}
              </Button>
            ))}
          </div>
          <Suspense>
            <DatesForm
              view={view}
              onDates={(from, to) => {
                setDates(from, to);
                close();
              }}
            />
          </Suspense>
        </div>
      )}
    </PopoverPanel>
  );
}
