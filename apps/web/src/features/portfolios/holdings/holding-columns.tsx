import { ChevronDown, ChevronRight } from 'lucide-react';
import { Badge, OwnBadge } from '#components/ui/badge.tsx';
import type { Column } from '#components/ui/data-table.tsx';
import { cn } from '#lib/cn.ts';
import {
  formatGain,
  formatMoney,
  formatShareOf,
  formatShares,
  formatSignedPercent,
  toneOf,
} from '../format.ts';
import { PriceTime } from './price-time.tsx';
import { NominalMark, UnitPrice } from './quantity.tsx';
import { type Holding, isSold } from './types.ts';

interface NameProps {
  holding: Holding;
  isOpen: boolean;
  onToggle: () => void;
}

/** The stock of a row, as a button that opens its details. */
function StockName({ holding, isOpen, onToggle }: NameProps) {
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <div className="max-w-64 min-w-40 normal-nums">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex w-full items-center gap-1.5 text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:-outline-offset-2 focus-visible:after:outline-2 focus-visible:after:outline-accent"
      >
        <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <span className="min-w-0">
          <span className="flex items-center gap-1.5 font-medium">
            {holding.symbol}
            <OwnBadge symbol={holding.symbol} />
          </span>
          <span className="block truncate text-xs font-normal text-muted">{holding.name}</span>
        </span>
      </button>
      <div className="ml-5.5 empty:hidden">
        <HoldingBadges holding={holding} />
      </div>
    </div>
  );
}

/** The remarks on the prices of a holding. */
export function HoldingBadges({ holding }: { holding: Holding }) {
  if (holding.badges.length === 0 && !isSold(holding)) return null;
  return (
    <span className="mt-0.5 flex flex-wrap gap-1">
      {isSold(holding) && <Badge>Sold</Badge>}
      {holding.badges.map((badge) => (
        <span
          key={badge}
          className={cn(
            'inline-flex min-h-5 items-center rounded-sm px-1.5 text-xs font-medium whitespace-normal',
            // An own price is as old as its owner wants it to be.
            badge.startsWith('Own price of ') ? 'bg-sunken text-muted' : 'bg-warn-soft text-warn',
          )}
        >
          {badge}
        </span>
      ))}
    </span>
  );
}

function tinted(value: number | null, text: string) {
  return <span className={cn(toneOf(value))}>{text}</span>;
}

function moneyColumn(key: 'value' | 'cost' | 'dividends', title: string, currency: string): Column<Holding> {
  return {
    key,
    title,
    sortBy: (holding) => holding[key],
    cell: (holding) => formatMoney(holding[key], currency),
  };
}

/** The columns of the table of holdings. */
export function holdingColumns(
  currency: string,
  openSymbol: string | null,
  onToggle: (symbol: string) => void,
): Column<Holding>[] {
  return [
    {
      key: 'symbol',
      title: 'Stock',
      isText: true,
      sortBy: ({ symbol }) => symbol,
      cell: (holding) => (
        <StockName
          holding={holding}
          isOpen={holding.symbol === openSymbol}
          onToggle={() => onToggle(holding.symbol)}
        />
      ),
    },
    {
      key: 'quantity',
      title: 'Shares',
      sortBy: ({ quantity }) => quantity,
      cell: ({ symbol, quantity }) => (
        <>
          {formatShares(quantity)}
          <NominalMark symbol={symbol} />
        </>
      ),
    },
    {
      key: 'price',
      title: 'Price',
      sortBy: ({ price }) => price,
      cell: (holding) => (
        <>
          <UnitPrice holding={holding} />
          <PriceTime holding={holding} />
        </>
      ),
    },
    moneyColumn('value', 'Value', currency),
    {
      key: 'weight',
      title: 'Weight',
      sortBy: ({ weight_percent }) => weight_percent,
      cell: ({ weight_percent }) => formatShareOf(weight_percent),
    },
    moneyColumn('cost', 'Cost', currency),
    {
      key: 'unrealised',
      title: 'Unrealised',
      sortBy: ({ unrealised }) => unrealised,
      cell: ({ unrealised }) => tinted(unrealised, formatGain(unrealised, currency)),
    },
    {
      key: 'unrealised_percent',
      title: 'Unrealised %',
      sortBy: ({ unrealised_percent }) => unrealised_percent,
      cell: ({ unrealised_percent: percent }) => tinted(percent, formatSignedPercent(percent)),
    },
    moneyColumn('dividends', 'Dividends', currency),
    {
      key: 'day_change',
      title: 'Today',
      sortBy: ({ day_change_percent }) => day_change_percent,
      cell: ({ day_change: change, day_change_percent: percent }) =>
        tinted(
          change,
          change === null ? '–' : `${formatGain(change, currency)} (${formatSignedPercent(percent)})`,
        ),
    },
  ];
}
