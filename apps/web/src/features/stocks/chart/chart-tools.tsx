import { Toggle } from '@base-ui/react/toggle';
import { Download, GitCompareArrows, Maximize, Minimize, Table2 } from 'lucide-react';
import type { VisibleBars } from '#components/chart/viewport.ts';
import { IconButton } from '#components/ui/button.tsx';
import { LazyPopup } from '#components/ui/overlay/lazy-popup.tsx';
import { PopoverPanel } from '#components/ui/overlay/popover-panel.tsx';
import { cn } from '#lib/cn.ts';
import { lazyPart, lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { CompareChoiceProps } from './compare/compare-choice.tsx';
import type { ExportMenuProps } from './export/export-menu.tsx';
import { pictureCaption } from './export/picture-caption.ts';
import { usePriceSection } from './price-section-context.ts';

const CompareChoice = lazyWithReload(
  async () => (await import('./compare/compare-choice.tsx')).CompareChoice,
);

function CompareMenu(props: CompareChoiceProps) {
  return (
    <PopoverPanel label="Compare" hasWord icon={<GitCompareArrows aria-hidden="true" />}>
      {() => <CompareChoice {...props} />}
    </PopoverPanel>
  );
}

const ExportMenu = lazyPart(async () => (await import('./export/export-menu.tsx')).ExportMenu);

interface ChartExportProps extends Omit<ExportMenuProps, 'trigger'> {
  /** While other bars are loading than those of `range` and `isAdjusted`. */
  isDisabled: boolean;
}

/** Exports the bars as CSV or to the clipboard, and the chart as a PNG. */
function ChartExport({ isDisabled, ...rest }: ChartExportProps) {
  return (
    <LazyPopup label="Export" icon={<Download aria-hidden="true" />} kind="menu" disabled={isDisabled}>
      {(button) => <ExportMenu trigger={button} {...rest} />}
    </LazyPopup>
  );
}

interface ChartToolsProps {
  onTable: (isTable: boolean) => void;
  onFullScreen: () => void;
}

/** The buttons that compare, list, export and enlarge the bars. */
export function ChartTools({ onTable, onFullScreen }: ChartToolsProps) {
  const { stock, state, settings, control, indicatorsMenu, drawings, isTable, isFull, chart, ...section } =
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
      {indicatorsMenu}
      <CompareMenu symbol={stock.symbol} compared={view.compared} onToggle={control.toggleCompared} />
      {!isTable && drawings.menu}
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
