import { MoveRight, MoveUpRight, Pencil, Ruler, Square, Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button, IconButton } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/field.tsx';
import { formatDate } from '#lib/format/dates.ts';
import { type Drawing, kindNames, maxDrawings, nameOf, type Shape } from './shapes.ts';
import type { DrawingTools } from './use-drawing-tools.ts';

const icons = { trend: MoveUpRight, ray: MoveRight, rectangle: Square, measure: Ruler } as const;
const kinds = ['trend', 'ray', 'rectangle', 'measure'] as const satisfies readonly Shape['kind'][];
const toolNames: typeof kindNames = { ...kindNames, measure: 'Measure' };

/** Most characters of a name; the server stores no longer one. */
const maxNameLength = 50;

interface DrawPanelProps {
  tools: DrawingTools;
  close: () => void;
}

/** The tools, and the drawings of the stock, which can be chosen, renamed and deleted. */
export function DrawPanel({ tools, close }: DrawPanelProps) {
  const { drawings } = tools;
  const [renamedId, setRenamedId] = useState<string | null>(null);
  const isFull = drawings.length >= maxDrawings;
  return (
    <div className="space-y-3 p-1.5">
      <ul aria-label="Tools" className="-mx-1.5">
        {kinds.map((kind) => {
          const Icon = icons[kind];
          const isDisabled = isFull && kind !== 'measure';
          return (
            <li key={kind}>
              <button
                type="button"
                aria-disabled={isDisabled}
                onClick={() => {
                  if (isDisabled) return;
                  tools.setTool(kind);
                  close();
                }}
                className="flex min-h-9 w-full items-center gap-2.5 rounded-md px-1.5 text-left text-sm hover:bg-sunken aria-disabled:opacity-55 pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:text-muted"
              >
                <Icon aria-hidden="true" /> {toolNames[kind]}
                {kind === 'measure' && <span className="ml-auto text-xs text-muted">Shift + drag</span>}
              </button>
            </li>
          );
        })}
      </ul>
      <section aria-label="Drawings" className="border-t border-line pt-2.5">
        <h2 className="text-sm font-semibold">Drawings ({drawings.length})</h2>
        {isFull && (
          <p className="mt-1 text-xs text-muted">
            A stock has {maxDrawings} drawings at most. Delete one first.
          </p>
        )}
        {drawings.length === 0 ? (
          <p className="mt-1 text-xs text-muted">
            None on this stock yet. They are kept with it, and their prices follow splits.
          </p>
        ) : (
          <ul className="-mx-1.5 mt-1 max-h-64 overflow-y-auto">
            {drawings.map((drawing) => (
              <DrawingRow
                key={drawing.id}
                drawing={drawing}
                isRenamed={renamedId === drawing.id}
                onRename={(isRenamed) => setRenamedId(isRenamed ? drawing.id : null)}
                onChoose={() => {
                  close();
                  // After the popup has returned the focus.
                  setTimeout(() => tools.select(drawing.id, true));
                }}
                tools={tools}
              />
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

interface DrawingRowProps {
  drawing: Drawing;
  isRenamed: boolean;
  onRename: (isRenamed: boolean) => void;
  onChoose: () => void;
  tools: DrawingTools;
}

function DrawingRow({ drawing, isRenamed, onRename, onChoose, tools }: DrawingRowProps) {
  const name = nameOf(drawing);
  const Icon = icons[drawing.kind];
  if (isRenamed) {
    return (
      <li className="p-1.5">
        <RenameForm
          before={name}
          onCancel={() => onRename(false)}
          onSubmit={(text) => {
            tools.edit(drawing.id, (current) => ({ ...current, name: text || null }));
            onRename(false);
          }}
        />
      </li>
    );
  }
  return (
    <li className="flex items-center">
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-9 min-w-0 grow items-center gap-2.5 rounded-md px-1.5 text-left text-sm hover:bg-sunken pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted"
      >
        <Icon aria-hidden="true" />
        <span className="truncate">{name}</span>
        <span className="ml-auto shrink-0 text-xs text-muted">{formatDate(drawing.points[0]?.date)}</span>
      </button>
      <IconButton label={`Rename ${name}`} onClick={() => onRename(true)}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label={`Delete ${name}`} onClick={() => tools.remove(drawing.id)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}

interface RenameFormProps {
  before: string;
  onSubmit: (name: string) => void;
  onCancel: () => void;
}

function RenameForm({ before, onSubmit, onCancel }: RenameFormProps) {
  const [name, setName] = useState(before);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <form
      className="space-y-2"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit(name.trim());
      }}
    >
      <TextField
        ref={field}
        label={`New name of ${before}`}
        value={name}
        maxLength={maxNameLength}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="sm" variant="primary">
          Rename
        </Button>
      </div>
    </form>
  );
}
