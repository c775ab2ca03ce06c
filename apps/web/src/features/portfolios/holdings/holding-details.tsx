import type { PortfolioPerformance } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button.tsx';
import { formatDate } from '#lib/format/dates.ts';
import {
  formatGain,
  formatMoney,
  formatPoints,
  formatReturn,
  formatShareOf,
  formatShares,
  formatSignedPercent,
  formatUnitPrice,
} from '../format.ts';
import { PriceTime } from './price-time.tsx';
import { QuantityName, UnitPrice } from './quantity.tsx';
import type { Holding } from './types.ts';

/** Gives rows a key each; rows with equal fields are numbered. */
function uniqueKeys<Row>(fieldsOf: (row: Row) => string): (row: Row) => string {
  const counts = new Map<string, number>();
  return (row) => {
    const fields = fieldsOf(row);
    const count = (counts.get(fields) ?? 0) + 1;
    counts.set(fields, count);
    return `${fields} ${count}`;
  };
}

interface HoldingDetailsProps {
  holding: Holding;
  currency: string;
  /** Undefined while it is loading. */
  contribution: PortfolioPerformance['contributions'][number] | undefined;
  /** Whether the figures of the table are listed, too: a card of a phone has no columns for them. */
  hasAllFigures?: boolean;
}

/** The details that a row opens: lots, contribution, and the way to the stock's page. */
export function HoldingDetails({
  holding,
  currency,
  contribution,
  hasAllFigures = false,
}: HoldingDetailsProps) {
  const { symbol, lots } = holding;
  const keyOf = uniqueKeys<Holding['lots'][number]>(
    ({ date, quantity, cost }) => `${date} ${quantity} ${cost}`,
  );
  return (
    <div className="space-y-3 text-sm whitespace-normal">
      <dl className="numeric grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4">
        {hasAllFigures && <TableFigures holding={holding} currency={currency} />}
        <Figure label="Cost per share">{formatUnitPrice(holding.cost_per_share, currency)}</Figure>
        <Figure label="Realised">{formatGain(holding.realised, currency)}</Figure>
        <Figure label="Gain, whole life">{formatGain(holding.gain, currency)}</Figure>
        <Figure label="TTWROR, whole life">{formatReturn(holding.twr)}</Figure>
        <Figure label="Contribution to the gain">{formatGain(contribution?.gain, currency)}</Figure>
        <Figure label="Contribution to the TTWROR">{formatPoints(contribution?.contribution)}</Figure>
        <Figure label="First bought">
          {holding.first_bought === null ? '–' : formatDate(holding.first_bought)}
        </Figure>
        <Figure label="Last close of">
          {holding.price_date === null ? '–' : formatDate(holding.price_date)}
        </Figure>
      </dl>
      {lots.length > 0 && (
        <div className="max-h-60 overflow-auto">
          <table className="numeric w-full max-w-[28rem] text-right">
            <caption className="text-left text-xs font-semibold text-muted">Lots of {symbol}</caption>
            <thead className="text-xs text-muted">
              <tr>
                <th scope="col" className="py-1 text-left font-medium">
                  Bought
                </th>
                <th scope="col" className="py-1 font-medium">
                  <QuantityName symbol={symbol} />
                </th>
                <th scope="col" className="py-1 font-medium">
                  Cost
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {lots.map((lot) => (
                <tr key={keyOf(lot)}>
                  <th scope="row" className="py-1 text-left font-normal">
                    {formatDate(lot.date)}
                  </th>
                  <td className="py-1">{formatShares(lot.quantity)}</td>
                  <td className="py-1">{formatMoney(lot.cost, currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Link to="/stocks/$symbol" params={{ symbol }} className={buttonClass('secondary', 'sm')}>
        Open {symbol}
      </Link>
    </div>
  );
}

function TableFigures({ holding, currency }: { holding: Holding; currency: string }) {
  return (
    <>
      <Figure label={<QuantityName symbol={holding.symbol} />}>{formatShares(holding.quantity)}</Figure>
      <Figure label="Price">
        <UnitPrice holding={holding} />
        <PriceTime holding={holding} />
      </Figure>
      <Figure label="Weight">{formatShareOf(holding.weight_percent)}</Figure>
      <Figure label="Cost">{formatMoney(holding.cost, currency)}</Figure>
      <Figure label="Unrealised">{formatSignedPercent(holding.unrealised_percent)}</Figure>
      <Figure label="Dividends">{formatMoney(holding.dividends, currency)}</Figure>
      <Figure label="Today">
        {holding.day_change === null
          ? '–'
          : `${formatGain(holding.day_change, currency)} (${formatSignedPercent(holding.day_change_percent)})`}
      </Figure>
    </>
  );
}

function Figure({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
