import type { IndicatorDefinition } from '@stockbook/api/schemas';
import { TextField } from '#components/ui/field.tsx';
import { parameterWord } from '#lib/format/parameter-names.ts';

/**
 * Parses the input of a parameter: an integer if the name contains `period`, else a decimal. Text that is not a number
 * is returned unchanged: the server's error then names the parameter.
 */
export function parameterValue(name: string, text: string): number | string {
  const value = name.includes('period') ? Number.parseInt(text, 10) : Number.parseFloat(text);
  return Number.isNaN(value) ? text : value;
}

/** Typed texts by parameter; a missing entry means the default. */
export type TypedParameters = Readonly<Record<string, number | string>>;

/** The values to send. */
export function readParameters(
  definition: IndicatorDefinition,
  typed: TypedParameters,
): Record<string, number | string> {
  return Object.fromEntries(
    definition.parameters.map(({ name, default: usual }) => [
      name,
      parameterValue(name, String(typed[name] ?? usual)),
    ]),
  );
}

/** From 1 in steps of 1, except for parameters with a default below 1, such as a ratio or a type. */
function inputRange(parameter: IndicatorDefinition['parameters'][number]): { min: number; step: number } {
  return parameter.default >= 1 ? { min: 1, step: 1 } : { min: parameter.min, step: parameter.step };
}

interface ParameterFieldsProps {
  definition: IndicatorDefinition;
  typed: TypedParameters;
  isReadOnly: boolean;
  onChange: (typed: TypedParameters) => void;
}

/** One field per parameter, with its meaning below and TA-Lib's name in the tooltip. */
export function ParameterFields({ definition, typed, isReadOnly, onChange }: ParameterFieldsProps) {
  if (definition.parameters.length === 0) return null;
  return (
    <div className="grid grid-cols-2 gap-3">
      {definition.parameters.map((parameter) => (
        <TextField
          key={parameter.name}
          label={<span title={parameter.name}>{parameterWord(parameter.name)}</span>}
          hint={<span className="text-xs">{parameter.description}</span>}
          type="number"
          inputMode="decimal"
          {...inputRange(parameter)}
          readOnly={isReadOnly}
          value={typed[parameter.name] ?? parameter.default}
          onChange={(event) => onChange({ ...typed, [parameter.name]: event.target.value })}
        />
      ))}
    </div>
  );
}
