import { StepLine as Steps } from '#components/ui/step-line.tsx';

const steps = [
  ['choose', 'Choose a file'],
  ['match', 'Match columns'],
  ['check', 'Check'],
  ['done', 'Done'],
] as const;

/** The four steps of an import. */
export function StepLine({ current }: { current: (typeof steps)[number][0] }) {
  return <Steps steps={steps} current={current} />;
}
