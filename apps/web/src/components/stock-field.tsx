import { Autocomplete } from '@base-ui/react/autocomplete';
import type { SearchMatch } from '@stockbook/api/schemas';
import type { ReactNode } from 'react';
import { controlClass, Field } from '#components/ui/field.tsx';
import { useSuggestions } from '#hooks/use-suggestions.ts';
import { cn } from '#lib/cn.ts';

const noMatches: SearchMatch[] = [];

interface StockFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The field has been left or a stock was chosen: what it has now is meant. */
  onSettle?: (value: string) => void;
  /** A stock was chosen from those that the search has found. */
  onPick?: (symbol: string) => void;
  error?: string | null | undefined;
  hint?: ReactNode;
  disabled?: boolean;
  className?: string;
}

/** A field for a stock, which is searched by name, symbol or ISIN as in the form that adds stocks. */
export function StockField(props: StockFieldProps) {
  const { label, value, onChange, onSettle, onPick, error, hint, disabled, className } = props;
  const query = value.trim();
  const { data, isFetching } = useSuggestions(query);
  const matches = query === '' ? noMatches : (data?.results ?? noMatches);

  return (
    <Field label={label} error={error} hint={hint} className={className}>
      {(control) => (
        <Autocomplete.Root
          items={matches}
          value={value}
          onValueChange={(next, { reason }) => {
            onChange(next);
            if (reason !== 'item-press') return;
            onSettle?.(next);
            onPick?.(next);
          }}
          itemToStringValue={(match: SearchMatch) => match.symbol}
          filter={null}
        >
          <Autocomplete.Input
            {...control}
            name="symbol"
            disabled={disabled}
            onBlur={() => onSettle?.(value)}
            placeholder="Name, symbol or ISIN"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className={cn(controlClass, 'h-10')}
          />
          <Autocomplete.Portal>
            <Autocomplete.Positioner sideOffset={6} className="z-50 w-(--anchor-width)">
              <Autocomplete.Popup
                aria-busy={isFetching}
                className="max-h-[min(16rem,var(--available-height))] overflow-y-auto overscroll-contain rounded-lg border border-line bg-surface p-1.5 text-ink shadow-raised data-empty:hidden"
              >
                <Autocomplete.List className="data-empty:hidden">
                  {(match: SearchMatch) => (
                    <Autocomplete.Item
                      key={match.symbol}
                      value={match}
                      className="flex min-h-9 cursor-default items-center gap-3 rounded-[0.375rem] px-2.5 text-sm outline-none select-none data-highlighted:bg-sunken pointer-coarse:min-h-11"
                    >
                      <span className="w-20 shrink-0 font-semibold">{match.symbol}</span>
                      <span className="min-w-0 grow truncate">{match.name}</span>
                      <span className="shrink-0 text-xs text-muted">{match.exchange}</span>
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
      )}
    </Field>
  );
}
