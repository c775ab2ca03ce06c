import type { StockList } from '@stockbook/api/schemas';
import { Check } from 'lucide-react';
import { useId, useRef } from 'react';
import { TextField } from '#components/ui/field.tsx';
import { FormDialog } from '#components/ui/overlay/form-dialog.tsx';
import { useForm } from '#hooks/use-form.ts';
import { listColors, listName } from '#lib/api/schemas.ts';
import { describeFailure, fieldMessages } from '#lib/api/server-error.ts';
import { trpc } from '#lib/api/trpc.ts';
import { capitalize } from '#lib/format/words.ts';
import { saveFailure, scope, useReloadLists } from './api.ts';

type Color = StockList['color'];

/** The subject of the dialog. */
export type ListTask =
  | { readonly kind: 'create'; readonly symbols: readonly string[] }
  | { readonly kind: 'rename' | 'color'; readonly list: StockList };

interface ListDialogProps {
  task: ListTask;
  onClose: () => void;
  onCreated: (list: StockList) => void;
}

interface Values {
  readonly name: string;
  readonly color: string;
}

function colorOf(value: string): Color {
  return listColors.find((color) => color === value) ?? 'gray';
}

/** Creates a list, and renames or colours one. */
function useSaveList(task: ListTask) {
  const reload = useReloadLists();
  const create = trpc.lists.create.useMutation({ scope, onSuccess: reload }).mutateAsync;
  const update = trpc.lists.update.useMutation({ scope, onSuccess: reload }).mutateAsync;
  return ({ name, color }: Values): Promise<StockList> => {
    if (task.kind === 'create') return create({ name, color: colorOf(color), symbols: [...task.symbols] });
    const listId = task.list.id;
    return update(task.kind === 'rename' ? { listId, name } : { listId, color: colorOf(color) });
  };
}

function textsOf(task: ListTask) {
  if (task.kind === 'create') return { title: 'New list', action: 'Create', busy: 'Creating...' };
  const title = task.kind === 'rename' ? 'Rename list' : `Color of ${task.list.name}`;
  return { title, action: 'Save', busy: 'Saving...' };
}

/** Makes a list, or changes the name or the colour of one. */
export function ListDialog({ task, onClose, onCreated }: ListDialogProps) {
  const save = useSaveList(task);
  const input = useRef<HTMLInputElement>(null);
  const chosen = useRef<HTMLInputElement>(null);
  const hasName = task.kind !== 'color';
  const form = useForm<Values>({
    initial: task.kind === 'create' ? { name: '', color: 'gray' } : task.list,
    validate: ({ name }) => {
      const message = hasName ? listName.safeParse(name).error?.issues[0]?.message : undefined;
      return message === undefined ? {} : { name: message };
    },
    submit: async (values) => {
      const saved = await save(values);
      onClose();
      if (task.kind === 'create') onCreated(saved);
    },
    describe: (error) => describeFailure(error, saveFailure),
    fieldsOf: (error) => fieldMessages(error, ['name']),
  });
  const { title, action, busy } = textsOf(task);
  return (
    <FormDialog
      title={title}
      form={form}
      onClose={onClose}
      initialFocus={hasName ? input : chosen}
      action={form.isBusy ? busy : action}
    >
      {hasName && <TextField ref={input} label="Name" autoComplete="off" {...form.field('name')} />}
      {task.kind !== 'rename' && <ColorField field={form.field('color')} chosenRef={chosen} />}
    </FormDialog>
  );
}

interface ColorFieldProps {
  field: ReturnType<ReturnType<typeof useForm<Values>>['field']>;
  chosenRef: React.RefObject<HTMLInputElement | null>;
}

function ColorField({ field: { value, disabled, onChange }, chosenRef }: ColorFieldProps) {
  const id = useId();
  return (
    <fieldset disabled={disabled}>
      <legend className="mb-1.5 text-sm font-medium">Color</legend>
      <div className="flex flex-wrap gap-1">
        {listColors.map((color) => (
          <label
            key={color}
            title={capitalize(color)}
            className="grid size-9 place-items-center rounded-md has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:size-11"
          >
            <input
              ref={color === value ? chosenRef : null}
              type="radio"
              name={id}
              value={color}
              checked={color === value}
              onChange={onChange}
              aria-label={capitalize(color)}
              className="sr-only"
            />
            <span
              aria-hidden="true"
              className="grid size-6 place-items-center rounded-full text-surface"
              style={{ backgroundColor: `var(--list-${color})` }}
            >
              {color === value && <Check strokeWidth={3} className="size-4" />}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
