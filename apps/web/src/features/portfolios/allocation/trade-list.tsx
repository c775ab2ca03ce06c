import { Button } from '#components/ui/button.tsx';
import { cn } from '#lib/cn.ts';
import { useIsNominal } from '../api/nominal.ts';
import {
  formatGain,
  formatMoney,
  formatQuotedPrice,
  formatShareOf,
  formatShares,
  toneOf,
} from '../format.ts';
import { SkippedHoldings } from '../holdings/skipped-holdings.tsx';
import type { ProposedTrade, Rebalancing } from './api.ts';

interface TradeListProps {
  result: Rebalancing;
  currency: string;
  onTake: (trades: readonly ProposedTrade[]) => void;
}

/** The proposed trades, what is left over, and the way into the form of transactions. */
export function TradeList({ result, currency, onTake }: TradeListProps) {
  const { trades, left_over, to_cash, total, skipped } = result;
  const ofStocks = trades.filter(({ symbol }) => symbol !== null);
  return (
    <section aria-label="Proposed trades" className="space-y-3 border-t border-line pt-4">
      {trades.length === 0 ? (
        <p role="status" className="text-sm">
          Nothing to trade: every part is near enough to its target.
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {trades.map((trade) => (
            <Trade key={`${trade.type} ${trade.symbol ?? trade.tag}`} trade={trade} currency={currency} />
          ))}
        </ul>
      )}
      <dl className="numeric grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {to_cash !== 0 && (
          <>
            <dt className="text-muted">{to_cash > 0 ? 'Becomes cash' : 'Comes from cash'}</dt>
            <dd className="text-right">{formatMoney(Math.abs(to_cash), currency)}</dd>
          </>
        )}
        <dt className="text-muted">Left over</dt>
        <dd className="text-right font-medium">{formatMoney(left_over, currency)}</dd>
        <dt className="text-muted">Value with targets</dt>
        <dd className="text-right">{formatMoney(total, currency)}</dd>
      </dl>
      <SkippedHoldings skipped={skipped} />
      {ofStocks.length > 0 && (
        <div className="flex justify-end">
          <Button onClick={() => onTake(ofStocks)}>Add as transactions</Button>
        </div>
      )}
    </section>
  );
}

function Trade({ trade, currency }: { trade: ProposedTrade; currency: string }) {
  const { symbol, tag, type, quantity, price, amount, gain } = trade;
  const isNominal = useIsNominal(symbol ?? '') === true;
  const unit = isNominal ? 'nominal' : quantity === 1 ? 'share' : 'shares';
  return (
    <li className="numeric flex items-start justify-between gap-3 py-2 text-sm">
      <div className="min-w-0">
        <p className="font-medium normal-nums">
          {type === 'BUY' ? 'Buy' : 'Sell'} {quantity === null ? '' : `${formatShares(quantity)} ${unit} of `}
          {symbol ?? `stocks tagged ${tag}`}
        </p>
        <p className="text-muted">
          {price !== null &&
            trade.currency !== null &&
            `at ${formatQuotedPrice(price, trade.currency, isNominal)} · `}
          {formatShareOf(trade.weight_before_percent)} → {formatShareOf(trade.weight_after_percent)}
        </p>
      </div>
      <div className="shrink-0 text-right">
        <p className="font-medium">{formatMoney(amount, currency)}</p>
        {gain !== null && (
          <p className={cn(toneOf(gain) || 'text-muted')}>realises {formatGain(gain, currency)}</p>
        )}
      </div>
    </li>
  );
}
