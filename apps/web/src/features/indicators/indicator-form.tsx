import type { IndicatorDefinition } from '@stockbook/api/schemas';
import { type FormEvent, useState } from 'react';
import { ErrorBox } from '../../components/feedback/error-box.tsx';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Field, TextField } from '../../components/ui/field.tsx';
import { Select } from '../../components/ui/select.tsx';
import { taskPercent } from '../../lib/api/task-percent.ts';
import type { CalculationControl } from './api/use-calculation.ts';
import { parameterValue } from './parameter-value.ts';

/** The number of most used indicators, which the catalogue lists first. */
const presetCount = 8;

interface IndicatorFormProps {
  symbol: string;
  /** Not empty. */
  catalogue: readonly IndicatorDefinition[];
  calculation: CalculationControl;
}

function groupCatalogue(catalogue: readonly IndicatorDefinition[]): [string, IndicatorDefinition[]][] {
  const groups = new Map<string, IndicatorDefinition[]>();
  for (const [index, definition] of catalogue.entries()) {
    const group = index < presetCount ? 'Most used' : definition.group;
    groups.set(group, [...(groups.get(group) ?? []), definition]);
  }
  return [...groups];
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** From 1 in steps of 1, except for parameters with a default below 1, such as a ratio or a type. */
function inputRange(parameter: IndicatorDefinition['parameters'][number]): { min: number; step: number } {
  return parameter.default >= 1 ? { min: 1, step: 1 } : { min: parameter.min, step: parameter.step };
}

/** The text that screen readers announce. */
function announcement({ state, isBusy }: CalculationControl): string {
  if (isBusy && state.status !== 'idle') return `Calculating ${state.input.indicator}…`;
  return state.status === 'done' ? `${state.input.indicator} calculated` : '';
}

/** The form that chooses an indicator and its parameters, starts the calculation and shows its progress. */
export function IndicatorForm({ symbol, catalogue, calculation }: IndicatorFormProps) {
  const { state, isBusy, start } = calculation;
  const percent = taskPercent(state.status === 'running' ? state.task : null);
  // Hiding and showing the panel unmounts the form: restore the input of the current or last calculation.
  const last = state.status === 'idle' ? null : state.input;
  const [chosen, setChosen] = useState(last?.indicator ?? catalogue[0]?.function ?? '');
  /** The input by parameter; a missing entry means the default. */
  const [typed, setTyped] = useState<Readonly<Record<string, number | string>>>(last?.parameters ?? {});
  const [name, setName] = useState(last?.name ?? '');

  const definition = catalogue.find((candidate) => candidate.function === chosen);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || !definition) return;
    const parameters = Object.fromEntries(
      definition.parameters.map((parameter) => [
        parameter.name,
        parameterValue(parameter.name, String(typed[parameter.name] ?? parameter.default)),
      ]),
    );
    start({ symbol, indicator: chosen, parameters, name });
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      {state.status === 'failed' && <ErrorBox message={state.message} />}
      <Field label="Indicator type" hint={definition?.description}>
        {(control) => (
          <Select
            {...control}
            value={chosen}
            disabled={isBusy}
            onChange={(event) => {
              setChosen(event.target.value);
              setTyped({});
            }}
          >
            {groupCatalogue(catalogue).map(([group, definitions]) => (
              <optgroup key={group} label={capitalize(group)}>
                {definitions.map((candidate) => (
                  <option key={candidate.function} value={candidate.function}>
                    {candidate.name} ({candidate.function})
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        )}
      </Field>
      {definition && definition.parameters.length > 0 && (
        <div className="grid grid-cols-2 gap-3">
          {definition.parameters.map((parameter) => (
            <TextField
              key={parameter.name}
              label={parameter.name}
              type="number"
              inputMode="decimal"
              {...inputRange(parameter)}
              disabled={isBusy}
              title={parameter.description}
              value={typed[parameter.name] ?? parameter.default}
              onChange={(event) => setTyped({ ...typed, [parameter.name]: event.target.value })}
            />
          ))}
        </div>
      )}
      <TextField
        label="Name (optional)"
        hint="Leave blank to use default indicator name"
        value={name}
        disabled={isBusy}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="space-y-2.5">
        {/* Always rendered: screen readers announce only changes of a live region. */}
        <p role="status" className="sr-only">
          {announcement(calculation)}
        </p>
        <Button type="submit" variant="primary" disabled={isBusy || !definition} className="w-full">
          {isBusy ? `Calculating... ${percent}%` : 'Calculate Indicator'}
        </Button>
        {isBusy && <ProgressBar label="Calculating the indicator" percent={percent} />}
      </div>
    </form>
  );
}
