import type { Bar, CalculatedIndicator } from '@stockbook/api/schemas';
import { studyColor } from '../../components/chart/chart-colors.ts';
import type { Study, StudyLine } from '../../components/chart/study.ts';
import { guideLevels } from './guide-levels.ts';

type PointValue = CalculatedIndicator['data'][number]['value'];

/** The number an indicator is drawn by: its only one, or of several the main one, or else the first. */
export function principalValue(value: PointValue): number | undefined {
  if (typeof value === 'number') return value;
  return value.main ?? Object.values(value)[0];
}

/** The names of the lines, the principal one first; one line without a name where the values are plain numbers. */
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

/**
 * A calculated indicator over these bars, as the charts draw it. `color` is its place among the eight colours;
 * `isOverlay` whether it belongs on the price.
 */
export function toStudy(
  indicator: CalculatedIndicator,
  bars: readonly Bar[],
  { color, isOverlay }: { color: number; isOverlay: boolean },
): Study {
  const byDate = new Map(indicator.data.map(({ date, value }) => [date, value]));
  const perBar = bars.map(({ date }) => byDate.get(date));
  return {
    id: indicator.id,
    name: indicator.indicator_name,
    color: studyColor(color),
    isOverlay,
    guides: isOverlay ? [] : guideLevels(indicator.indicator_function),
    lines: lineNames(indicator).map((name, index) => ({
      label: name ?? indicator.indicator_name,
      kind: lineKind(name, index),
      values: perBar.map((value) => (value === undefined ? undefined : lineValue(value, name))),
    })),
  };
}
