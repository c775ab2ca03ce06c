import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/** The symbol of the row or card that an element belongs to. */
function symbolOf(element: Element): string | null {
  return element.closest<HTMLElement>('[data-symbol]')?.dataset.symbol ?? null;
}

/**
 * Keeps the focus in the list when the stock that has it moves, or leaves: it then goes to the stock in its place, or
 * by `onEmpty` if none is left. Returns the handler of the list's focus events.
 */
export function useKeptFocus(
  symbols: readonly string[],
  focus: (index: number) => unknown,
  onEmpty: () => void,
): (event: FocusEvent) => void {
  const last = useRef<{ symbol: string; index: number } | null>(null);

  useLayoutEffect(() => {
    const left = last.current;
    if (!left) return;
    const index = symbols.indexOf(left.symbol);
    if (index >= 0) {
      last.current = { ...left, index };
      // Rows are keyed by their place: a stock that moves to another row loses its elements.
      if (index !== left.index && document.activeElement === document.body) focus(index);
      return;
    }
    last.current = null;
    if (document.activeElement !== document.body) return;
    if (symbols.length === 0) onEmpty();
    else focus(Math.min(left.index, symbols.length - 1));
  });

  return ({ target }) => {
    const symbol = symbolOf(target);
    last.current = symbol === null ? null : { symbol, index: symbols.indexOf(symbol) };
  };
}
