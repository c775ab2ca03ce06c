import { useLayoutEffect, useRef } from 'react';
import { cn } from '#lib/cn.ts';

interface StepLineProps<Step extends string> {
  /** In their order, with their names. */
  steps: readonly (readonly [step: Step, name: string])[];
  current: Step;
}

/** The steps of a task. The focus is on the present one: the control of the step before has gone. */
export function StepLine<Step extends string>({ steps, current }: StepLineProps<Step>) {
  const present = useRef<HTMLLIElement>(null);
  // Not an effect after painting: by then, Base UI may have planned to give the focus to the dialog.
  useLayoutEffect(() => present.current?.focus(), []);
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-2.5 gap-y-1 text-xs sm:gap-x-4 sm:text-sm">
      {steps.map(([step, name], index) => (
        <li
          key={step}
          ref={step === current ? present : undefined}
          tabIndex={step === current ? -1 : undefined}
          aria-current={step === current ? 'step' : undefined}
          className={cn('outline-none', step === current ? 'font-semibold' : 'text-muted')}
        >
          {index + 1}. {name}
        </li>
      ))}
    </ol>
  );
}
