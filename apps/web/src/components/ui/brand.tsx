/** The logo: three rising candles. */
export function BrandMark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g className="stroke-on-accent" strokeWidth="2" strokeLinecap="round" opacity=".55">
        <path d="M9 12v13M16 8v14M23 5v14" />
      </g>
      <g className="fill-on-accent">
        <rect x="6.5" y="15" width="5" height="7" rx="1.2" />
        <rect x="13.5" y="11" width="5" height="8" rx="1.2" />
        <rect x="20.5" y="7.5" width="5" height="8" rx="1.2" />
      </g>
    </svg>
  );
}

export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <BrandMark />
      <span className="text-base font-semibold tracking-tight">Stockbook</span>
    </span>
  );
}
