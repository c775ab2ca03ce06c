import { Autocomplete } from '@base-ui/react/autocomplete';
import type { BaseUIEvent } from '@base-ui/react/types';
import type { SearchMatch } from '@stockbook/api/schemas';
import { Check } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useMemo,
  useRef,
} from 'react';
import { controlClass } from '#components/ui/field.tsx';
import { useSuggestions } from '#hooks/use-suggestions.ts';
import { isIsin, symbolOrIsin } from '#lib/api/schemas.ts';
import { cn } from '#lib/cn.ts';
import { useWatchList } from '../api/watch-list.ts';

const symbolInList = /^\$?(?:[A-Z]+:)?[A-Z0-9.^=&-]{1,20}$/;

/** Whether a pasted text is a list of symbols or ISINs, rather than one of them or a name. */
export function isSeveralSymbols(text: string): boolean {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const isLines = /[\n\t;]/.test(text.trim());
  return parts.length > 1 && parts.every((part) => symbolInList.test(isLines ? part.toUpperCase() : part));
}

const noMatches: SearchMatch[] = [];

/** The error of a complete ISIN; null for any other input, which may be unfinished. */
export function isinError(text: string): string | null {
  if (!isIsin(text.trim())) return null;
  return symbolOrIsin.safeParse(text).error?.issues[0]?.message ?? null;
}

/** The valid ISIN in `text`, or null. */
export function isinIn(text: string): string | null {
  const typed = text.trim();
  return isIsin(typed) && isinError(typed) === null ? typed : null;
}

interface SymbolFieldProps {
  value: string;
  onChange: (value: string) => void;
  onChoose: (match: SearchMatch) => void;
  onAdd: (match: SearchMatch) => void;
  onFocus: () => void;
  onPasteSeveral: (text: string) => void;
  /** Opens the form of an own instrument. */
  onOwn: () => void;
  /** Read-only rather than disabled, which would lose the focus. */
  isLocked: boolean;
  error: string | null;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Replaces the suggestions if `hasNotice`. */
  children: ReactNode;
  hasNotice: boolean;
}

/**
 * Input for a ticker or an ISIN, with suggestions below. The suggestions have a fixed height, to avoid a layout
 * shift of the buttons.
 */
export function SymbolField(props: SymbolFieldProps) {
  const { value, isLocked, error, hasNotice } = props;
  const id = useId();
  const query = value.trim();
  const suggestions = useSuggestions(query);
  const isSuggesting = query !== '' && !hasNotice && error === null;
  const matches = isSuggesting ? (suggestions.data?.results ?? noMatches) : noMatches;
  const highlighted = useRef<SearchMatch>(undefined);

  function onKeyDown(event: BaseUIEvent<KeyboardEvent<HTMLInputElement>>) {
    if (event.key !== 'Enter' || !highlighted.current) return;
    // Base UI would click the suggestion, which only fills the field.
    event.preventBaseUIHandler();
    event.preventDefault();
    props.onAdd(highlighted.current);
  }

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text');
    if (isLocked || !isSeveralSymbols(text)) return;
    event.preventDefault();
    props.onPasteSeveral(text);
  }

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
        onValueChange={props.onChange}
        itemToStringValue={(match: SearchMatch) => match.symbol}
        filter={null}
        readOnly={isLocked}
        onItemHighlighted={(match) => {
          highlighted.current = match;
        }}
      >
        <Autocomplete.Input
          id={id}
          ref={props.inputRef}
          onFocus={props.onFocus}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          placeholder="e.g. AAPL, BRK-B or US0378331005"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={error !== null}
          aria-describedby={`${id}-note`}
          className={cn(
            controlClass,
            'h-10 uppercase placeholder:normal-case read-only:bg-sunken read-only:text-muted',
          )}
        />
        <p id={`${id}-note`} className={cn('mt-1.5 text-sm', error ? 'text-down' : 'text-muted')}>
          {error ?? 'Enter the ticker symbol or ISIN of the stock you want to track'}
        </p>
        <div className="mt-3 h-[13.5rem] overflow-y-auto overscroll-contain rounded-md border border-line p-1.5">
          {props.children}
          {!hasNotice && matches.length === 0 && (
            <div className="grid h-full place-content-center justify-items-center px-6 text-center text-sm text-muted">
              <p>{emptyText(query, error, suggestions)}</p>
              {isSuggesting && !suggestions.isFetching && <OwnInstrumentLink onClick={props.onOwn} />}
            </div>
          )}
          <Suggestions onChoose={props.onChoose} />
        </div>
      </Autocomplete.Root>
    </div>
  );
}

/** Leads to the form for what no source has. */
export function OwnInstrumentLink({ onClick, disabled }: { onClick: () => void; disabled?: boolean }) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      className="min-h-8 text-sm font-medium text-accent hover:underline disabled:opacity-55 pointer-coarse:min-h-11"
    >
      Add an own instrument
    </button>
  );
}

function Suggestions({ onChoose }: Pick<SymbolFieldProps, 'onChoose'>) {
  const { items } = useWatchList();
  const tracked = useMemo(() => new Set(items?.map(({ stock }) => stock.symbol)), [items]);
  return (
    <Autocomplete.List className="data-empty:hidden">
      {(match: SearchMatch) => (
        <Autocomplete.Item
          key={match.symbol}
          value={match}
          // With `inline`, Base UI does not copy the chosen value into the input.
          onClick={() => onChoose(match)}
          className="flex cursor-default items-baseline gap-3 rounded-[0.375rem] px-2.5 py-2 text-sm outline-none select-none data-highlighted:bg-sunken"
        >
          <span className="w-20 shrink-0 font-semibold">{match.symbol}</span>
          <span className="min-w-0 grow truncate">{match.name}</span>
          {tracked.has(match.symbol) ? (
            <span className="inline-flex shrink-0 items-baseline gap-1 text-xs font-medium text-up">
              <Check aria-hidden="true" className="size-3.5 self-center" /> On your list
            </span>
          ) : (
            <span className="shrink-0 text-xs text-muted">{match.exchange}</span>
          )}
        </Autocomplete.Item>
      )}
    </Autocomplete.List>
  );
}

/** The text shown if there are no suggestions. */
function emptyText(
  query: string,
  inputError: string | null,
  { isFetching, error }: { isFetching: boolean; error: unknown },
): string {
  if (inputError !== null && query !== '') return 'Compare the ISIN with its source: a digit is wrong.';
  if (query === '') return 'Stocks that match show here as you type.';
  if (isFetching) return 'Searching...';
  if (error) return 'Suggestions are not available just now. You can add the stock all the same.';
  return 'Nothing found by that name. You can try to add it all the same.';
}
