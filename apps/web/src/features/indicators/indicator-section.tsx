import { useId } from 'react';
import type { BarColumns } from '#components/chart/bar-columns.ts';
import type { HoveredBar } from '#components/chart/chart-value.ts';
import type { Study } from '#components/chart/study.ts';
import type { TimeSync } from '#components/chart/time-sync.ts';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { errorSentence } from '#lib/api/server-error.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import type { CalculationControl } from './api.ts';
import { StudyKey } from './studies/study-key.tsx';
import type { Studies } from './studies/use-studies.ts';

/** The names, colours and values of studies. */
function StudyLegend({ studies, hover }: { studies: readonly Study[]; hover: HoveredBar }) {
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 text-xs">
      {studies.map((study) => (
        <StudyKey key={study.id} study={study} hover={hover} />
      ))}
    </ul>
  );
}

const IndicatorPanel = lazyWithReload(
  async () => (await import('./indicator-panel.tsx')).IndicatorPanel,
  <Skeleton className="h-96" />,
);
const IndicatorChart = lazyWithReload(
  async () => (await import('#components/chart/indicator-chart.tsx')).IndicatorChart,
  <Skeleton className="h-[300px]" />,
);

interface IndicatorSectionProps {
  symbol: string;
  bars: BarColumns;
  hover: HoveredBar;
  studies: Studies;
  calculation: CalculationControl;
  sync: TimeSync;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export const indicatorSectionId = 'indicators';

/** The indicator panel and its chart, which are hidden initially. */
export function IndicatorSection(props: IndicatorSectionProps) {
  const { symbol, bars, hover, studies, calculation, sync, isOpen, onOpenChange } = props;
  const panelId = useId();
  return (
    <div id={indicatorSectionId} className="scroll-mt-18 space-y-4">
      <Button
        needsServer
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => onOpenChange(!isOpen)}
      >
        {isOpen ? 'Hide Indicators' : 'Show Indicators'}
      </Button>
      {isOpen && (
        <div id={panelId} className="space-y-4">
          <SectionBoundary name="The indicator panel">
            <IndicatorPanel symbol={symbol} studies={studies} calculation={calculation} />
          </SectionBoundary>
          <SectionBoundary name="The indicator chart">
            <IndicatorChartCard bars={bars} hover={hover} studies={studies} sync={sync} />
          </SectionBoundary>
        </div>
      )}
    </div>
  );
}

function IndicatorChartCard({
  bars,
  hover,
  studies,
  sync,
}: Pick<IndicatorSectionProps, 'bars' | 'hover' | 'studies' | 'sync'>) {
  const { loaded, error, isLoading } = studies;
  return (
    <Card title="Indicator Chart">
      {error !== null && (
        <ErrorBox message={errorSentence(error, 'Failed to load indicators')} onRetry={studies.retry} />
      )}
      {isLoading && <Skeleton className="h-[300px]" />}
      {error === null && !isLoading && loaded.length === 0 && (
        <p className="grid h-[300px] place-items-center rounded-md border border-dashed border-edge px-6 text-center text-sm text-muted">
          No indicators to display. Calculate an indicator to see it here.
        </p>
      )}
      {loaded.length > 0 && (
        <>
          <StudyLegend studies={loaded} hover={hover} />
          <IndicatorChart
            bars={bars}
            studies={loaded}
            sync={sync}
            hover={hover}
            label={`Chart of ${loaded.map(({ fullName, name }) => fullName ?? name).join(', ')}`}
          />
        </>
      )}
    </Card>
  );
}
