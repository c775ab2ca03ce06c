import { isOwnSymbol } from '#lib/own-symbol.ts';
import { Badge } from './badge.tsx';

/** Stands beside the symbol of an own instrument; nothing beside other symbols. */
export function OwnBadge({ symbol }: { symbol: string }) {
  return isOwnSymbol(symbol) && <Badge tone="accent">Own</Badge>;
}
