import { cn } from '#lib/cn.ts';

interface FiguresProps {
  figures: readonly { readonly name: string; readonly text: string; readonly className?: string }[];
  className?: string;
}

/** Figures above their names: two beside each other on a phone, four elsewhere. */
export function Figures({ figures, className }: FiguresProps) {
  return (
    <dl
      className={cn(
        'numeric grid grid-cols-2 gap-x-4 gap-y-3 rounded-lg border border-line bg-surface p-4 shadow-card sm:grid-cols-4',
        className,
      )}
    >
      {figures.map(({ name, text, className: tone }) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-xs text-muted">{name}</dt>
          <dd className={cn('font-semibold', tone)}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
