import type { CalculatedIndicator, IndicatorDefinition } from '@stockbook/api/schemas';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { studyColors } from '#components/chart/chart-colors.ts';
import type { Study } from '#components/chart/study.ts';
import { ErrorBox } from '#components/feedback/error-box.tsx';
import { TextField } from '#components/ui/field.tsx';
import { FormActions } from '#components/ui/form-actions.tsx';
import type { CalculationControl } from './api.ts';
import { ParameterFields, readParameters, type TypedParameters } from './parameter-fields.tsx';

interface IndicatorEditProps {
  symbol: string;
  indicator: CalculatedIndicator;
  definition: IndicatorDefinition;
  study: Study;
  calculation: CalculationControl;
  onColor: (id: string, color: string) => void;
  onClose: () => void;
}

/** Edits parameters, name and colour of an indicator. Other parameters or another name recalculate it. */
export function IndicatorEdit(props: IndicatorEditProps) {
  const { symbol, indicator, definition, study, calculation, onColor, onClose } = props;
  const usualName = indicator.indicator_name === definition.name ? '' : indicator.indicator_name;
  const [typed, setTyped] = useState<TypedParameters>(indicator.parameters);
  const [name, setName] = useState(usualName);
  const [color, setColor] = useState(study.color);
  const { state, isBusy, start } = calculation;
  const isOwn = state.status !== 'idle' && state.input?.replaces === indicator.id;

  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);

  function cancelByEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || isBusy) return;
    event.preventDefault();
    onClose();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    onColor(indicator.id, color);
    const parameters = readParameters(definition, typed);
    const isSame = definition.parameters.every(
      (parameter) => parameters[parameter.name] === indicator.parameters[parameter.name],
    );
    if (isSame && name.trim() === usualName) return onClose();
    start({ symbol, indicator: definition.function, parameters, name, replaces: indicator.id });
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={cancelByEscape}
      noValidate
      aria-label={`Edit ${study.name}`}
      className="mt-2 basis-full space-y-3 rounded-md bg-sunken p-3"
    >
      {isOwn && state.status === 'failed' && <ErrorBox message={state.message} />}
      <ParameterFields definition={definition} typed={typed} isReadOnly={isBusy} onChange={setTyped} />
      <TextField
        label="Name"
        placeholder={definition.name}
        value={name}
        readOnly={isBusy}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className="flex flex-wrap gap-1">
        <legend className="mb-1 text-sm font-medium">Colour</legend>
        {studyColors.map((each, index) => (
          <label key={each} className="grid size-7 cursor-pointer place-items-center pointer-coarse:size-11">
            <input
              type="radio"
              name={`color-${indicator.id}`}
              aria-label={`Colour ${index + 1}`}
              checked={color === each}
              onChange={() => setColor(each)}
              className="peer sr-only"
            />
            <span
              aria-hidden="true"
              className="size-5 rounded-full ring-offset-2 ring-offset-sunken peer-checked:ring-2 peer-checked:ring-ink peer-focus-visible:outline-2"
              style={{ background: each }}
            />
          </label>
        ))}
      </fieldset>
      <FormActions size="sm" isBusy={isBusy} onCancel={onClose}>
        {isBusy && isOwn ? 'Calculating...' : 'Save'}
      </FormActions>
    </form>
  );
}
