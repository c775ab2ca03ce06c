import type { IndicatorDefinition } from '@stockbook/api/schemas';
import { type FormEvent, useState } from 'react';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { ProgressBar } from '#components/feedback/progress-bar.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { taskPercent } from '#lib/api/run-task.ts';
import type { CalculationControl } from './api.ts';
import { IndicatorSelect } from './indicator-select.tsx';
import { ParameterFields, readParameters, type TypedParameters } from './parameter-fields.tsx';

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
