import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { controlClass } from '#components/ui/field.tsx';
import { Select } from '#components/ui/select.tsx';
import { cn } from '#lib/cn.ts';
import { useFilterChoices } from './api.ts';
import { filterTypes, type TransactionFilter } from './read-filter.ts';
import { typeNames } from './transaction-shapes.ts';

const typingMs = 300;

interface TransactionFiltersProps {
  portfolioId: string;
  filter: TransactionFilter;
  onChange: (changes: TransactionFilter) => void;
}

/** The choices of type, stock, year and text. */
export function TransactionFilters({ portfolioId, filter, onChange }: TransactionFiltersProps) {
  const { type, stock, year, q } = filter;
  const { stocks, years } = useFilterChoices(portfolioId);
  /** Counts the uses of `Clear`, which empties the field of the text. */
  const [clears, setClears] = useState(0);
  const isFiltered = [type, stock, year, q].some((each) => each !== undefined);
  return (
    <section aria-label="Filters" className="flex flex-wrap items-center gap-2">
      <Choice
        label="Type"
        all="All types"
        value={type}
        options={filterTypes.map((each) => [each, typeNames[each]])}
        onChange={(value) => onChange({ type: filterTypes.find((each) => each === value) })}
      />
      <Choice
        label="Stock"
        all="All stocks"
        value={stock}
        options={[...new Set([...stocks, ...(stock ? [stock] : [])])].map((each) => [each, each])}
        onChange={(value) => onChange({ stock: value })}
      />
      <Choice
        label="Year"
        all="All years"
        value={year === undefined ? undefined : String(year)}
        options={[...new Set([...years, ...(year ? [year] : [])])].map((each) => [
          String(each),
          String(each),
        ])}
        onChange={(value) => onChange({ year: value === undefined ? undefined : Number(value) })}
      />
      <TextFilter key={clears} text={q ?? ''} onChange={(text) => onChange({ q: text })} />
      {isFiltered && (
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            setClears(clears + 1);
            onChange({ type: undefined, stock: undefined, year: undefined, q: undefined });
          }}
        >
          <X aria-hidden="true" /> Clear
        </Button>
      )}
    </section>
  );
}

interface ChoiceProps {
  label: string;
  all: string;
  value: string | undefined;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string | undefined) => void;
}

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  return (
    <Select
      size="sm"
      aria-label={label}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
      className="min-w-24 grow basis-0 sm:w-36 sm:grow-0 sm:basis-auto"
    >
      <option value="">{all}</option>
      {options.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </Select>
  );
}

interface TextFilterProps {
  text: string;
  onChange: (text: string | undefined) => void;
}

function TextFilter({ text, onChange }: TextFilterProps) {
  const [typed, setTyped] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function type(next: string) {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next.trim() || undefined), typingMs);
  }

  return (
    <span className="relative block min-w-40 grow sm:max-w-64">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <input
        type="search"
        aria-label="Search transactions"
        placeholder="Stock, note or id"
        value={typed}
        maxLength={200}
        onChange={({ target }) => type(target.value)}
        className={cn(controlClass, 'h-9 border-line pl-8 text-sm')}
      />
    </span>
  );
}
