import type { Portfolio, StockPositions } from '@stockbook/api/schemas';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { Card } from '#components/ui/card.tsx';
import { trpc } from '#lib/api/trpc.ts';
import { cn } from '#lib/cn.ts';
import { useIsNominal } from '../api/nominal.ts';
import { usePortfolios } from '../api/queries.ts';
import {
  formatGain,
  formatQuotedPrice,
  formatShares,
  formatSignedPercent,
  formatUnitPrice,
  toneOf,
} from '../format.ts';
import { HoldingBadges } from '../holdings/holding-columns.tsx';
import { QuantityName } from '../holdings/quantity.tsx';
import { AddTransaction } from '../transactions/add-transaction.tsx';

/** A purchase or a sale, to be marked on the chart of its stock. */
export interface TradeMark {
  readonly date: string;
  readonly sentence: string;
  readonly isPreview: false;
  readonly trade: 'purchase' | 'sale';
}

type Trade = StockPositions['trades'][number];

interface Position {
  readonly portfolio: Portfolio;
  readonly holding: StockPositions['positions'][number]['holding'];
}

const noTrades: readonly TradeMark[] = [];

/** The portfolios that hold a stock, and the trades of all; none until they are loaded. */
function usePositions(symbol: string) {
  const portfolios = usePortfolios().data?.portfolios;
  const { data } = trpc.portfolios.positions.useQuery({ symbol });
  const isNominal = useIsNominal(symbol) === true;
  return useMemo(() => {
    if (!portfolios || !data) return { positions: [], trades: noTrades };
    const byId = new Map(portfolios.map((portfolio) => [portfolio.id, portfolio]));
    const positions = data.positions.flatMap(({ portfolio_id: id, holding }): Position[] => {
      const portfolio = byId.get(id);
      return portfolio ? [{ portfolio, holding }] : [];
    });
    const nameOf = ({ portfolio_id: id }: Trade) => (byId.size > 1 ? (byId.get(id)?.name ?? '') : null);
    return { positions, trades: data.trades.map((trade) => markOf(trade, nameOf(trade), isNominal)) };
  }, [portfolios, data, isNominal]);
}

/** The mark of a trade, in today's shares, as the chart has them. */
function markOf(
  { type, date, quantity_now, price_now, currency }: Trade,
  name: string | null,
  isNominal: boolean,
): TradeMark {
  const verb = type === 'BUY' ? 'Bought' : 'Sold';
  const place = name === null ? '' : ` (${name})`;
  const price = formatQuotedPrice(price_now, currency, isNominal);
  const sentence = `${verb} ${formatShares(quantity_now)} at ${price}${place}`;
  return { date, sentence, isPreview: false, trade: type === 'BUY' ? 'purchase' : 'sale' };
}

interface PositionCardProps {
  symbol: string;
  /** Receives the purchases and sales of the stock. */
  onTrades: (trades: readonly TradeMark[]) => void;
}

/** The position in a stock, per portfolio; nothing where it is not held. */
export function PositionCard({ symbol, onTrades }: PositionCardProps) {
  const { positions, trades } = usePositions(symbol);
  useEffect(() => onTrades(trades), [trades, onTrades]);
  if (positions.length === 0) return null;
  return (
    <Card title="Position">
      <ul className="divide-y divide-line text-sm">
        {positions.map(({ portfolio, holding }) => (
          <li key={portfolio.id} className="space-y-2 py-2 first:pt-0 last:pb-0">
            <div className="flex items-start justify-between gap-3">
              <Link
                to="/portfolios/$portfolioId"
                params={{ portfolioId: portfolio.id }}
                className="inline-flex min-h-6 items-center font-medium hover:underline pointer-coarse:min-h-11"
              >
                {portfolio.name}
              </Link>
              <HoldingBadges holding={holding} />
            </div>
            <PositionFigures holding={holding} currency={portfolio.currency} />
            <AddTransaction
              portfolio={portfolio}
              label={positions.length === 1 ? 'Add Transaction' : `Add Transaction to ${portfolio.name}`}
              initial={{ type: 'BUY', symbol }}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function PositionFigures({ holding, currency }: { holding: Position['holding']; currency: string }) {
  const { gain, unrealised_percent: percent } = holding;
  return (
    <dl className="numeric flex flex-wrap gap-x-5 gap-y-2 whitespace-nowrap">
      <div>
        <dt className="text-xs text-muted">
          <QuantityName symbol={holding.symbol} />
        </dt>
        <dd className="font-medium">{formatShares(holding.quantity)}</dd>
      </div>
      <div>
        <dt className="text-xs text-muted">Average cost</dt>
        <dd className="font-medium">{formatUnitPrice(holding.cost_per_share, currency)}</dd>
      </div>
      <div>
        <dt className="text-xs text-muted">Gain</dt>
        <dd className={cn('font-medium', toneOf(gain))}>{formatGain(gain, currency)}</dd>
        <dd className={cn('text-xs', toneOf(percent))}>Unrealised {formatSignedPercent(percent)}</dd>
      </div>
    </dl>
  );
}
