import type { ReactNode } from 'react';
import { Badge } from './badge.tsx';

interface PageHeaderProps {
  title: ReactNode;
  /** A word beside the title. */
  badge?: string;
  /** Further marks beside the title. */
  marks?: ReactNode;
  /** One sentence on what the page shows. */
  sentence?: ReactNode;
  /** The buttons of the page, the main one last. */
  actions?: ReactNode;
}

/** The head of a page: title, badge, one sentence and the main action. */
export function PageHeader({ title, badge, marks, sentence, actions }: PageHeaderProps) {
  return (
    <header>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-h-9 min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
          <h1 className="min-w-0 text-xl font-semibold tracking-tight">{title}</h1>
          {badge && <Badge>{badge}</Badge>}
          {marks}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
      </div>
      {sentence && <p className="mt-1 text-sm text-muted">{sentence}</p>}
    </header>
  );
}
