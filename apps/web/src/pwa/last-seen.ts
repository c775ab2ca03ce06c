import type { AppRouter } from '@stockbook/api';
import type { Quote } from '@stockbook/api/schemas';
import type { inferRouterOutputs } from '@trpc/server';
import { clear, createStore, get, set } from 'idb-keyval';
import type { DeviceOwner } from '#lib/session/types.ts';
import { isInstalledApp } from './registration.ts';

type Outputs = inferRouterOutputs<AppRouter>;

/** A stock whose page was opened: its facts, notes and the bars of a year. */
export interface KeptStock {
  /** Milliseconds since 1970. */
  readonly savedAt: number;
  readonly openedAt: number;
  readonly item: Outputs['stocks']['get'];
  readonly chart: Outputs['stocks']['chart'] | null;
}

interface KeptInbox {
  readonly savedAt: number;
  readonly answer: Outputs['signals']['list'];
}

/** The pages that the user saw last, in a form of their own. Times are in milliseconds since 1970. */
export interface LastSeen {
  readonly firstName: string | null;
  readonly savedAt: number;
  readonly list: Outputs['stocks']['list'];
  readonly lists: Outputs['lists']['list'] | null;
  /** The first entries of the inbox, without notices about the account. */
  readonly inbox: KeptInbox | null;
  /** The prices of the list and of the kept stocks, with their times. */
  readonly quotes: readonly Quote[];
  /** By symbol. */
  readonly stocks: Readonly<Record<string, KeptStock>>;
}

const store = createStore('stockbook', 'last-seen');

/** After this time, an entry is neither shown nor kept. */
const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

const keyOf = ({ userId, signIn }: DeviceOwner) => `${userId} ${signIn}`;

const choiceKey = 'keepsLastSeen';

/** Whether this browser keeps what was seen last: as chosen, else in the installed app only. */
export function isKeeping(): boolean {
  const choice = localStorage.getItem(choiceKey);
  return choice === null ? isInstalledApp() : choice === 'yes';
}

/** Chooses for the app and the tabs of this browser. Off deletes at once. */
export async function chooseKeeping(isOn: boolean): Promise<void> {
  localStorage.setItem(choiceKey, isOn ? 'yes' : 'no');
  if (!isOn) await forgetLastSeen();
}

/** The part that is not older than `maxAgeMs`; null without one. */
export function recentPart(kept: LastSeen, now: number): LastSeen | null {
  const isRecent = ({ savedAt }: { readonly savedAt: number }) => now - savedAt <= maxAgeMs;
  if (!isRecent(kept)) return null;
  return {
    ...kept,
    inbox: kept.inbox && isRecent(kept.inbox) ? kept.inbox : null,
    quotes: kept.quotes.filter(({ fetched_at }) => isRecent({ savedAt: Date.parse(fetched_at) })),
    stocks: Object.fromEntries(Object.entries(kept.stocks).filter(([, stock]) => isRecent(stock))),
  };
}

/**
 * The pages that the user of this sign-in saw last, within `maxAgeMs`; null if nothing is kept.
 * @throws DOMException if the browser refuses to store anything
 */
export async function readLastSeen(owner: DeviceOwner): Promise<LastSeen | null> {
  const kept = await get<LastSeen>(keyOf(owner), store);
  const recent = kept ? recentPart(kept, Date.now()) : null;
  if (kept && !recent) await forgetLastSeen();
  return recent;
}

/** @throws DOMException if the browser refuses to store anything */
export function writeLastSeen(owner: DeviceOwner, lastSeen: LastSeen): Promise<void> {
  return set(keyOf(owner), lastSeen, store);
}

/** @throws DOMException if the browser refuses to store anything */
export function forgetLastSeen(): Promise<void> {
  return clear(store);
}
