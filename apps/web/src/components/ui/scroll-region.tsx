import { createElement, type ReactNode } from 'react';
import { cn } from '#lib/cn.ts';

interface ScrollRegionProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** A part of a page that scrolls by itself. It can have the focus, so that the arrow keys scroll it. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return createElement(
    'section',
    {
      'aria-label': label,
      tabIndex: 0,
      className: cn(
        'overflow-auto rounded-md border border-line print:max-h-none print:overflow-visible',
        className,
      ),
    },
    children,
  );
}
