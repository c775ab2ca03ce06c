import type { IndicatorDefinition } from '@stockbook/api/schemas';
import { Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { ProgressBar } from '#components/feedback/progress-bar.tsx';
import { WithCatalogue } from '#components/feedback/with-catalogue.tsx';
import { Button } from '#components/ui/button.tsx';
import { Card } from '#components/ui/card.tsx';
import { controlClass, Field, TextField } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { taskPercent } from '#lib/api/run-task.ts';
import { cn } from '#lib/cn.ts';
import { capitalize } from '#lib/format/words.ts';
import type { CalculationControl } from './api.ts';
import { CalculatedList } from './calculated-list.tsx';
import { ParameterFields, readParameters, type TypedParameters } from './parameter-fields.tsx';
import { groupCatalogue, searchCatalogue } from './search-catalogue.ts';
import type { Studies } from './studies/use-studies.ts';

interface IndicatorSelectProps {
  catalogue: readonly IndicatorDefinition[];
  chosen: string;
  disabled: boolean;
  onChoose: (indicatorFunction: string) => void;
}

/** Chooses an indicator; a text above narrows the list. */
export function IndicatorSelect({ catalogue, chosen, disabled, onChoose }: IndicatorSelectProps) {
  const [text, setText] = useState('');
  const matches = searchCatalogue(catalogue, text);
  const definition = catalogue.find((candidate) => candidate.function === chosen);

  function narrow(next: string) {
    setText(next);
    const found = searchCatalogue(catalogue, next);
    const [first] = found;
    if (first && !found.some((candidate) => candidate.function === chosen)) onChoose(first.function);
  }

  return (
    <div className="space-y-2">
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        />
        <input
          type="search"
          aria-label="Search indicators"
          placeholder="Search indicators"
          value={text}
          disabled={disabled}
          onChange={(event) => narrow(event.target.value)}
          className={cn(controlClass, 'h-9 pl-9 text-sm')}
        />
      </div>
      <p role="status" className="text-sm text-muted empty:sr-only">
        {matches.length === 0 && 'No indicator matches.'}
      </p>
      <Field label="Indicator type" hint={definition?.description}>
        {(control) => (
          <Select
            {...control}
            value={chosen}
            disabled={disabled}
            onChange={(event) => onChoose(event.target.value)}
          >
            {[...groupCatalogue(catalogue, matches.length > 0 ? matches : catalogue)].map(
              ([group, definitions]) => (
                <optgroup key={group} label={capitalize(group)}>
                  {definitions.map((candidate) => (
                    <option key={candidate.function} value={candidate.function}>
                      {candidate.name} ({candidate.function})
                    </option>
                  ))}
                </optgroup>
              ),
            )}
          </Select>
        )}
      </Field>
    </div>
  );
}

interface IndicatorFormProps {
  symbol: string;
  /** Not empty. */
  catalogue: readonly IndicatorDefinition[];
  calculation: CalculationControl;
}

/** The text that screen readers announce. */
function announcement({ state, isBusy }: CalculationControl): string {
  if (isBusy && state.status !== 'idle') return `Calculating ${state.input?.indicator}…`;
  return state.status === 'done' ? `${state.input?.indicator} calculated` : '';
}

/** The form that chooses an indicator and its parameters, starts the calculation and shows its progress. */
export function IndicatorForm({ symbol, catalogue, calculation }: IndicatorFormProps) {
  const { state, isBusy, start } = calculation;
  const percent = taskPercent(state.status === 'running' ? state.task : null);
  // Hiding and showing the panel unmounts the form: restore the input of the current or last calculation.
  const last = state.status === 'idle' ? null : state.input;
  const [chosen, setChosen] = useState(last?.indicator ?? catalogue[0]?.function ?? '');
  const [typed, setTyped] = useState<TypedParameters>(last?.parameters ?? {});
  const [name, setName] = useState(last?.name ?? '');

  const definition = catalogue.find((candidate) => candidate.function === chosen);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || !definition) return;
    const parameters = readParameters(definition, typed);
    start({ symbol, indicator: chosen, parameters, name });
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      {state.status === 'failed' && <ErrorBox message={state.message} />}
      <IndicatorSelect
        catalogue={catalogue}
        chosen={chosen}
        disabled={isBusy}
        onChoose={(next) => {
          setChosen(next);
          setTyped({});
        }}
      />
      {definition && (
        <ParameterFields definition={definition} typed={typed} isReadOnly={isBusy} onChange={setTyped} />
      )}
      <TextField
        label="Name (optional)"
        hint="Leave blank to use default indicator name"
        value={name}
        // A disabled field would lose the focus.
        readOnly={isBusy}
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
