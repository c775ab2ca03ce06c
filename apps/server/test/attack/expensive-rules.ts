import { calculate, catalogue, type IndicatorDefinition, lookBack } from '@stockbook/indicators';

/** Of a rule. */
const maxLookBack = 5_000;
const maxIndicatorCalls = 12;
const maxTextLength = 2_000;
const maxComparisons = 20;

/** As many as the largest histories have. */
const bars = 9_390;

type Parameters = Readonly<Record<string, number>>;

/** The parameters with every period of the same length, as far as its bounds permit. */
function withPeriods({ parameters }: IndicatorDefinition, length: number): Parameters {
  return Object.fromEntries(
    parameters.map(({ name, type, min, max, default: usual }) => [
      name,
      type === 'integer' ? Math.min(max, Math.max(min, length)) : usual,
    ]),
  );
}

function lookBackWith(definition: IndicatorDefinition, length: number): number {
  try {
    return lookBack(definition, withPeriods(definition, length));
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The longest periods with at most `limit` bars of look-back. */
function longestPeriods(definition: IndicatorDefinition, limit: number): number {
  let [low, high] = [1, limit + 1];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (lookBackWith(definition, middle) <= limit) low = middle;
    else high = middle;
  }
  return low;
}

function randomBars() {
  const close = Float64Array.from({ length: bars }, (_, bar) => 100 + 20 * Math.sin(bar / 9) + (bar % 17));
  return {
    open: close,
    high: close.map((price) => price + 1),
    low: close.map((price) => price - 1),
    close,
    volume: close.map((price) => price * 1_000),
  };
}

function msOf(
  definition: IndicatorDefinition,
  length: number,
  series: ReturnType<typeof randomBars>,
): number {
  const start = performance.now();
  try {
    calculate(definition.function, series, withPeriods(definition, length));
  } catch {
    return 0;
  }
  return performance.now() - start;
}

/** The functions of the catalogue, the slowest with the longest possible periods first. */
function slowestFunctions(limit = maxLookBack) {
  const series = randomBars();
  return catalogue
    .filter(({ parameters }) => parameters.some(({ type }) => type === 'integer'))
    .map((definition) => {
      const length = longestPeriods(definition, limit);
      return { definition, length, ms: msOf(definition, length, series) };
    })
    .sort((a, b) => b.ms - a.ms);
}

const textOf = (definition: IndicatorDefinition, length: number) =>
  `${definition.function.toLowerCase()}(${Object.values(withPeriods(definition, length)).join(', ')})`;

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index));

/**
 * The longest and slowest rules that the limits permit, and texts that take long to refuse, by what they try. No two
 * requests have the same text: `{{number}}` is replaced.
 */
export function expensiveRules() {
  const [slowest, second = slowest, third = slowest] = slowestFunctions();
  if (!slowest || !second || !third) throw new Error('The catalogue has no functions');
  const nestable = slowestFunctions(Math.floor(maxLookBack / maxIndicatorCalls)).find(
    ({ definition }) => definition.inputs.join() === 'close',
  );
  const calls = times(maxIndicatorCalls, (index) => {
    const { definition, length } = [slowest, second, third][index % 3] ?? slowest;
    return textOf(definition, length - index);
  });
  const ending = ' or close > {{number}}';
  const fill = (part: string) => `${part.repeat(Math.floor((maxTextLength - ending.length) / part.length))}`;
  const nested = (depth: number): string =>
    depth === 0 || !nestable
      ? 'close'
      : textOf(nestable.definition, nestable.length).replace('(', `(${nested(depth - 1)}, `);
  const slow = calls.map((call) => `${call} > 0`).join(' and ');
  return {
    valid: {
      slow: `(${slow})${ending}`,
      'one slow call': `${calls[0]} > {{number}}`,
      nested: `${nested(maxIndicatorCalls)} > {{number}}`,
      comparisons: `${times(maxComparisons - 1, (index) => `close[${250 - index}] crosses open[${index}]`).join(' or ')}${ending}`,
      'long expression': `${fill('close * ')}close > {{number}}`,
      'often true': `close > close[1] or close > {{number}}`,
      negations: `${fill('not ')}close > {{number}}`,
    },
    refused: {
      'long name': `${fill('x')} > {{number}}`,
      'similar names': `${fill('smm(9)+')}smm({{number}}) > 1`,
      brackets: `${fill('(')}{{number}}`,
      'too deep': `${'('.repeat(900)}close > {{number}}${')'.repeat(900)}`,
      digits: `${fill('9')}{{number}}`,
      'too long': 'close > {{number}} or '.repeat(2_700),
      rockets: `${fill('🚀')}{{number}}`,
    },
  };
}
