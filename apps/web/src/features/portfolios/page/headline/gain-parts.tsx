import type { PortfolioPerformance } from '@stockbook/api/schemas';
import { formatGain } from '../../format.ts';

const gainParts = [
  ['price', 'Price'],
  ['dividends', 'Dividends'],
  ['interest', 'Interest'],
  ['fees', 'Fees'],
  ['taxes', 'Taxes'],
  ['currency', 'Currency'],
] as const;

interface GainPartsProps {
  gain: PortfolioPerformance['gain'];
  currency: string;
}

/** The six parts that add up to the gain. */
export function GainParts({ gain, currency }: GainPartsProps) {
  return (
    <dl className="numeric mx-4 mt-1 mb-2 grid grid-cols-3 gap-x-4 gap-y-1 border-t border-line pt-2 text-sm sm:mx-5 sm:grid-cols-6">
      {gainParts.map(([name, label]) => (
        <div key={name}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd>{formatGain(gain[name], currency)}</dd>
        </div>
      ))}
    </dl>
  );
}
