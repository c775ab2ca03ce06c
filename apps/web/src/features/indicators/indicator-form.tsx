import type { IndicatorDefinition } from '@stockbook/api/schemas';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/ui/button.tsx';
import { ErrorBox } from '../../components/ui/error-box.tsx';
import { Field, TextField } from '../../components/ui/field.tsx';
import { ProgressBar } from '../../components/ui/progress-bar.tsx';
import { Select } from '../../components/ui/select.tsx';
import { calculationSentence, checkCalculation, startCalculation } from './api.ts';
import { CalculationFailure, followCalculation } from './calculate.ts';
import { parameterValue } from './parameter-value.ts';

/** The usual ones, which the catalogue lists first. */
const presets = 8;

export interface FinishedCalculation {
  readonly taskId: string;
  readonly indicator: string;
  readonly parameters: Readonly<Record<string, number | string>>;
  /** The calculated indicator; null when the task did not name it. */
  readonly indicatorId: string | null;
}

interface IndicatorFormProps {
  symbol: string;
  /** At least one. */
  catalogue: readonly IndicatorDefinition[];
  onDone: (finished: FinishedCalculation) => void;
}

function groupCatalogue(catalogue: readonly IndicatorDefinition[]): [string, IndicatorDefinition[]][] {
  const groups = new Map<string, IndicatorDefinition[]>();
  for (const [index, definition] of catalogue.entries()) {
    const group = index < presets ? 'Most used' : definition.group;
    groups.set(group, [...(groups.get(group) ?? []), definition]);
  }
  return [...groups];
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** From 1 in steps of 1, but for parameters that are small by nature, such as a share or a kind. */
function inputRange(parameter: IndicatorDefinition['parameters'][number]): { min: number; step: number } {
  return parameter.default >= 1 ? { min: 1, step: 1 } : { min: parameter.min, step: parameter.step };
}

/** Chooses an indicator and its parameters, has it calculated and shows how far that is. */
export function IndicatorForm({ symbol, catalogue, onDone }: IndicatorFormProps) {
  const [chosen, setChosen] = useState(catalogue[0]?.function ?? '');
  /** What was typed, by parameter; the default where nothing was. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [name, setName] = useState('');
  const [percent, setPercent] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const definition = catalogue.find((candidate) => candidate.function === chosen);
  const isBusy = percent !== null;

  async function calculate(event: FormEvent) {
    event.preventDefault();
    if (isBusy || !definition) return;
    if (symbol === '') {
      setFailure('No stock symbol provided');
      return;
    }
    const parameters = Object.fromEntries(
      definition.parameters.map((parameter) => [
        parameter.name,
        parameterValue(parameter.name, typed[parameter.name] ?? String(parameter.default)),
      ]),
    );
    const controller = new AbortController();
    abort.current = controller;
    setFailure(null);
    setPercent(0);
    try {
      const taskId = await startCalculation({ symbol, indicator: chosen, parameters, name });
      const result = await followCalculation(
        (signal) => checkCalculation(taskId, signal),
        setPercent,
        controller.signal,
      );
      onDone({ taskId, indicator: chosen, parameters, indicatorId: result?.indicator_id ?? null });
    } catch (error) {
      if (controller.signal.aborted) return;
      setFailure(error instanceof CalculationFailure ? error.message : calculationSentence(error));
    }
    setPercent(null);
  }

  return (
    <form onSubmit={calculate} noValidate className="space-y-4">
      {failure && <ErrorBox message={failure} />}
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
              value={typed[parameter.name] ?? String(parameter.default)}
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
        <Button type="submit" variant="primary" disabled={isBusy || !definition} className="w-full">
          {isBusy ? `Calculating... ${percent}%` : 'Calculate Indicator'}
        </Button>
        {isBusy && <ProgressBar label="Calculating the indicator" percent={percent} />}
      </div>
    </form>
  );
}
