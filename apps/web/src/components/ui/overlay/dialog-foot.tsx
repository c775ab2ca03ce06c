import type { ReactNode } from 'react';
import { cn } from '#lib/cn.ts';

/** The end of a long dialog with its buttons, which stays in sight while the rest scrolls. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div
      className={cn(
        'sticky z-20 -mx-5 space-y-3 border-t border-line bg-surface px-5 pt-3 sm:-mx-6 sm:px-6',
        // Over the padding of the dialog.
        'max-sm:-bottom-[calc(1.25rem+env(safe-area-inset-bottom))] max-sm:-mb-[calc(1.25rem+env(safe-area-inset-bottom))]',
        'pb-3 max-sm:pb-[calc(0.75rem+env(safe-area-inset-bottom))] sm:-bottom-6 sm:-mb-6',
      )}
    >
      {children}
    </div>
  );
}
