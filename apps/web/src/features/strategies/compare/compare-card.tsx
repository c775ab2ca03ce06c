import { useState } from 'react';
import { SectionBoundary } from '#components/feedback/section-boundary.tsx';
import { Card } from '#components/ui/card.tsx';
import { Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { formatMoment } from '#lib/format/dates.ts';
import { formatPercent } from '#lib/format/numbers.ts';
import { lazyWithReload } from '#lib/lazy-with-reload.ts';
import { useStrategies } from '../api/queries.ts';
import { useBacktests } from '../api/results.ts';
import type { Backtest } from '../api/types.ts';

const ComparedResults = lazyWithReload(async () => (await import('./compared-results.tsx')).ComparedResults);

interface CompareCardProps {
  strategyId: string;
  /** The shown result. */
  backtest: Backtest;
}

/** Chooses another result, of this strategy or of another one, and shows both side by side; nothing without another. */
export function CompareCard({ strategyId, backtest }: CompareCardProps) {
  const strategies = useStrategies().data?.strategies ?? [];
  const [chosenStrategy, chooseStrategy] = useState(strategyId);
  const [chosenId, choose] = useState('');
  const { data } = useBacktests(chosenStrategy);
  const others = (data?.backtests ?? []).filter(
    ({ id, status }) => status === 'SUCCESS' && id !== backtest.id,
  );
  const isChosen = others.some(({ id }) => id === chosenId);
  if (strategies.length < 2 && others.length === 0) return null;
  return (
    <Card title="Beside another result" className="print:hidden">
      <div className="flex flex-wrap gap-3">
        {strategies.length > 1 && (
          <Field label="Strategy">
            {(control) => (
              <Select
                {...control}
                size="sm"
                className="w-64 max-w-full"
                value={chosenStrategy}
                onChange={({ target }) => {
                  chooseStrategy(target.value);
                  choose('');
                }}
              >
                {strategies.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        <Field label="Backtest">
          {(control) => (
            <Select
              {...control}
              size="sm"
              className="w-64 max-w-full"
              value={isChosen ? chosenId : ''}
              disabled={others.length === 0}
              onChange={({ target }) => choose(target.value)}
            >
              <option value="">{others.length === 0 ? 'No other backtest' : 'Choose one'}</option>
              {others.map(({ id, created_at, summary }) => (
                <option key={id} value={id}>
                  {`${formatMoment(created_at)}, ${formatPercent(summary?.return_percent)}`}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      {isChosen && (
        <SectionBoundary name="The comparison" resetKey={chosenId}>
          <ComparedResults own={backtest} otherId={chosenId} />
        </SectionBoundary>
      )}
    </Card>
  );
}
