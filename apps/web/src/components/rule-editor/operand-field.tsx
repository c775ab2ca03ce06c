import { type Catalogue, type SeriesName, takesInput } from '@stockbook/rules/language';
import { SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { presetCount } from '#lib/api/trpc.ts';
import { cn } from '#lib/cn.ts';
import { parameterWord } from '#lib/format/parameter-names.ts';
import { capitalize } from '#lib/format/words.ts';
import { IconButton } from '../ui/button.tsx';
import { controlClass } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import type { Operand } from './rule-rows.ts';

const seriesNames: readonly SeriesName[] = ['close', 'open', 'high', 'low', 'volume'];

const captionedClass = 'inline-flex items-center gap-2';

/** Attributes of a control whose value has an error. */
interface Described {
  'aria-invalid'?: boolean;
  'aria-describedby'?: string;
}

interface OperandFieldProps {
  /** The accessible name of the main control; the others begin with it. */
  label: string;
  operand: Operand;
  onChange: (operand: Operand) => void;
  catalogue: Catalogue;
  error: string | null;
}

function choiceOf(operand: Operand): string {
  switch (operand.kind) {
    case 'number':
      return 'number';
    case 'series':
      return operand.name;
    case 'call':
      return operand.function;
  }
}

/** The operand for a choice of the select, with default settings. */
function chosenOperand(choice: string, catalogue: Catalogue): Operand {
  const series = seriesNames.find((name) => name === choice);
  if (series) return { kind: 'series', name: series, barsAgo: '' };
  const definition = catalogue.find((candidate) => candidate.function === choice);
  if (!definition) return { kind: 'number', text: '' };
  return {
    kind: 'call',
    function: definition.function,
    parameters: definition.parameters.map((parameter) => String(parameter.default)),
    input: null,
    output: null,
    barsAgo: '',
  };
}

/** One side of a comparison: a number, a column of the bar, or an indicator with its settings. */
export function OperandField({ label, operand, onChange, catalogue, error }: OperandFieldProps) {
  const errorId = useId();
  const definition =
    operand.kind === 'call'
      ? catalogue.find((candidate) => candidate.function === operand.function)
      : undefined;
  const hasMore =
    operand.kind !== 'number' &&
    ((operand.barsAgo !== '' && operand.barsAgo !== '0') ||
      (operand.kind === 'call' && operand.input !== null));
  const [isMoreOpen, setIsMoreOpen] = useState(hasMore);
  // A mistake is rather in a typed number than in the choice before it.
  const hasInputs = operand.kind === 'number' || Boolean(definition?.parameters.length);
  const described: Described = error === null ? {} : { 'aria-invalid': true, 'aria-describedby': errorId };

  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          size="sm"
          aria-label={label}
          value={choiceOf(operand)}
          onChange={(event) => onChange(chosenOperand(event.target.value, catalogue))}
          className="min-w-32 grow basis-32"
          {...(hasInputs ? {} : described)}
        >
          <OperandOptions catalogue={catalogue} />
        </Select>
        {operand.kind === 'number' && (
          <SmallInput
            label={`${label}, number`}
            value={operand.text}
            onChange={(text) => onChange({ ...operand, text })}
            className="grow basis-24"
            {...described}
          />
        )}
        {operand.kind === 'call' && definition && (
          <CallFields
            label={label}
            operand={operand}
            definition={definition}
            described={described}
            onChange={onChange}
          />
        )}
        {operand.kind !== 'number' && (
          <IconButton
            label={`${label}, more settings`}
            aria-expanded={isMoreOpen}
            onClick={() => setIsMoreOpen(!isMoreOpen)}
            className={cn(hasMore && 'text-accent')}
          >
            <SlidersHorizontal aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {operand.kind !== 'number' && isMoreOpen && (
        <MoreSettings
          label={label}
          operand={operand}
          onChange={onChange}
          hasInput={definition !== undefined && takesInput(definition)}
          described={described}
        />
      )}
      {error !== null && (
        <p id={errorId} className="text-sm text-down">
          {error}
        </p>
      )}
    </div>
  );
}

interface CallFieldsProps {
  label: string;
  operand: Extract<Operand, { kind: 'call' }>;
  definition: Catalogue[number];
  described: Described;
  onChange: (operand: Operand) => void;
}

/** The parameters of an indicator, and which of its lines is meant. */
function CallFields({ label, operand, definition, described, onChange }: CallFieldsProps) {
  return (
    <>
      {definition.parameters.map((parameter, index) => (
        <SmallInput
          key={parameter.name}
          label={`${label}, ${parameterWord(parameter.name)}`}
          title={`${parameter.name}: ${parameter.description}`}
          value={operand.parameters[index] ?? ''}
          onChange={(value) => onChange({ ...operand, parameters: operand.parameters.with(index, value) })}
          className="w-16"
          {...described}
        />
      ))}
      {definition.outputs.length > 1 && (
        <Select
          size="sm"
          aria-label={`${label}, line`}
          value={operand.output ?? ''}
          onChange={(event) => onChange({ ...operand, output: event.target.value || null })}
          className="w-36"
        >
          {definition.outputs.map((output, index) => (
            <option key={output} value={index === 0 ? '' : output}>
              {output}
            </option>
          ))}
        </Select>
      )}
    </>
  );
}

function OperandOptions({ catalogue }: { catalogue: Catalogue }) {
  return (
    <>
      <optgroup label="Price and volume">
        {seriesNames.map((name) => (
          <option key={name} value={name}>
            {capitalize(name)}
          </option>
        ))}
      </optgroup>
      <option value="number">Number</option>
      <optgroup label="Most used indicators">{catalogue.slice(0, presetCount).map(functionOption)}</optgroup>
      <optgroup label="All other indicators">{catalogue.slice(presetCount).map(functionOption)}</optgroup>
    </>
  );
}

function functionOption({ function: name, name: fullName }: Catalogue[number]) {
  return (
    <option key={name} value={name}>
      {name === fullName.toUpperCase() ? name : `${name}: ${fullName}`}
    </option>
  );
}

interface MoreSettingsProps {
  label: string;
  operand: Exclude<Operand, { kind: 'number' }>;
  onChange: (operand: Operand) => void;
  /** Whether the function can read another column than the close. */
  hasInput: boolean;
  described: Described;
}

/** The input of an indicator, and how many bars ago it is read. */
function MoreSettings({ label, operand, onChange, hasInput, described }: MoreSettingsProps) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2 pl-3 text-sm text-muted">
      {operand.kind === 'call' && hasInput && (
        <span className={captionedClass}>
          <span aria-hidden="true">of</span>
          <Select
            size="sm"
            aria-label={`${label}, input`}
            value={operand.input ?? 'close'}
            onChange={(event) => {
              const input = seriesNames.find((name) => name === event.target.value) ?? null;
              onChange({ ...operand, input: input === 'close' ? null : input });
            }}
            className="w-28"
          >
            {seriesNames.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </span>
      )}
      <span className={captionedClass}>
        <SmallInput
          label={`${label}, bars ago`}
          value={operand.barsAgo}
          placeholder="0"
          onChange={(barsAgo) => onChange({ ...operand, barsAgo })}
          className="w-16"
          {...described}
        />
        <span aria-hidden="true">bars ago</span>
      </span>
    </div>
  );
}

interface SmallInputProps extends Described {
  label: string;
  title?: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

function SmallInput({ label, onChange, className, ...input }: SmallInputProps) {
  return (
    <span className={className}>
      <input
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        className={cn(controlClass, 'numeric h-9 px-2.5 text-sm')}
        onChange={(event) => onChange(event.target.value)}
        {...input}
      />
    </span>
  );
}
