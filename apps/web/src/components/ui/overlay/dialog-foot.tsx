import type { ReactNode } from 'react';
import { cn } from '#lib/cn.ts';
import { sheetFootClass } from './popup-class.ts';

/** The end of a long dialog with its buttons, which stays in sight while the rest scrolls. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div
      className={cn(
        sheetFootClass,
        // Over the padding of the dialog.
        'space-y-3 sm:sticky sm:-bottom-6 sm:z-20 sm:-mx-6 sm:-mb-6 sm:border-t sm:border-line sm:bg-surface sm:px-6 sm:py-3',
      )}
    >
      {children}
    </div>
  );
}
