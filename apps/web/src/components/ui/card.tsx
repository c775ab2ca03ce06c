import { type ReactNode, useId } from 'react';
import { cn } from '#lib/cn.ts';

interface CardProps {
  title: string;
  /** Lets a link lead here, and move the focus. */
  id?: string;
  /** 3 within a titled group of cards. */
  headingLevel?: 2 | 3;
  /** Buttons beside the title. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A titled region of a page. */
export function Card({ title, id: anchor, headingLevel = 2, actions, className, children }: CardProps) {
  const id = useId();
  const Heading = `h${headingLevel}` as const;
  return (
    <section
      id={anchor}
      tabIndex={anchor === undefined ? undefined : -1}
      aria-labelledby={id}
      className={cn(
        anchor !== undefined && 'scroll-mt-28 outline-none',
        'rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5',
        className,
      )}
    >
      <div className="mb-3 flex min-h-8 break-after-avoid items-center justify-between gap-3">
        <Heading id={id} className="text-base font-semibold">
          {title}
        </Heading>
        {actions}
      </div>
      {children}
    </section>
  );
}
