import { useCallback, useLayoutEffect, useRef } from 'react';

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, [contenteditable]');
}

/**
 * Collects what is typed from the first render until a text field has the focus, so that no letter is lost, or taken for
 * a shortcut, while a form's code loads. Returns a function that takes the collected text.
 */
export function useTypeAhead(): () => string {
  const typed = useRef('');

  useLayoutEffect(() => {
    const listening = new AbortController();
    const stop = (event: Event) => {
      if (event.type !== 'focusin' || isTextField(event.target)) listening.abort();
    };
    const collect = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTextField(event.target)) return;
      if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
      else return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const options = { capture: true, signal: listening.signal };
    window.addEventListener('keydown', collect, options);
    window.addEventListener('focusin', stop, options);
    window.addEventListener('pointerdown', stop, options);
    return () => listening.abort();
  }, []);

  return useCallback(() => {
    const text = typed.current;
    typed.current = '';
    return text;
  }, []);
}
