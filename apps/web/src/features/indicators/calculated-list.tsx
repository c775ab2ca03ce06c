import type { CalculatedIndicator, IndicatorDefinition } from '@stockbook/api/schemas';
import { Pencil, Trash2 } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { studyColors } from '#components/chart/chart-colors.ts';
import type { Study } from '#components/chart/study.ts';
import { ErrorBox, QueryError } from '#components/feedback/error-box.tsx';
import { Spinner } from '#components/feedback/spinner.tsx';
import { IconButton } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { FormActions } from '#components/ui/form-actions.tsx';
import { Switch } from '#components/ui/switch.tsx';
import { useCatalogue } from '#lib/api/trpc.ts';
import { formatDate } from '#lib/format/dates.ts';
import { parameterWord } from '#lib/format/parameter-names.ts';
import { type CalculationControl, useCalculatedIndicators } from './api.ts';
import { ParameterFields, readParameters, type TypedParameters } from './parameter-fields.tsx';
import { orderedParameters } from './studies/studies.ts';
import type { Studies } from './studies/use-studies.ts';

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
function IndicatorEdit(props: IndicatorEditProps) {
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
        <legend className="mb-1 text-sm font-medium">Color</legend>
        {studyColors.map((each, index) => (
          <label key={each} className="grid size-7 cursor-pointer place-items-center pointer-coarse:size-11">
            <input
              type="radio"
              name={`color-${indicator.id}`}
              aria-label={`Color ${index + 1}`}
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

interface CalculatedListProps {
  symbol: string;
  studies: Studies;
  calculation: CalculationControl;
}

/**
 * The calculated indicators, each with a switch that draws it on the price chart. Shows only the error of its own
 * query; the form shows the catalogue's error.
 */
export function CalculatedList({ symbol, studies, calculation }: CalculatedListProps) {
  const { indicators, error, retry, isLoading: isListLoading } = useCalculatedIndicators(symbol, true);
  const catalogue = useCatalogue();
  const definitions = catalogue.data?.indicators ?? [];
  const isLoading = isListLoading || catalogue.isPending;
  /** The id of the indicator that is edited. */
  const [editedId, setEditedId] = useState<string | null>(null);
  const editButton = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => {
    // The form is about to vanish with the focus.
    if (document.activeElement?.closest('form')) editButton.current?.focus();
    setEditedId(null);
  }, []);
  const { state } = calculation;
  const replacedId = state.status === 'done' ? state.input?.replaces : undefined;
  useEffect(() => {
    if (replacedId !== undefined) close();
  }, [replacedId, close]);
  return (
    <section aria-label="Calculated Indicators" className="min-w-0">
      <h3 className="mb-2 text-sm font-semibold">Calculated Indicators ({indicators.length})</h3>
      {isLoading && <Spinner size="sm" text="Loading indicators..." className="py-6" />}
      <QueryError error={error} fallback="Failed to fetch stock indicators" onRetry={retry} />
      {!isLoading && error === null && indicators.length === 0 && (
        <p className="py-4 text-sm text-muted">
          No indicators calculated yet. Select an indicator above to get started.
        </p>
      )}
      {!isLoading && (
        <ul className="divide-y divide-line">
          {indicators.map((indicator) => (
            <CalculatedItem
              key={indicator.id}
              symbol={symbol}
              indicator={indicator}
              definition={definitions.find((each) => each.function === indicator.indicator_function)}
              studies={studies}
              calculation={calculation}
              isEdited={editedId === indicator.id}
              editButton={editButton}
              onEdit={(isEdited) => setEditedId(isEdited ? indicator.id : null)}
              onClose={close}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

interface CalculatedItemProps extends CalculatedListProps {
  indicator: CalculatedIndicator;
  definition: IndicatorDefinition | undefined;
  isEdited: boolean;
  /** The button that has opened the form. */
  editButton: Ref<HTMLButtonElement>;
  onEdit: (isEdited: boolean) => void;
  onClose: () => void;
}

function CalculatedItem({ indicator, definition, studies, isEdited, ...props }: CalculatedItemProps) {
  const study = studies.all.find(({ id }) => id === indicator.id);
  const ordered = orderedParameters(indicator, definition);
  const parameters = ordered.map(([name, value]) => `${parameterWord(name)} ${value}`);
  return (
    <li className="flex flex-wrap items-start gap-x-2 py-2.5">
      <i
        aria-hidden="true"
        className="mt-0.5 w-1 shrink-0 self-stretch rounded-full bg-line"
        style={study && { background: study.color }}
      />
      <div className="min-w-0 grow basis-0">
        <p className="text-sm font-medium">{study?.fullName ? study.name : indicator.indicator_name}</p>
        <p
          className="mb-1.5 text-xs text-muted"
          title={ordered.map(([name, value]) => `${name} ${value}`).join(' · ') || undefined}
        >
          {[
            study?.fullName ?? indicator.indicator_function,
            ...parameters,
            `${formatDate(indicator.data_start_date)} – ${formatDate(indicator.data_end_date)}`,
          ].join(' · ')}
        </p>
        {study && (
          <Switch
            label={
              <span className="text-xs">
                {study.isOverlay ? 'Show on the price' : 'Show below the price'}
                <span className="sr-only">
                  : {study.name} {study.fullName}
                </span>
              </span>
            }
            checked={studies.isShown(indicator.id)}
            onChange={(isShown) => studies.show(indicator.id, isShown)}
          />
        )}
      </div>
      {study && definition && (
        <IconButton
          ref={isEdited ? props.editButton : undefined}
          label={`Edit ${study.name}`}
          aria-expanded={isEdited}
          onClick={() => props.onEdit(!isEdited)}
        >
          <Pencil aria-hidden="true" />
        </IconButton>
      )}
      <IconButton label="Delete not yet implemented" disabled>
        <Trash2 aria-hidden="true" />
      </IconButton>
      {study && definition && isEdited && (
        <IndicatorEdit
          symbol={props.symbol}
          indicator={indicator}
          definition={definition}
          study={study}
          calculation={props.calculation}
          onColor={studies.setColor}
          onClose={props.onClose}
        />
      )}
    </li>
  );
}
