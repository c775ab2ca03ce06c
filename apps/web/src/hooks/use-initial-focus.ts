import { type RefObject, useEffect, useRef } from 'react';

/** Gives an element the focus when it shows, but not on a touch screen: its keyboard would cover half of the page. */
export function useInitialFocus<Element extends HTMLElement>(): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) ref.current?.focus();
  }, []);
  return ref;
}
