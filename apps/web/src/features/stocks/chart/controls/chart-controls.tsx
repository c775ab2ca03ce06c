import { CalendarRange, ChartCandlestick, ChartLine, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { PopoverPanel } from '#components/ui/overlay/popover-panel.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Select } from '#components/ui/select.tsx';
import { cn } from '#lib/cn.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { notPossibleOffline, useIsOffline } from '#lib/session/session-context.ts';
import { chartRanges, menuRanges } from '../view/chart-range.ts';
import { intervalNames, intervals } from '../view/chart-view.ts';
import type { ChartSettings, ChartViewControl } from '../view/use-chart-view.ts';

const SettingsForm = lazyWithReload(async () => (await import('./settings-form.tsx')).SettingsForm);

interface ChartSettingsPanelProps {
  settings: ChartSettings;
  control: ChartViewControl;
}

function ChartSettingsPanel(props: ChartSettingsPanelProps) {
  return (
    <PopoverPanel label="Chart settings" icon={<SlidersHorizontal aria-hidden="true" />}>
      {() => <SettingsForm {...props} />}
    </PopoverPanel>
  );
}

const DatesForm = lazyWithReload(async () => (await import('./dates-form.tsx')).DatesForm);

/** The ranges without a button of their own, and free dates. */
function RangeMenu({ control }: { control: ChartViewControl }) {
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
          <DatesForm
            view={view}
            onDates={(from, to) => {
              setDates(from, to);
              close();
            }}
          />
        </div>
      )}
    </PopoverPanel>
  );
}

const styles = [
  { value: 'candlestick', name: 'Candlestick', label: <ChartCandlestick aria-hidden="true" /> },
  { value: 'line', name: 'Line', label: <ChartLine aria-hidden="true" /> },
] as const;
const ranges = chartRanges.map((range) => ({ value: range, label: range }));

interface ChartControlsProps {
  settings: ChartSettings;
  control: ChartViewControl;
  /** Additional buttons, after those of the view. */
  children: ReactNode;
}

export function ChartControls({ settings, control, children }: ChartControlsProps) {
  const { view } = control;
  // Only daily bars are kept.
  const isOffline = useIsOffline();
  return (
    // Icons are narrower than elsewhere: all controls fit in one line of a small laptop. A phone scrolls its line.
    <div className="@container/tools print:hidden">
      <div
        className={cn(
          'flex items-center gap-x-0.5 gap-y-2 sm:flex-wrap sm:gap-x-1 sm:[&_button[aria-label][title]]:w-8',
          'max-sm:-mx-2 max-sm:overflow-x-auto max-sm:px-2 max-sm:py-1 max-sm:[&_*]:shrink-0',
          // So does a phone on its side, whose chart has the height.
          'low:-mx-5 low:flex-nowrap low:overflow-x-auto low:px-5 low:py-1 low:[&_*]:shrink-0',
          'desk:@max-[56rem]/tools:gap-x-0.5 desk:@max-[56rem]/tools:[&_[role=group]_button]:min-w-7.5 desk:@max-[56rem]/tools:[&_[role=group]_button]:px-1.5',
        )}
      >
        <Segmented
          label="Chart type"
          options={styles}
          value={settings.style === 'steps' ? 'line' : settings.style}
          onChange={settings.setStyle}
        />
        <Segmented
          label="Time range"
          options={ranges}
          value={view.range}
          onChange={control.setRange}
          onIntent={control.preloadRange}
        />
        <RangeMenu control={control} />
        <Select
          size="sm"
          aria-label="Interval"
          className="w-24 pointer-coarse:w-27"
          value={view.interval}
          disabled={isOffline}
          title={isOffline ? notPossibleOffline : undefined}
          onChange={({ target }) => {
            const chosen = intervals.find((interval) => interval === target.value);
            if (chosen) control.setInterval(chosen);
          }}
        >
          {intervals.map((interval) => (
            <option key={interval} value={interval}>
              {intervalNames[interval]}
            </option>
          ))}
        </Select>
        <ChartSettingsPanel settings={settings} control={control} />
        <div className="contents sm:ml-auto sm:flex sm:flex-wrap sm:items-center sm:gap-y-2 low:flex-nowrap">
          {children}
        </div>
      </div>
    </div>
  );
}
