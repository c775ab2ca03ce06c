interface ProgressBarProps {
  label: string;
  /** 0 to 100; null draws an indeterminate bar. */
  percent: number | null;
}

export function ProgressBar({ label, percent }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent === null ? {} : { 'aria-valuenow': percent })}
      className="h-1.5 overflow-hidden rounded-full bg-sunken"
    >
      <div
        className={`h-full rounded-full bg-accent ${percent === null ? 'w-1/3 animate-pulse' : 'transition-[width]'}`}
        style={percent === null ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
