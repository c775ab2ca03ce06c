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
  /** Figures between the title and the buttons; a line of their own in a narrow window. */
  figures?: ReactNode;
  /** The buttons of the page, the main one last. */
  actions?: ReactNode;
}

/** The head of a page: title, badge, one sentence and the main action. */
export function PageHeader({ title, badge, marks, sentence, figures, actions }: PageHeaderProps) {
  return (
    <header className="flex min-h-11 flex-wrap items-center gap-x-6 gap-y-2">
      {/* Beside the buttons of a tablet, a long sentence wraps instead of the buttons. */}
      <div className="min-w-0 grow sm:max-lg:basis-80">
        <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
          <h1 className="min-w-0 text-xl leading-6 font-semibold tracking-tight">{title}</h1>
          {badge && <Badge>{badge}</Badge>}
          {marks}
        </div>
        {sentence && <p className="text-sm text-muted">{sentence}</p>}
      </div>
      {figures && <div className="max-lg:order-last max-lg:w-full">{figures}</div>}
      {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
    </header>
  );
}
