const circle = 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0';

/** Inline, because the icon library is larger than the sign-in page, which shows these icons. */
const paths = {
  alert: `${circle}M12 7v6M12 16.5h.01`,
  offline: `${circle}M5 5l14 14`,
  slow: `${circle}M12 6v6l4 2`,
} as const;

/** A decorative icon: the text beside it carries the meaning. */
export function NoticeIcon({ name, className }: { name: keyof typeof paths; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={paths[name]} />
    </svg>
  );
}
