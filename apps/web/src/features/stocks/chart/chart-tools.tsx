import { Toggle } from '@base-ui/react/toggle';
import { Maximize, Minimize, Table2 } from 'lucide-react';
import type { VisibleBars } from '#components/chart/viewport.ts';
import { IconButton } from '#components/ui/button.tsx';
import { cn } from '#lib/cn.ts';
import { CompareMenu } from './compare/compare-menu.tsx';
import { ChartExport } from './export/chart-export.tsx';
import { pictureCaption } from './export/picture-caption.ts';
import { usePriceSection } from './price-section-context.ts';

interface ChartToolsProps {
  onTable: (isTable: boolean) => void;
  onFullScreen: () => void;
}

/** The buttons that compare, list, export and enlarge the bars. */
export function ChartTools({ onTable, onFullScreen }: ChartToolsProps) {
  const { stock, state, settings, control, studySets, isTable, isFull, chart, ...section } =
    usePriceSection();
  const { view } = control;
  const { bars, compared } = state;
  const { style, isAdjusted } = settings;
  const hasBars = bars.time.length > 0;
  const describePicture = (visible: VisibleBars) =>
    pictureCaption({
      stock,
      bars,
      visible,
      view,
      style,
      studies: section.studies.filter(
        ({ id, isOverlay }) => !section.hiddenIds.has(id) && !(isOverlay && view.scale === 'percent'),
      ),
      compared,
      isAdjusted,
      actions: section.shownActions,
    });
  return (
    // While the bars are loading, the buttons have their place already.
    <div className={cn('contents', !hasBars && 'invisible')} inert={!hasBars}>
      <CompareMenu symbol={stock.symbol} compared={view.compared} onToggle={control.toggleCompared} />
      {studySets}
      <Toggle
        pressed={isTable}
        onPressedChange={onTable}
        render={<IconButton label="Show as table" />}
        className="data-pressed:bg-accent-soft data-pressed:text-accent"
      >
        <Table2 aria-hidden="true" />
      </Toggle>
      <ChartExport
        stock={stock}
        range={view.label}
        bars={bars}
        isAdjusted={isAdjusted}
        isDisabled={state.isPrevious}
        picture={chart && (() => chart.picture(describePicture))}
      />
      <IconButton label={isFull ? 'Leave full screen' : 'Full screen'} onClick={onFullScreen}>
        {isFull ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
      </IconButton>
    </div>
  );
}
