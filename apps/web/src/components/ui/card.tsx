import { type ReactNode, useId } from 'react';
import { cn } from '../../lib/cn.ts';

interface CardProps {
  title: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A titled region of a page. */
export function Card({ title, actions, className, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cn('rounded-lg border border-line bg-surface p-4 shadow-card sm:p-5', className)}
    >
      <div className="mb-3 flex min-h-8 items-center justify-between gap-3">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
