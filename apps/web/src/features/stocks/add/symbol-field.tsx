import { Autocomplete } from '@base-ui/react/autocomplete';
import type { SearchMatch } from '@stockbook/api/schemas';
import { type ReactNode, type RefObject, useId } from 'react';
import { controlClass } from '../../../components/ui/field.tsx';
import { useDebounced } from '../../../hooks/use-debounced.ts';
import { symbolOrIsin } from '../../../lib/api/schemas.ts';
import { cn } from '../../../lib/cn.ts';
import { useSuggestions } from '../api.ts';

/** Typing pauses this long before the search is asked, in milliseconds. */
const pauseMs = 250;
const isinShape = /^[A-Z]{2}[A-Z0-9]{9}\d$/;
const noMatches: SearchMatch[] = [];

/** What is wrong with a whole ISIN while one types; null for anything else. */
export function isinError(text: string): string | null {
  if (!isinShape.test(text.trim())) return null;
  return symbolOrIsin.safeParse(text).error?.issues[0]?.message ?? null;
}

/** The ISIN that was typed; null where none was. */
export function isinIn(text: string): string | null {
  const typed = text.trim();
  return isinShape.test(typed) && isinError(typed) === null ? typed : null;
}

interface SymbolFieldProps {
  value: string;
  onChange: (value: string) => void;
  onChoose: (match: SearchMatch) => void;
  isDisabled: boolean;
  error: string | null;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Stands in the place of the suggestions when there is something more urgent to say, and is empty otherwise. */
  children: ReactNode;
  isTaken: boolean;
}

/**
 * The one field for a ticker or an ISIN. What matches shows below it in a space that is always there, so that no
 * button moves away from under a finger.
 */
export function SymbolField({
  value,
  onChange,
  onChoose,
  isDisabled,
  error,
  inputRef,
  children,
  isTaken,
}: SymbolFieldProps) {
  const id = useId();
  const wanted = value.trim();
  const suggestions = useSuggestions(useDebounced(wanted, pauseMs));
  const matches = wanted === '' || isTaken ? noMatches : (suggestions.data?.results ?? noMatches);

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        Stock Symbol or ISIN
      </label>
      <Autocomplete.Root
        inline
        open
        items={matches}
        value={value}
        onValueChange={onChange}
        itemToStringValue={(match: SearchMatch) => match.symbol}
        filter={null}
        disabled={isDisabled}
      >
        <Autocomplete.Input
          id={id}
          ref={inputRef}
          placeholder="e.g. AAPL, BRK-B or US0378331005"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={error !== null}
          aria-describedby={`${id}-note`}
          className={cn(controlClass, 'h-10 uppercase placeholder:normal-case')}
        />
        <p id={`${id}-note`} className={cn('mt-1.5 text-sm', error ? 'text-down' : 'text-muted')}>
          {error ?? 'Enter the ticker symbol or ISIN of the stock you want to track'}
        </p>
        <div className="mt-3 h-[13.5rem] overflow-y-auto overscroll-contain rounded-md border border-line p-1.5">
          {children}
          {!isTaken && matches.length === 0 && (
            <p className="grid h-full place-items-center px-6 text-center text-sm text-muted">
              {suggestionWord(wanted, suggestions)}
            </p>
          )}
          <Autocomplete.List className="data-empty:hidden">
            {(match: SearchMatch) => (
              <Autocomplete.Item
                key={match.symbol}
                value={match}
                // An inline list does not fill the input by itself.
                onClick={() => onChoose(match)}
                className="flex cursor-default items-baseline gap-3 rounded-[0.375rem] px-2.5 py-2 text-sm outline-none select-none data-highlighted:bg-sunken"
              >
                <span className="w-20 shrink-0 font-semibold">{match.symbol}</span>
                <span className="min-w-0 grow truncate">{match.name}</span>
                <span className="shrink-0 text-xs text-muted">{match.exchange}</span>
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
        </div>
      </Autocomplete.Root>
    </div>
  );
}

/** What to say where no suggestion stands. */
function suggestionWord(
  wanted: string,
  { isFetching, error }: { isFetching: boolean; error: unknown },
): string {
  if (wanted === '') return 'Stocks that match show here as you type.';
  if (isFetching) return 'Searching...';
  if (error) return 'Suggestions are not available just now. You can add the stock all the same.';
  return 'Nothing found by that name. You can try to add it all the same.';
}
