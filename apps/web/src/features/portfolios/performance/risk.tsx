import type { PortfolioPerformance } from '@stockbook/api/schemas';
import { formatDate } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/numbers.ts';
import { formatFactor, formatGain, formatMoney, formatReturn, formatShareOf } from '../format.ts';
import { describeBenchmarkProblem, describeTwrProblem } from '../problem-sentences.ts';

type Facts = readonly (readonly [label: string, text: string])[];

function FactList({ facts }: { facts: Facts }) {
  return (
    <dl className="numeric divide-y divide-line text-sm">
      {facts.map(([label, text]) => (
        <div key={label} className="flex justify-between gap-4 py-1.5">
          <dt className="text-muted">{label}</dt>
          <dd className="text-right font-medium">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const dayOf = (date: string | null): string => (date === null ? '–' : formatDate(date));

/** How much the value has moved, apart from money that came and went. */
export function Risk({ performance }: { performance: PortfolioPerformance }) {
  const { risk } = performance;
  if (!risk) return <p className="text-sm text-muted">{describeTwrProblem(performance)}</p>;
  const facts: Facts = [
    ['Trading days', formatCount(risk.trading_days)],
    [
      'Volatility a year',
      risk.volatility_annual === null ? '–' : formatShareOf(100 * risk.volatility_annual),
    ],
    ['Sharpe ratio', formatFactor(risk.sharpe_ratio)],
    ['Largest drawdown', formatReturn(risk.max_drawdown)],
    ['Peak on', dayOf(risk.drawdown_from)],
    ['Lowest on', dayOf(risk.drawdown_to)],
    [
      'Recovered on',
      risk.drawdown_to !== null && risk.recovered_on === null ? 'Not yet' : dayOf(risk.recovered_on),
    ],
  ];
  return (
    <>
      <FactList facts={facts} />
      {risk.volatility_annual === null && (
        <p className="mt-2 text-xs text-muted">Volatility and Sharpe ratio need at least 20 trading days.</p>
      )}
    </>
  );
}

interface BenchmarkProps {
  performance: PortfolioPerformance;
  currency: string;
}

/** The figures of the same money in the benchmark. */
export function Benchmark({ performance, currency }: BenchmarkProps) {
  const { benchmark } = performance;
  if (!benchmark) {
    return (
      <p className="text-sm text-muted">
        Choose a benchmark in the settings of the portfolio to compare with it.
      </p>
    );
  }
  const problem = describeBenchmarkProblem(performance);
  const facts: Facts = [
    ['Benchmark', benchmark.symbol],
    ['Value at the end', formatMoney(benchmark.value_end, currency)],
    ['Gain', formatGain(benchmark.gain, currency)],
    ['TTWROR', formatReturn(benchmark.twr)],
    ['Compared from', dayOf(benchmark.reference_day)],
    ['Dividends', benchmark.dividends_reinvested ? 'Reinvested' : 'None'],
  ];
  return (
    <>
      <p className="mb-1 text-sm text-muted">The same money on the same days.</p>
      <FactList facts={facts} />
      {problem && <p className="mt-2 text-sm">{problem}</p>}
    </>
  );
}
