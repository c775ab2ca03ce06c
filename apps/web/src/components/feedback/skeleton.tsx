import { cn } from '../../lib/cn.ts';

/** A grey shape of the size of what is still to come. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('animate-pulse rounded-md bg-sunken', className)} />;
}
