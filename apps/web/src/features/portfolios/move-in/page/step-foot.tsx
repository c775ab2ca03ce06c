import type { ReactNode } from 'react';

interface StepFootProps {
  /** A control beside the buttons. */
  beside?: ReactNode;
  /** The buttons, the main one last. */
  children: ReactNode;
}

/** The end of a step with its buttons, which stays in sight above the navigation while the rest scrolls. */
export function StepFoot({ beside, children }: StepFootProps) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-canvas px-4 py-3 max-sm:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] sm:mx-0 sm:px-0 print:hidden">
      {beside && <div className="mr-auto">{beside}</div>}
      <div className="flex flex-wrap items-center justify-end gap-2">{children}</div>
    </div>
  );
}
