import type { ReactNode } from 'react';

/** The end of a long dialog with its buttons, which stays in sight while the rest scrolls. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 z-20 -mx-5 -mb-5 space-y-3 border-t border-line bg-surface px-5 py-3 sm:-bottom-6 sm:-mx-6 sm:-mb-6 sm:px-6">
      {children}
    </div>
  );
}
