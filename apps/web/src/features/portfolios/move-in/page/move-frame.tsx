import type { ReactNode } from 'react';
import { PageHeader } from '#components/ui/page-header.tsx';
import { StepLine } from '#components/ui/step-line.tsx';

const steps = [
  ['choose', 'Choose a file'],
  ['check', 'Check'],
  ['compare', 'Compare'],
  ['done', 'Done'],
] as const;

interface MoveFrameProps {
  step: (typeof steps)[number][0];
  children: ReactNode;
}

/** The page of a move in one of its four steps. */
export function MoveFrame({ step, children }: MoveFrameProps) {
  return (
    <div className="max-w-[60rem] space-y-5">
      <PageHeader
        title="Move from another program"
        sentence="Everything that it has: portfolios, transactions, securities, lists, notes and tags"
      />
      {/* Another step gets the focus. */}
      <StepLine key={step} steps={steps} current={step} />
      {children}
    </div>
  );
}
