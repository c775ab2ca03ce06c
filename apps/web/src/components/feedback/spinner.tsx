import { cn } from '#lib/cn.ts';

/** Diameters in pixels. */
const diameters = { sm: 30, md: 50, lg: 70 } as const;

interface SpinnerProps {
  size?: keyof typeof diameters;
  text?: string;
  className?: string;
}

export function Spinner({ size = 'md', text = 'Loading...', className }: SpinnerProps) {
  const diameter = diameters[size];
  return (
    <div role="status" className={cn('flex flex-col items-center justify-center gap-3', className)}>
      <svg
        width={diameter}
        height={diameter}
        viewBox="0 0 50 50"
        fill="none"
        strokeWidth="4"
        strokeLinecap="round"
        aria-hidden="true"
        className="animate-spin"
      >
        <circle cx="25" cy="25" r="20" className="stroke-line" />
        <path d="M25 5a20 20 0 0 1 20 20" className="stroke-accent" />
      </svg>
      <span className="text-sm text-muted">{text}</span>
    </div>
  );
}

/** A placeholder with the size of the content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('animate-pulse rounded-md bg-sunken', className)} />;
}
