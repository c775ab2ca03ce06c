import type { Bar, CalculatedIndicator } from '@stockbook/api/schemas';
import { studyColor } from '../../components/chart/chart-colors.ts';
import type { Study, StudyLine } from '../../components/chart/study.ts';
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

/**
 * Converts a calculated indicator into a study over these bars. `color` is the index of its colour; `isOverlay`
 * means that it is drawn on the price.
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
