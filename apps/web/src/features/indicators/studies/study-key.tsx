import { Eye, EyeOff, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { type HoveredBar, useShownBar } from '#components/chart/chart-value.ts';
import type { Study } from '#components/chart/study.ts';

/** Cuts the swatch of a line into dashes or dots. */
const masks = {
  solid: undefined,
  dashes: 'repeating-linear-gradient(to right, #000 0 5px, transparent 5px 8px)',
  dots: 'repeating-linear-gradient(to right, #000 0 2px, transparent 2px 4px)',
} as const;

function StudySwatch({ study: { color, stroke } }: { study: Study }) {
  return (
    <i
      aria-hidden="true"
      className="h-0.5 w-4 shrink-0 rounded-full"
      style={{ background: color, maskImage: masks[stroke] }}
    />
  );
}

/** The values of a study's lines at the crosshair. */
function StudyValues({ study, hover }: { study: Study; hover: HoveredBar }) {
  const index = useShownBar(hover, study.lines[0]?.values.length ?? 0);
  return (
    <span className="numeric whitespace-nowrap text-ink pointer-coarse:text-[0.6875rem]">
      {study.lines
        .map(({ values }) => values[index])
        .filter((value) => typeof value === 'number')
        .map(study.format)
        .join(' / ')}
    </span>
  );
}

function KeyButton({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      onClick={onClick}
      className="pointer-events-auto grid size-6 shrink-0 place-items-center rounded-md text-muted transition-colors pointer-coarse:size-11 hover:bg-sunken hover:text-ink [&_svg]:size-3.5"
    >
      {children}
    </button>
  );
}

interface StudyKeyProps {
  study: Study;
  hover: HoveredBar;
  isHidden?: boolean;
  /** Hides the lines or shows them again; without it, the key has no buttons. */
  onToggle?: (id: string) => void;
  onRemove?: (id: string) => void;
}

/** The key of one study: swatch, name with parameters, values at the crosshair, and buttons. */
export function StudyKey({ study, hover, isHidden = false, onToggle, onRemove }: StudyKeyProps) {
  const { id, name, fullName } = study;
  const spokenName = [name, fullName].filter(Boolean).join(' ');
  return (
    <li className="group pointer-events-auto inline-flex min-h-6 max-w-full min-w-0 items-center gap-1.5">
      <StudySwatch study={study} />
      <span className="flex min-w-0 flex-wrap gap-x-1.5">
        <span
          title={fullName ?? undefined}
          className={isHidden ? 'truncate text-muted line-through' : 'truncate'}
        >
          {name}
          {fullName && <span className="sr-only"> {fullName}</span>}
        </span>
        <StudyValues study={study} hover={hover} />
      </span>
      <span className="-ml-0.5 inline-flex shrink-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-fine:opacity-0">
        {onToggle && (
          <KeyButton label={`${isHidden ? 'Show' : 'Hide'} ${spokenName}`} onClick={() => onToggle(id)}>
            {isHidden ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          </KeyButton>
        )}
        {onRemove && (
          <KeyButton label={`Remove ${spokenName}`} onClick={() => onRemove(id)}>
            <Trash2 aria-hidden="true" />
          </KeyButton>
        )}
      </span>
    </li>
  );
}
