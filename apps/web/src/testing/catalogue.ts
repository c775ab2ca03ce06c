import type { Catalogue } from '@stockbook/rules/language';

type Definition = Catalogue[number];

const timeperiod: Definition['parameters'][number] = {
  name: 'timeperiod',
  type: 'integer',
  default: 14,
  min: 2,
  max: 100_000,
  step: 1,
  description: 'Number of bars',
};

function definition(
  name: string,
  rest: Partial<Definition> & Pick<Definition, 'name' | 'group'>,
): Definition {
  return {
    function: name,
    description: '',
    inputs: ['close'],
    parameters: [timeperiod],
    outputs: ['real'],
    unit: null,
    overlay: false,
    ...rest,
  };
}

const period = (defaultValue: number) => ({ ...timeperiod, default: defaultValue });

/** A few indicators of the server's catalogue. */
export const catalogue: Catalogue = [
  definition('SMA', {
    name: 'Simple Moving Average',
    group: 'overlap',
    parameters: [period(20)],
    unit: 'price',
    overlay: true,
  }),
  definition('RSI', { name: 'Relative Strength Index', group: 'momentum' }),
  definition('MACD', {
    name: 'MACD',
    group: 'momentum',
    parameters: [
      { ...period(12), name: 'fastperiod' },
      { ...period(26), name: 'slowperiod' },
      { ...period(9), name: 'signalperiod', min: 1 },
    ],
    outputs: ['macd', 'macdsignal', 'macdhist'],
    unit: 'price',
  }),
  definition('ATR', {
    name: 'Average True Range',
    group: 'volatility',
    inputs: ['high', 'low', 'close'],
    unit: 'price',
  }),
  definition('MAX', {
    name: 'Highest Value',
    group: 'statistics',
    parameters: [period(30)],
    unit: 'price',
    overlay: true,
  }),
  definition('OBV', {
    name: 'On Balance Volume',
    group: 'volume',
    inputs: ['close', 'volume'],
    parameters: [],
    unit: 'volume',
  }),
];

/** The response of the catalogue with these indicators. */
export const catalogueResponse = {
  indicators: catalogue.map(({ inputs, outputs, parameters, ...definition }) => ({
    ...definition,
    inputs: [...inputs],
    outputs: [...outputs],
    parameters: parameters.map((parameter) => ({ ...parameter })),
    defaultParams: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.default])),
  })),
  total: catalogue.length,
};
