import type { CalculatedIndicator, IndicatorDefinition, StudyColumns } from '@stockbook/api/schemas';
import { studyColor, studyStroke } from '#components/chart/chart-colors.ts';
import type { Study, StudyLine } from '#components/chart/study.ts';
import { formatNumber, formatVolume } from '#lib/format/numbers.ts';
import type { PriceFormat } from '#lib/format/price-format.ts';

/** The customary reference levels of oscillators, by function; other functions have none. */
const levels: Record<string, readonly number[]> = {
  RSI: [30, 70],
  STOCH: [20, 80],
  STOCHF: [20, 80],
  STOCHRSI: [20, 80],
  MFI: [20, 80],
  ULTOSC: [30, 70],
  WILLR: [-80, -20],
  CCI: [-100, 100],
  CMO: [-50, 50],
  ADX: [25],
  ADXR: [25],
  AROON: [30, 70],
  AROONOSC: [0],
  MACD: [0],
  MACDEXT: [0],
  MACDFIX: [0],
  APO: [0],
  PPO: [0],
  MOM: [0],
  ROC: [0],
  ROCP: [0],
  TRIX: [0],
  BOP: [0],
};

function guideLevels(indicatorFunction: string): readonly number[] {
  return levels[indicatorFunction] ?? [];
}

/** The lines, the principal one first: the only one, the main one of several, or else the first. */
function principalFirst(lines: StudyColumns['lines']): StudyColumns['lines'] {
  const main = lines.find(({ name }) => name === 'main');
  return main ? [main, ...lines.filter((line) => line !== main)] : lines;
}

function lineKind(name: string | null, index: number): StudyLine['kind'] {
  if (name?.includes('hist')) return 'columns';
  return index === 0 ? 'solid' : 'dashed';
}

/** An indicator of a stock, or of a saved set. */
type Parametrized = Pick<CalculatedIndicator, 'indicator_function' | 'parameters'>;

/** The parameters in the order of the catalogue; in the order in which they are stored without a definition. */
export function orderedParameters(
  { parameters }: Parametrized,
  definition: Pick<StudyContext['definition'], 'parameters'> | undefined,
): (readonly [name: string, value: number | undefined])[] {
  if (!definition) return Object.entries(parameters);
  return definition.parameters.map(({ name }) => [name, parameters[name]]);
}

/** The function with the values of its parameters, such as `MACD 12 26 9`. */
export function parameterName(
  indicator: Parametrized,
  definition: Pick<StudyContext['definition'], 'parameters'> | undefined,
): string {
  const values = orderedParameters(indicator, definition).map(([, value]) => value);
  return [indicator.indicator_function, ...values].join(' ');
}

/** How the values of an indicator are written. */
function valueFormat(unit: IndicatorDefinition['unit'], price: PriceFormat): Study['format'] {
  if (unit === 'price') return price.formatPlain;
  if (unit !== null) return formatVolume;
  return (value) => formatNumber(value, Math.abs(value) < 1 ? 4 : 2);
}

interface StudyContext {
  /** The index of the study's colour. */
  readonly color: number;
  readonly definition: Pick<IndicatorDefinition, 'name' | 'overlay' | 'unit'> & {
    readonly parameters: readonly { readonly name: string }[];
  };
  readonly price: PriceFormat;
}

/** Converts a calculated indicator with its lines into a study. */
export function toStudy(
  indicator: CalculatedIndicator,
  columns: StudyColumns['lines'],
  { color, definition, price }: StudyContext,
): Study {
  const isNamed = indicator.indicator_name !== definition.name;
  const name = isNamed ? indicator.indicator_name : parameterName(indicator, definition);
  const { overlay: isOverlay, unit } = definition;
  return {
    id: indicator.id,
    name,
    fullName: isNamed ? null : definition.name,
    color: studyColor(color),
    stroke: studyStroke(color),
    isOverlay,
    // Prices and their differences, such as a MACD, differ too much for one axis.
    unit: unit === 'price' && !isOverlay ? 'price difference' : (unit ?? indicator.indicator_function),
    guides: isOverlay ? [] : guideLevels(indicator.indicator_function),
    lines: principalFirst(columns).map((line, index) => ({
      label: line.name ?? name,
      kind: lineKind(line.name, index),
      values: line.values,
    })),
    format: valueFormat(unit, price),
  };
}
