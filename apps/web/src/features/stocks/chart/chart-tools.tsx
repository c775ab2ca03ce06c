import { Toggle } from '@base-ui/react/toggle';
import { Download, Ellipsis, GitCompareArrows, Maximize, Minimize, Table2 } from 'lucide-react';
import type { VisibleBars } from '#components/chart/viewport.ts';
import { IconButton, type IconButtonProps } from '#components/ui/button.tsx';
import { LazyPopup } from '#components/ui/overlay/lazy-popup.tsx';
import { PopoverPanel } from '#components/ui/overlay/popover-panel.tsx';
import { cn } from '#lib/cn.ts';
import { lazyPart, lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { CompareChoiceProps } from './compare/compare-choice.tsx';
import type { ExportMenuProps } from './export/export-menu.tsx';
import { usePriceSection } from './price-section-context.ts';

const CompareChoice = lazyWithReload(
  async () => (await import('./compare/compare-choice.tsx')).CompareChoice,
);

type Word = Pick<IconButtonProps, 'word'>;

function CompareMenu({ word, ...props }: CompareChoiceProps & Word) {
  return (
    <PopoverPanel label="Compare" word={word} needsServer icon={<GitCompareArrows aria-hidden="true" />}>
      {() => <CompareChoice {...props} />}
    </PopoverPanel>
  );
}

const ExportMenu = lazyPart(async () => (await import('./export/export-menu.tsx')).ExportMenu);

interface ChartExportProps extends Omit<ExportMenuProps, 'trigger'>, Word {
  /** While other bars are loading than those of `range` and `isAdjusted`. */
  isDisabled: boolean;
}

/** Exports the bars as CSV or to the clipboard, and the chart as a PNG. */
function ChartExport({ isDisabled, word, ...rest }: ChartExportProps) {
  return (
    <LazyPopup
      label="Export"
      word={word}
      icon={<Download aria-hidden="true" />}
      kind="menu"
      disabled={isDisabled}
    >
      {(button) => <ExportMenu trigger={button} {...rest} />}
    </LazyPopup>
  );
}

interface ChartToolsProps {
  onTable: (isTable: boolean) => void;
  onFullScreen: () => void;
}

/**
 * The buttons that compare, draw on, list, export and enlarge the bars.
 * @param onUse called after a choice, with which a panel around the buttons closes
 */
function BarTools({ onTable, onFullScreen, word, onUse }: ChartToolsProps & Word & { onUse?: () => void }) {
  const { stock, state, settings, control, drawings, isTable, isFull, chart, ...section } = usePriceSection();
  const { view } = control;
  const { bars, compared } = state;
  const { style, isAdjusted } = settings;
  const captionFacts = (visible: VisibleBars) => ({
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
    formingTime: section.forming.get()?.time ?? null,
  });
  return (
    <>
      <CompareMenu
        symbol={stock.symbol}
        compared={view.compared}
        onToggle={control.toggleCompared}
        word={word ?? 'withRoom'}
      />
      {!isTable && drawings.menu(word ?? 'withRoom', onUse)}
      <Toggle
        pressed={isTable}
        onPressedChange={(pressed) => {
          onTable(pressed);
          onUse?.();
        }}
        render={<IconButton label="Show as table" word={word} />}
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
        chart={chart}
        captionFacts={captionFacts}
        word={word}
      />
      <IconButton
        label={isFull ? 'Leave full screen' : 'Full screen'}
        word={word}
        onClick={() => {
          onFullScreen();
          onUse?.();
        }}
      >
        {isFull ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
      </IconButton>
    </>
  );
}

/** The tools of the chart. Beside an open list and an open column, those without a place of their own are in `More`. */
export function ChartTools(props: ChartToolsProps) {
  const { state, indicatorsMenu } = usePriceSection();
  const hasBars = state.bars.time.length > 0;
  return (
    // While the bars are loading, the buttons have their place already.
    <div className={cn('contents', !hasBars && 'invisible')} inert={!hasBars}>
      {indicatorsMenu('always')}
      <div className="contents desk:@max-[56rem]/tools:hidden">
        <BarTools {...props} />
      </div>
      <div className="hidden desk:@max-[56rem]/tools:contents">
        <PopoverPanel label="More" icon={<Ellipsis aria-hidden="true" />}>
          {(close) => (
            <div className="flex flex-col">
              <BarTools {...props} word="line" onUse={close} />
            </div>
          )}
        </PopoverPanel>
      </div>
    </div>
  );
}
