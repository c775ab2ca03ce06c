import { QueryError } from '../../components/feedback/query-error.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { Card } from '../../components/ui/card.tsx';
import { useCatalogue } from '../../lib/api/use-catalogue.ts';
import type { CalculationControl } from './api/use-calculation.ts';
import { CalculatedList } from './calculated-list.tsx';
import { IndicatorForm } from './indicator-form.tsx';
import type { Studies } from './studies/use-studies.ts';

interface IndicatorPanelProps {
  symbol: string;
  studies: Studies;
  calculation: CalculationControl;
}

/** Calculates indicators, and lists the calculated ones. */
export function IndicatorPanel({ symbol, studies, calculation }: IndicatorPanelProps) {
  const catalogue = useCatalogue(true);
  return (
    <Card title="Calculate Indicators">
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <div className="min-w-0">
          {catalogue.isPending && <Skeleton className="h-72" />}
          {catalogue.error && (
            <QueryError
              error={catalogue.error}
              fallback="Failed to fetch indicators"
              onRetry={catalogue.refetch}
            />
          )}
          {catalogue.data && (
            <IndicatorForm symbol={symbol} catalogue={catalogue.data.indicators} calculation={calculation} />
          )}
        </div>
        <CalculatedList symbol={symbol} studies={studies} calculation={calculation} />
      </div>
    </Card>
  );
}
