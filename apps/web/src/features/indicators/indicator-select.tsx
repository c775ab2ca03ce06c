import type { IndicatorDefinition } from '@stockbook/api/schemas';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { controlClass, Field } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { presetCount } from '#lib/api/trpc.ts';
import { cn } from '#lib/cn.ts';
import { capitalize } from '#lib/format/words.ts';

function groupCatalogue(
  catalogue: readonly IndicatorDefinition[],
  matches: readonly IndicatorDefinition[],
): Map<string, IndicatorDefinition[]> {
  return Map.groupBy(matches, (definition) =>
    catalogue.indexOf(definition) < presetCount ? 'Most used' : definition.group,
  );
}

/** The indicators with all of these words in name, function, group or description. */
function search(catalogue: readonly IndicatorDefinition[], text: string): readonly IndicatorDefinition[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return catalogue.filter((definition) => {
    const { name, group, description } = definition;
    const content = [name, definition.function, group, description].join(' ').toLowerCase();
    return words.every((word) => content.includes(word));
  });
}

interface IndicatorSelectProps {
  catalogue: readonly IndicatorDefinition[];
  chosen: string;
  disabled: boolean;
  onChoose: (indicatorFunction: string) => void;
}

/** Chooses an indicator; a text above narrows the list. */
export function IndicatorSelect({ catalogue, chosen, disabled, onChoose }: IndicatorSelectProps) {
  const [text, setText] = useState('');
  const matches = search(catalogue, text);
  const definition = catalogue.find((candidate) => candidate.function === chosen);

  function narrow(next: string) {
    setText(next);
    const found = search(catalogue, next);
    const [first] = found;
    if (first && !found.some((candidate) => candidate.function === chosen)) onChoose(first.function);
  }

  return (
    <div className="space-y-2">
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted"
        />
        <input
          type="search"
          aria-label="Search indicators"
          placeholder="Search indicators"
          value={text}
          disabled={disabled}
          onChange={(event) => narrow(event.target.value)}
          className={cn(controlClass, 'h-9 pl-9 text-sm')}
        />
      </div>
      <p role="status" className="text-sm text-muted empty:sr-only">
        {matches.length === 0 && 'No indicator matches.'}
      </p>
      <Field label="Indicator type" hint={definition?.description}>
        {(control) => (
          <Select
            {...control}
            value={chosen}
            disabled={disabled}
            onChange={(event) => onChoose(event.target.value)}
          >
            {[...groupCatalogue(catalogue, matches.length > 0 ? matches : catalogue)].map(
              ([group, definitions]) => (
                <optgroup key={group} label={capitalize(group)}>
                  {definitions.map((candidate) => (
                    <option key={candidate.function} value={candidate.function}>
                      {candidate.name} ({candidate.function})
                    </option>
                  ))}
                </optgroup>
              ),
            )}
          </Select>
        )}
      </Field>
    </div>
  );
}
