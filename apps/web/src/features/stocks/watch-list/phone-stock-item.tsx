import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, StickyNote, Trash2 } from 'lucide-react';
import { memo, useState } from 'react';
import { Badge, OwnBadge } from '#components/ui/badge.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { delaySentence, pendingCloseSentence } from '../detail/data-sentences.ts';
import { FavoriteButton } from '../detail/favorite-button.tsx';
import { LastPrice, PriceStatus } from '../quotes/last-price.tsx';
import { Sparkline, type StockCardProps, StockFacts } from './stock-card.tsx';
import { StockMenuButton } from './stock-menu-button.tsx';

/**
 * One stock of the list on a phone: two lines, and below them, once they are unfolded, what a card shows. The link
 * covers the two lines; their buttons are stacked above the link.
 */
export const PhoneStockItem = memo(function PhoneStockItem({
  item,
  isAllSimulated,
  trueSince,
  onToggleFavorite,
  onRemove,
  onMenu,
}: Omit<StockCardProps, 'layout'>) {
  const [isOpen, setIsOpen] = useState(false);
  const { stock, notes } = item;
  const delay = delaySentence(stock) ?? pendingCloseSentence(stock);
  return (
    <article
      aria-label={`${stock.symbol}, ${stock.name}`}
      data-symbol={stock.symbol}
      className="border-b border-line bg-surface has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-accent"
    >
      <div className="relative flex h-[3.9375rem] items-center pl-4">
        <div className="min-w-0 grow">
          <h2 className="flex items-center gap-1.5 leading-5">
            <Link
              to="/stocks/$symbol"
              params={{ symbol: stock.symbol }}
              data-stock={stock.symbol}
              className="font-semibold outline-none after:absolute after:inset-0"
            >
              {stock.symbol}
            </Link>
            <OwnBadge symbol={stock.symbol} />
            {!stock.is_active && <Badge>Inactive</Badge>}
            {delay && <Badge tone="warn">Delayed</Badge>}
            {notes && (
              <span className="text-muted">
                <StickyNote aria-hidden="true" className="size-3.5" />
                <span className="sr-only">Has a note</span>
              </span>
            )}
          </h2>
          <p className="truncate text-xs text-muted">{stock.name}</p>
        </div>
        <div className="ml-2">
          <LastPrice stock={stock} size="row" />
          <PriceStatus stock={stock} />
        </div>
        <div className="relative ml-1 flex">
          <FavoriteButton isFavorite={item.is_favorite} onToggle={() => onToggleFavorite(item)} />
          <IconButton
            label={isOpen ? 'Hide details' : 'Show details'}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
          </IconButton>
        </div>
      </div>
      {trueSince && (
        <p className="px-4 pb-2 text-xs font-medium text-accent">True since {formatDate(trueSince)}</p>
      )}
      {isOpen && (
        <div className="grid gap-2 px-4 pb-3">
          <StockFacts stock={stock} isAllSimulated={isAllSimulated} />
          {delay && <p className="text-xs text-warn">{delay}</p>}
          {notes && <p className="text-sm whitespace-pre-line">{notes}</p>}
          <div className="flex items-center justify-between">
            <Sparkline closes={stock.recent_closes} />
            <div className="flex items-center gap-1">
              <Button size="sm" title="Stop tracking" needsServer onClick={() => onRemove(item)}>
                <Trash2 aria-hidden="true" /> Stop tracking
              </Button>
              <StockMenuButton item={item} onMenu={onMenu} />
            </div>
          </div>
        </div>
      )}
    </article>
  );
});
