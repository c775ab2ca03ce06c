import { type ReactNode, useEffect, useState } from 'react';
import { cn } from '#lib/cn.ts';

/** A shorter wait is not noticed; without a delay it would flash. */
const delayMs = 150;

interface PaleWhileBusyProps {
  /** While the children show other data than is chosen. */
  isBusy: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * Makes its children pale if the chosen data takes long to load. By a timer: a CSS transition would composite the
 * canvases of a chart from its beginning, delay included.
 */
export function PaleWhileBusy({ isBusy, className, children }: PaleWhileBusyProps) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isBusy) return;
    const timer = setTimeout(() => setIsLate(true), delayMs);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isBusy]);
  return (
    <div aria-busy={isBusy} className={cn(className, isBusy && isLate && 'opacity-60')}>
      {children}
    </div>
  );
}
