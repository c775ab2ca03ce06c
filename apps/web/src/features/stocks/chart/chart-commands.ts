import type { Command } from '#lib/page-commands.ts';
import { menuRanges } from './view/chart-range.ts';
import { intervalNames, intervals } from './view/chart-view.ts';
import type { ChartSettings, ChartViewControl } from './view/use-chart-view.ts';

interface ChartCommandParts {
  settings: ChartSettings;
  control: ChartViewControl;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
  onFullScreen: () => void;
  onLevel: () => unknown;
  /** Presses the button of the chart's tools with this name. */
  press: (button: string) => void;
}

const scales = [
  { scale: 'linear', label: 'Linear scale' },
  { scale: 'log', label: 'Log scale' },
  { scale: 'percent', label: 'Per cent scale' },
] as const;

/** The commands of the palette for a chart. */
export function chartCommands({ settings, control, press, ...parts }: ChartCommandParts): Command[] {
  const toggle = (label: string, isOn: boolean, set: (isOn: boolean) => void): Command => ({
    kind: 'Chart',
    label,
    detail: isOn ? 'Turn off' : 'Turn on',
    run: () => set(!isOn),
  });
  return [
    ...menuRanges.map((range) => ({
      kind: 'Range',
      label: range,
      detail: 'Show this range',
      run: () => control.setRange(range),
    })),
    ...intervals.map((interval) => ({
      kind: 'Chart',
      label: `${intervalNames[interval]} bars`,
      needsServer: true as const,
      run: () => control.setInterval(interval),
    })),
    ...scales.map(({ scale, label }) => ({ kind: 'Chart', label, run: () => control.setScale(scale) })),
    {
      kind: 'Chart',
      label: 'Indicators',
      detail: 'Find one, my studies',
      needsServer: true,
      run: () => press('Indicators'),
    },
    {
      kind: 'Chart',
      label: 'Compare',
      detail: 'With other stocks, in per cent',
      needsServer: true,
      run: () => press('Compare'),
    },
    {
      kind: 'Chart',
      label: 'Draw',
      detail: 'Trend line, ray, rectangle, measure',
      needsServer: true,
      run: () => press('Draw'),
    },
    { kind: 'Chart', label: 'Export', detail: 'CSV, clipboard, PNG', run: () => press('Export') },
    {
      kind: 'Chart',
      label: 'Price level',
      detail: 'Signal at a price',
      keys: ['a'],
      needsServer: true,
      run: parts.onLevel,
    },
    { kind: 'Chart', label: 'Full screen', run: parts.onFullScreen },
    toggle('Show as table', parts.isTable, parts.onTable),
    toggle('Line chart', settings.style !== 'candlestick', (isLine) =>
      settings.setStyle(isLine ? 'line' : 'candlestick'),
    ),
    toggle('Volume behind the prices', settings.isVolumeUnderlay, settings.setIsVolumeUnderlay),
    toggle('Bars follow the range', settings.isFollowing, settings.setIsFollowing),
    toggle('Splits and dividends', settings.hasActions, settings.setHasActions),
    toggle('Adjust for dividends', settings.isAdjusted, settings.setIsAdjusted),
    toggle('Crosshair sticks to closes', settings.isMagnet, settings.setIsMagnet),
  ];
}
