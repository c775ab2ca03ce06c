import type { APIRequestContext } from '@playwright/test';
import type { BrowserLog } from '../browser-log.ts';
import type { Server } from '../server.ts';
import { type Account, createAccount } from '../session.ts';
import { accountScreens, visitorScreens } from './account-screens.ts';
import { chartScreens, picturedScreens } from './chart-screens.ts';
import { deviceScreens } from './device-screens.ts';
import { listScreens } from './list-screens.ts';
import { listsAndJournalScreens } from './lists-and-journal-screens.ts';
import { moveInScreens } from './move-in-screens.ts';
import { ownInstrumentsScreens } from './own-instruments-screens.ts';
import { portfoliosScreens } from './portfolios-screens.ts';
import { emptyStateScreens, publicScreens, type Screen } from './screens.ts';
import { seededUserScreens } from './seeded-user-screens.ts';
import { confirmScreens, signalsScreens } from './signals-screens.ts';
import { stockScreens } from './stock-screens.ts';
import { strategiesScreens } from './strategies-screens.ts';

/** The user who sees a screen: a visitor, a new account, or one that has been used for a while. */
type Viewer = 'visitor' | 'newAccount' | 'seededUser';

export interface ViewedScreen extends Screen {
  readonly name: string;
  readonly viewer: Viewer;
}

const viewed = (viewer: Viewer, screens: Readonly<Record<string, Screen>>): ViewedScreen[] =>
  Object.entries(screens).map(([name, screen]) => ({ ...screen, name, viewer }));

/** The screens that axe looks at, and of which pictures are taken. Each group has a file of tests. */
export const screenGroups = {
  visitor: viewed('visitor', { ...publicScreens, ...confirmScreens, ...visitorScreens }),
  newAccount: viewed('newAccount', { ...emptyStateScreens, ...accountScreens }),
  usedAccount: viewed('seededUser', seededUserScreens),
  signals: viewed('seededUser', signalsScreens),
  devices: viewed('seededUser', deviceScreens),
  watchList: viewed('seededUser', listScreens),
  listsAndJournal: viewed('seededUser', listsAndJournalScreens),
  stock: viewed('seededUser', { ...stockScreens, ...chartScreens }),
  strategies: viewed('seededUser', strategiesScreens),
  portfolios: viewed('seededUser', portfoliosScreens),
  moveIn: viewed('seededUser', moveInScreens),
  ownInstruments: viewed('newAccount', ownInstrumentsScreens),
} satisfies Record<string, readonly ViewedScreen[]>;

export const allScreens: readonly ViewedScreen[] = Object.values(screenGroups).flat();

/** Further screens of which pictures are taken. */
export const furtherPictures: readonly ViewedScreen[] = viewed('seededUser', picturedScreens);

interface Fixtures {
  readonly api: APIRequestContext;
  readonly server: Server;
  readonly log: BrowserLog;
  readonly seededUser: Account;
}

/** Prepares the state of a screen. @returns the account that sees it; null for a visitor */
export async function prepareScreen(
  { viewer, errors, provoke }: ViewedScreen,
  { api, server, log, seededUser }: Fixtures,
): Promise<Account | null> {
  if (errors) log.ignore(errors);
  await provoke?.(server);
  if (viewer === 'visitor') return null;
  return viewer === 'newAccount' ? createAccount(api) : seededUser;
}
