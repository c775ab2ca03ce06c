import type { BacktestSettings } from '@stockbook/rules/settings';
import { type FormEvent, useState } from 'react';
import { ErrorBox, QueryError } from '#components/feedback/error-box.tsx';
import { ProgressBar } from '#components/feedback/progress-bar.tsx';
import { Skeleton } from '#components/feedback/spinner.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { Field, TextField } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { cn } from '#lib/cn.ts';
import { capitalize } from '#lib/format/words.ts';
import { useRuleNumbers } from '../api/queries.ts';
import { useSweep } from '../api/results.ts';
import { useSweepRun } from '../api/runs.ts';
import type { ListedSweep, StrategyDetail } from '../api/types.ts';
import { useHaveRulesChanged } from '../editor/canonical-rules.ts';
import { readNumber } from '../editor/limits.ts';
import { resultSectionIds } from '../result/result-anchors.tsx';
import {
  countCombinations,
  defaultRange,
  maxCombinations,
  type RangeTexts,
  readRange,
  type SweepParameter,
  type SweepRange,
  sweepParameters,
} from './sweep-range.ts';
import { SweepResult } from './sweep-result.tsx';

interface SweepFormProps {
  parameters: readonly SweepParameter[];
  /** The progress of a running sweep in percent; null if none is running. */
  percent: number | null;
  /** Why the last sweep failed. */
  failure: string | null;
  onStart: (ranges: SweepRange[], outOfSamplePercent: number) => void;
}

interface ChosenRange extends RangeTexts {
  /** An index of the parameters; null for no second one. */
  readonly parameter: number | null;
}

const maxOutOfSamplePercent = 90;

/** Chooses one or two numbers of a strategy and their ranges. */
function SweepForm({ parameters, percent, failure, onStart }: SweepFormProps) {
  const choose = (index: number | null): ChosenRange => {
    const parameter = index === null ? undefined : parameters[index];
    return { parameter: index, ...(parameter ? defaultRange(parameter) : { from: '', to: '', step: '' }) };
  };
  const [chosen, setChosen] = useState(() => [choose(0), choose(secondParameter(parameters))]);
  const [lastPart, setLastPart] = useState('30');
  const read = chosen.map(({ parameter: index, ...texts }) => {
    const parameter = index === null ? undefined : parameters[index];
    return parameter ? readRange(parameter, texts) : null;
  });
  const ranges = read.filter((range) => range !== null && typeof range !== 'string');
  const combinations = countCombinations(ranges);
  const outOfSample = readNumber(lastPart) ?? 0;
  const isLastPartValid = outOfSample >= 0 && outOfSample <= maxOutOfSamplePercent;
  const problem = read.find((range) => typeof range === 'string') ?? null;
  const isTooLarge = combinations > maxCombinations;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (percent !== null || problem !== null || !isLastPartValid || isTooLarge || ranges.length === 0) return;
    onStart(ranges, outOfSample);
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4 print:hidden">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {chosen.map((range, index) => (
          <RangeFields
            key={index === 0 ? 'first' : 'second'}
            title={index === 0 ? 'First parameter' : 'Second parameter'}
            isOptional={index > 0}
            parameters={parameters}
            range={range}
            onChoose={(parameter) => setChosen(chosen.with(index, choose(parameter)))}
            onChange={(texts) => setChosen(chosen.with(index, { ...range, ...texts }))}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <TextField
          label="Last part, kept out of the search (%)"
          inputMode="decimal"
          value={lastPart}
          error={isLastPartValid ? null : `0 to ${maxOutOfSamplePercent}`}
          onChange={(event) => setLastPart(event.target.value)}
        />
        <Button type="submit" variant="primary" className="h-10" disabled={percent !== null}>
          {percent === null ? 'Run sweep' : `Running... ${percent}%`}
        </Button>
        <p
          role="status"
          className={cn(
            'numeric min-h-10 content-center text-sm',
            problem !== null || isTooLarge ? 'text-down' : 'text-muted',
          )}
        >
          {problem ??
            (isTooLarge
              ? `${combinations} combinations. The maximum is ${maxCombinations}`
              : combinations === 1
                ? '1 combination'
                : `${combinations} combinations`)}
        </p>
      </div>
      {/* Has its place always: nothing below moves when a sweep begins or ends. */}
      <div className="h-1.5">
        {percent !== null && <ProgressBar label="Running the sweep" percent={percent} />}
      </div>
      {failure !== null && <ErrorBox message={failure} />}
    </form>
  );
}

/** The first parameter that shares no number with the very first one. */
function secondParameter(parameters: readonly SweepParameter[]): number | null {
  const taken = new Set(parameters[0]?.addresses);
  const index = parameters.findIndex(
    ({ addresses, value }) => value !== null && !addresses.some((address) => taken.has(address)),
  );
  return index < 0 ? null : index;
}

interface RangeFieldsProps {
  title: string;
  isOptional: boolean;
  parameters: readonly SweepParameter[];
  range: ChosenRange;
  onChoose: (parameter: number | null) => void;
  onChange: (texts: Partial<RangeTexts>) => void;
}

function RangeFields({ title, isOptional, parameters, range, onChoose, onChange }: RangeFieldsProps) {
  return (
    <fieldset className="min-w-0 space-y-3">
      <Field label={title}>
        {(control) => (
          <Select
            {...control}
            value={range.parameter ?? ''}
            onChange={(event) => onChoose(event.target.value === '' ? null : Number(event.target.value))}
          >
            {isOptional && <option value="">None</option>}
            {parameters.map(({ label, addresses }, index) => (
              <option key={addresses.join(' ')} value={index}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {range.parameter !== null && (
        <div className="grid grid-cols-3 gap-2">
          {(['from', 'to', 'step'] as const).map((name) => (
            <TextField
              key={name}
              label={capitalize(name)}
              aria-label={`${title}, ${name}`}
              inputMode="decimal"
              value={range[name]}
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}

interface SweepSectionProps {
  strategy: StrategyDetail;
  /** The settings of the last backtest. */
  settings: BacktestSettings;
  /** The last sweep; undefined without one. */
  last: ListedSweep | undefined;
}

/** Runs a strategy with many values of one or two of its numbers. */
export function SweepSection({ strategy, settings, last }: SweepSectionProps) {
  const run = useSweepRun(strategy.id);
  const numbers = useRuleNumbers(strategy.rules);
  const parameters = sweepParameters(numbers.data ?? []);
  const result = useSweep(last?.status === 'SUCCESS' ? last.id : undefined);
  // The addresses of a sweep are those of its own rules, which may have changed since.
  const sweptRules = result.data?.rules ?? strategy.rules;
  const swept = useRuleNumbers(sweptRules);
  const haveRulesChanged = useHaveRulesChanged(strategy, sweptRules);
  const failure = last?.status === 'FAILURE' ? (last.error ?? 'Failed to run backtest') : null;
  return (
    <Card title="Sweep" id={resultSectionIds.sweep} className={result.data ? undefined : 'print:hidden'}>
      <p className="mb-4 text-sm text-muted print:hidden">
        Tries all combinations of one or two numbers on the first part of the time, and shows how the best one
        did in the last part. The saved rules and the costs of the last backtest are used.
      </p>
      <div className="space-y-5">
        <QueryError error={numbers.error} fallback="Failed to load strategies" onRetry={numbers.refetch} />
        {numbers.isPending && <Skeleton className="h-40" />}
        {numbers.data && (
          <SweepForm
            // The numbers of changed rules are others.
            key={JSON.stringify(numbers.data)}
            parameters={parameters}
            percent={run.isBusy ? run.percent : null}
            failure={run.failure ?? failure}
            onStart={(ranges, out_of_sample_percent) =>
              run.start({ strategyId: strategy.id, ranges, settings, out_of_sample_percent })
            }
          />
        )}
        <QueryError error={result.error} fallback="Failed to load the sweep" onRetry={result.refetch} />
        {haveRulesChanged && <p className="text-sm text-warn">The rules have changed since this sweep.</p>}
        {result.data && !swept.isPending && (
          <SweepResult
            sweep={result.data}
            labels={result.data.ranges.map((range) => labelOf(range, sweepParameters(swept.data ?? [])))}
          />
        )}
      </div>
    </Card>
  );
}

/** The name of a range; its addresses if the numbers of the rules could not be loaded. */
function labelOf({ numbers }: Pick<SweepRange, 'numbers'>, parameters: readonly SweepParameter[]): string {
  const key = numbers.join(' ');
  return parameters.find(({ addresses }) => addresses.join(' ') === key)?.label ?? numbers.join(', ');
}
