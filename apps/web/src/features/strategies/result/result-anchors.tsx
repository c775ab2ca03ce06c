/** The ids of the sections of a result, to which the anchors lead. */
export const resultSectionIds = {
  result: 'result',
  stocks: 'stocks',
  trades: 'trades',
  statistics: 'statistics',
  sweep: 'sweep',
} as const;
type SectionName = keyof typeof resultSectionIds;

const sections: readonly { readonly name: SectionName; readonly title: string }[] = [
  { name: 'result', title: 'Result' },
  { name: 'stocks', title: 'Stocks' },
  { name: 'trades', title: 'Trades' },
  { name: 'statistics', title: 'Statistics' },
  { name: 'sweep', title: 'Sweep' },
];

/** Links to the sections of a result that is several screens long; they stay in view. */
export function ResultAnchors({ missing }: { missing: readonly SectionName[] }) {
  return (
    <nav
      aria-label="Sections of the result"
      className="sticky top-[calc(3.5rem+env(safe-area-inset-top))] z-20 -mx-1 flex gap-1 overflow-x-auto bg-canvas px-1 py-1.5 text-sm print:hidden"
    >
      {sections
        .filter(({ name }) => !missing.includes(name))
        .map(({ name, title }) => (
          <a
            key={name}
            href={`#${resultSectionIds[name]}`}
            onClick={(event) => {
              event.preventDefault();
              const section = document.getElementById(resultSectionIds[name]);
              section?.scrollIntoView();
              section?.focus({ preventScroll: true });
            }}
            className="inline-flex h-8 shrink-0 items-center rounded-md px-2.5 font-medium text-muted hover:bg-sunken hover:text-ink pointer-coarse:h-11"
          >
            {title}
          </a>
        ))}
    </nav>
  );
}
