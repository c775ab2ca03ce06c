import { WithCatalogue } from '#components/feedback/with-catalogue.tsx';
import { Card } from '#components/ui/card.tsx';
import type { CalculationControl } from './api.ts';
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
  return (
    <Card title="Calculate Indicators">
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <div className="min-w-0">
          <WithCatalogue className="h-72">
            {(catalogue) => <IndicatorForm symbol={symbol} catalogue={catalogue} calculation={calculation} />}
          </WithCatalogue>
        </div>
        <CalculatedList symbol={symbol} studies={studies} calculation={calculation} />
      </div>
    </Card>
  );
}
