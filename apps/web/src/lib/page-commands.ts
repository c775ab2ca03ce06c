import { useEffect, useRef } from 'react';

/** An entry of the command palette. */
export interface Command {
  /** Identifies the entry if its label is not unique. */
  readonly id?: string;
  readonly kind: string;
  readonly label: string;
  /** Shown beside the label, and searched. */
  readonly detail?: string;
  /** The keys that do the same. */
  readonly keys?: readonly string[];
  /** Whether the entry is left out while the pages are shown without the server. */
  readonly needsServer?: true;
  readonly run: () => unknown;
}

const offers = new Set<() => readonly Command[]>();

/** Offers commands in the palette while the component is mounted; `list` is called when the palette reads them. */
export function usePageCommands(list: () => readonly Command[]): void {
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  useEffect(() => {
    const offer = () => latest.current();
    offers.add(offer);
    return () => void offers.delete(offer);
  }, []);
}

/** The commands of the parts of the page. */
export function pageCommands(): Command[] {
  return [...offers].flatMap((offer) => offer());
}
