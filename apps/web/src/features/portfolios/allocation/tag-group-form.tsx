import type { TagGroup } from '@stockbook/api/schemas';
import { Plus, Trash2, X } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { QueryError } from '#components/feedback/error-box.tsx';
import { Button, IconButton } from '#components/ui/button.tsx';
import { controlClass, TextField } from '#components/ui/field.tsx';
import { FormActions } from '#components/ui/form-actions.tsx';
import { Select } from '#components/ui/select.tsx';
import { cn } from '#lib/cn.ts';
import { readDecimal } from '#lib/format/decimals.ts';
import { useCreateTagGroup, useUpdateTagGroup } from './api.ts';

interface ShareDraft {
  readonly symbol: string;
  /** As it is typed. */
  readonly percent: string;
}

interface TagDraft {
  readonly key: number;
  readonly name: string;
  readonly targetPercent: number | null;
  readonly shares: readonly ShareDraft[];
}

interface TagGroupFormProps {
  portfolioId: string;
  /** Null for a new group. */
  group: TagGroup | null;
  /** The stocks that can be assigned. */
  held: readonly string[];
  onDone: () => void;
}

function draftsOf(group: TagGroup | null): TagDraft[] {
  return (group?.tags ?? []).map(({ name, target_percent, shares }, key) => ({
    key,
    name,
    targetPercent: target_percent,
    shares: shares.map(({ symbol, percent }) => ({ symbol, percent: String(percent) })),
  }));
}

/** Name and tags of a group, and the part of each stock that a tag has. */
export function TagGroupForm({ portfolioId, group, held, onDone }: TagGroupFormProps) {
  const [name, setName] = useState(group?.name ?? '');
  const [tags, setTags] = useState(() => draftsOf(group));
  const nextKey = useRef(tags.length);
  const create = useCreateTagGroup();
  const update = useUpdateTagGroup();
  const isBusy = create.isPending || update.isPending;
  const isValid =
    name.trim() !== '' &&
    tags.every((tag) => tag.name.trim() !== '' && tag.shares.every(({ percent }) => readDecimal(percent)));

  function change(key: number, changes: Partial<TagDraft>) {
    setTags((before) => before.map((tag) => (tag.key === key ? { ...tag, ...changes } : tag)));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy || !isValid) return;
    const body = {
      portfolioId,
      name: name.trim(),
      tags: tags.map(({ name: tagName, targetPercent, shares }) => ({
        name: tagName.trim(),
        target_percent: targetPercent,
        shares: shares.map(({ symbol, percent }) => ({ symbol, percent: readDecimal(percent) ?? '' })),
      })),
    };
    if (group) update.mutate({ ...body, groupId: group.id }, { onSuccess: onDone });
    else create.mutate(body, { onSuccess: onDone });
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <TextField
        label="Name of the group"
        placeholder="For example Regions"
        maxLength={100}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {tags.map((tag, index) => (
        <TagFields
          key={tag.key}
          tag={tag}
          number={index + 1}
          held={held}
          onChange={(changes) => change(tag.key, changes)}
          onRemove={() => setTags((before) => before.filter(({ key }) => key !== tag.key))}
        />
      ))}
      <Button
        size="sm"
        onClick={() => {
          const key = nextKey.current++;
          setTags((before) => [...before, { key, name: '', targetPercent: null, shares: [] }]);
        }}
      >
        <Plus aria-hidden="true" /> Add tag
      </Button>
      <QueryError error={create.error ?? update.error} fallback="Failed to save tags" />
      <FormActions isBusy={isBusy || !isValid} onCancel={onDone}>
        {isBusy ? 'Saving...' : 'Save'}
      </FormActions>
    </form>
  );
}

interface TagFieldsProps {
  tag: TagDraft;
  /** Names a tag that has no name yet. */
  number: number;
  held: readonly string[];
  onChange: (changes: Partial<TagDraft>) => void;
  onRemove: () => void;
}

function TagFields({ tag, number, held, onChange, onRemove }: TagFieldsProps) {
  const label = tag.name.trim() || `tag ${number}`;
  const free = held.filter((symbol) => !tag.shares.some((share) => share.symbol === symbol));
  const changeShare = (symbol: string, percent: string) =>
    onChange({
      shares: tag.shares.map((share) => (share.symbol === symbol ? { symbol, percent } : share)),
    });
  return (
    <fieldset className="rounded-md border border-line p-3">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-end gap-2">
        <TextField
          label={`Tag ${number}`}
          className="min-w-0 grow"
          placeholder="For example Europe"
          maxLength={100}
          value={tag.name}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <IconButton label={`Remove ${label}`} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      <ul className="mt-2 space-y-1.5">
        {tag.shares.map(({ symbol, percent }) => (
          <li key={symbol} className="flex items-center gap-2 text-sm">
            <span className="min-w-0 grow truncate font-medium">{symbol}</span>
            <span className="w-24 shrink-0">
              <input
                inputMode="decimal"
                aria-label={`Part of ${symbol} in ${label} in percent`}
                aria-invalid={readDecimal(percent) === null}
                value={percent}
                onChange={({ target }) => changeShare(symbol, target.value)}
                className={cn(controlClass, 'numeric h-9 text-right text-sm')}
              />
            </span>
            %
            <IconButton
              label={`Remove ${symbol} from ${label}`}
              onClick={() => onChange({ shares: tag.shares.filter((share) => share.symbol !== symbol) })}
            >
              <X aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {free.length > 0 && (
        <Select
          size="sm"
          aria-label={`Add a stock to ${label}`}
          className="mt-2 w-44"
          value=""
          onChange={({ target }) =>
            onChange({ shares: [...tag.shares, { symbol: target.value, percent: '100' }] })
          }
        >
          <option value="">Add a stock</option>
          {free.map((symbol) => (
            <option key={symbol}>{symbol}</option>
          ))}
        </Select>
      )}
    </fieldset>
  );
}
