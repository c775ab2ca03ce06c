import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useUserState } from '#hooks/use-user-state.ts';
import {
  addressOf,
  isDefaultAddress,
  type ListAddress,
  type ListView,
  parseListAddress,
  viewOf,
} from './list-view.ts';

/** A search is written into the address after this pause in typing: browsers limit such changes. */
const searchDelayMs = 250;

function parseRemembered(stored: unknown): ListAddress {
  return parseListAddress(typeof stored === 'object' && stored !== null ? { ...stored } : {});
}

/** The view that the user last saw. */
export function useRememberedView() {
  const [remembered, remember] = useUserState('watchListView', parseRemembered);
  return [useMemo(() => viewOf(remembered), [remembered]), remember] as const;
}

/** How the list is shown: as the address says, or else as the user last saw it. Changes go to both. */
export function useListView(address: ListAddress, onAddress: (address: ListAddress) => void) {
  const [rememberedView, remember] = useRememberedView();
  const isPlain = isDefaultAddress(address);
  const { view: layout, columns, own, group, filter, list, q, sort } = address;
  const view = useMemo(
    () => (isPlain ? rememberedView : viewOf({ view: layout, columns, own, group, filter, list, q, sort })),
    [isPlain, rememberedView, layout, columns, own, group, filter, list, q, sort],
  );
  const latest = useRef({ view, onAddress });
  useEffect(() => {
    latest.current = { view, onAddress };
  });

  const setView = useCallback(
    (change: Partial<ListView>) => {
      const next = addressOf({ ...latest.current.view, ...change });
      remember(next);
      latest.current.onAddress(next);
    },
    [remember],
  );

  // So that the address can be shared.
  useEffect(() => {
    const remembered = addressOf(rememberedView);
    if (isPlain && !isDefaultAddress(remembered)) latest.current.onAddress(remembered);
  }, [isPlain, rememberedView]);

  // Of a shared address too: the next visit and the neighbours of a stock follow the list as it was last seen.
  useEffect(() => {
    const shown = { view: layout, columns, own, group, filter, list, q, sort };
    if (!isDefaultAddress(shown)) remember(shown);
  }, [remember, layout, columns, own, group, filter, list, q, sort]);

  const [search, setSearch] = useState(view.search);
  const written = useRef(view.search);
  // The address was changed by someone else, for example by going back.
  useEffect(() => {
    if (view.search === written.current) return;
    written.current = view.search;
    setSearch(view.search);
  }, [view.search]);
  // When the field loses the focus, too: afterwards, the change of the address would cancel the opening of a stock.
  const writeSearch = useCallback(() => {
    if (search === written.current) return;
    written.current = search;
    setView({ search });
  }, [search, setView]);
  useEffect(() => {
    const timer = setTimeout(writeSearch, searchDelayMs);
    return () => clearTimeout(timer);
  }, [writeSearch]);

  return { view, setView, search, setSearch, writeSearch };
}
