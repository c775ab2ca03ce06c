import type { CalculatedIndicator, IndicatorDefinition } from '@stockbook/api/schemas';
import { type BarColumns, barTime } from '../../components/chart/bar-columns.ts';
import { studyColor, studyStroke } from '../../components/chart/chart-colors.ts';
import type { Study, StudyLine } from '../../components/chart/study.ts';
import { formatNumber, formatVolume } from '../../lib/format.ts';
import type { PriceFormat } from '../../lib/price-format.ts';
import { guideLevels } from './guide-levels.ts';

type PointValue = CalculatedIndicator['data'][number]['value'];

/** The principal output of an indicator: its only one, the main one of several, or else the first. */
export function principalValue(value: PointValue): number | undefined {
  if (typeof value === 'number') return value;
  return value.main ?? Object.values(value)[0];
}

/** The names of the outputs, the principal one first; a single null if the values are plain numbers. */
function lineNames({ data }: CalculatedIndicator): (string | null)[] {
  const first = data[0]?.value;
  if (first === undefined || typeof first === 'number') return [null];
  const names = Object.keys(first);
  return names.includes('main') ? ['main', ...names.filter((name) => name !== 'main')] : names;
}

function lineKind(name: string | null, index: number): StudyLine['kind'] {
  if (name?.includes('hist')) return 'columns';
  return index === 0 ? 'solid' : 'dashed';
}

function lineValue(value: PointValue, name: string | null): number | undefined {
  return typeof value === 'number' || name === null ? principalValue(value) : value[name];
}

/** The function with the values of its parameters, such as `MACD 12 26 9`. */
function parameterName(indicator: CalculatedIndicator, { parameters }: StudyContext['definition']): string {
  const values = parameters.map(({ name }) => indicator.parameters[name]);
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

/** The values of one line, by the bar's index: of the bar's day, or the last within its week or month. */
function lineValues(
  data: CalculatedIndicator['data'],
  { time: times }: BarColumns,
  name: string | null,
): (number | undefined)[] {
  let next = 0;
  return times.map((time, index) => {
    const end = times[index + 1] ?? Number.POSITIVE_INFINITY;
    let value: number | undefined;
    for (; next < data.length; next += 1) {
      const point = data[next];
      const pointTime = point ? barTime(point.date) : end;
      if (!point || pointTime >= end) break;
      if (pointTime >= time) value = lineValue(point.value, name);
    }
    return value;
  });
}

/** Converts a calculated indicator into a study over these bars. */
export function toStudy(
  indicator: CalculatedIndicator,
  bars: BarColumns,
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
    unit: unit ?? indicator.indicator_function,
    guides: isOverlay ? [] : guideLevels(indicator.indicator_function),
    lines: lineNames(indicator).map((line, index) => ({
      label: line ?? name,
      kind: lineKind(line, index),
      values: lineValues(indicator.data, bars, line),
    })),
    format: valueFormat(unit, price),
  };
}
