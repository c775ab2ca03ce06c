import type { ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { isOwnSymbol } from '#lib/data-source.ts';

const tones = {
  neutral: 'bg-sunken text-muted',
  good: 'bg-up-soft text-up',
  bad: 'bg-down-soft text-down',
  warn: 'bg-warn-soft text-warn',
  accent: 'bg-accent-soft text-accent',
} as const;

export type BadgeTone = keyof typeof tones;

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={cn(
        'inline-flex h-5 items-center rounded-sm px-1.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}

/** Stands beside the symbol of an own instrument; nothing beside other symbols. */
export function OwnBadge({ symbol }: { symbol: string }) {
  return isOwnSymbol(symbol) && <Badge tone="accent">Own</Badge>;
}
