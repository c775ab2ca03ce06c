import type { ReactNode } from 'react';
import { OwnBadge } from '#components/ui/badge.tsx';
import { cn } from '#lib/cn.ts';
import { formatGain, formatMoney, formatSignedPercent, toneOf } from '../format.ts';
import { HoldingBadges } from './holding-columns.tsx';
import { PriceTime } from './price-time.tsx';
import type { Holding } from './types.ts';

interface HoldingCardProps {
  holding: Holding;
  currency: string;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

/** A holding on a phone: name, value and gain; a tap shows the rest. */
export function HoldingCard({ holding, currency, isOpen, onToggle, children }: HoldingCardProps) {
  const { symbol, name, value, day_change_percent: today } = holding;
  // The gain of the whole life stays at the last close.
  const isAtClose = holding.latest === undefined;
  const gain = isAtClose ? holding.gain : holding.unrealised;
  return (
    <article className="rounded-lg border border-line bg-surface shadow-card">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex w-full items-start justify-between gap-3 p-3 text-left"
      >
        <span className="min-w-0">
          <span className="flex items-center gap-1.5 font-medium">
            {symbol}
            <OwnBadge symbol={symbol} />
          </span>
          <span className="block truncate text-xs text-muted">{name}</span>
        </span>
        <span className="numeric shrink-0 text-right">
          <span className="block font-medium">{formatMoney(value, currency)}</span>
          <span className={cn('block text-xs', toneOf(gain))}>
            {isAtClose ? 'Gain' : 'Unrealised'} {formatGain(gain, currency)}
          </span>
          <span className={cn('block text-xs', toneOf(today))}>Today {formatSignedPercent(today)}</span>
          <PriceTime holding={holding} />
        </span>
      </button>
      <div className="px-3 pb-3 empty:hidden">
        <HoldingBadges holding={holding} />
      </div>
      {isOpen && <div className="border-t border-line p-3">{children}</div>}
    </article>
  );
}
