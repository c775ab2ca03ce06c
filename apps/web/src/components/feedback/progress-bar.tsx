import { Progress } from '@base-ui/react/progress';

interface ProgressBarProps {
  label: string;
  /** 0 to 100; null draws an indeterminate bar. */
  percent: number | null;
}

export function ProgressBar({ label, percent }: ProgressBarProps) {
  return (
    <Progress.Root aria-label={label} value={percent}>
      <Progress.Track className="h-1.5 overflow-hidden rounded-full bg-sunken">
        <Progress.Indicator className="h-full rounded-full bg-accent transition-[width] data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
      </Progress.Track>
    </Progress.Root>
  );
}
