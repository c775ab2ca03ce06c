import type { LeftOut, NeutralAccount, NeutralBook, NeutralGroup, NeutralLine } from '../../form.ts';
import { assertAtMost, emptyFile } from '../../move-in-error.ts';
import type { ReadOptions } from '../read-options.ts';
import { cleanText, optionalText } from '../texts.ts';
import { ActivityDays } from './activity-days.ts';
import { type Activity, type ExportedAccount, type GhostfolioExport, parseExport } from './export.ts';
import { lineOf } from './lines.ts';
import { keyOf, securitiesOf } from './securities.ts';
import { sumBalances } from './sum-balances.ts';

/** The account of activities without one, and its key. */
const homeless = 'Ghostfolio';

const fallbackCurrency = 'USD';

/**
 * Reads an export of Ghostfolio of any age.
 * @throws MoveInError
 */
export function readGhostfolio(
  bytes: Uint8Array,
  { today, limits }: Omit<ReadOptions, 'password'>,
): NeutralBook {
  const file = parseExport(bytes);
  const { meta, activities, user } = file;
  assertAtMost(activities.length, limits.lines, 'transactions');
  const writtenOn = optionalText(meta.date)?.slice(0, 10) ?? null;
  const baseCurrency = user?.settings?.currency ?? null;
  const accounts = accountsOf(file, writtenOn, baseCurrency ?? fallbackCurrency);
  const known = new Set(accounts.map(({ key }) => key));
  const accountOf = ({ accountId }: Activity) => (accountId && known.has(accountId) ? accountId : homeless);
  const days = new ActivityDays(activities);
  const ctx = { days, today, accountOf, baseCurrency: baseCurrency ?? fallbackCurrency };
  const lines = activities.map((activity, index) => lineOf(activity, index, ctx));
  if (lines.length === 0) throw emptyFile();
  const lastDay = lastDayOf(lines, accounts, today);
  return {
    program: 'Ghostfolio',
    version: optionalText(meta.version),
    lastDay,
    writtenOn,
    baseCurrency,
    securities: securitiesOf(file, limits),
    accounts,
    lines,
    lists: [],
    groups: groupsOf(file),
    dayNotes: [],
    leftOut: leftOutOf(lines),
    warnings: ['A file of Ghostfolio has no watch list'],
    questions: [],
    balances: sumBalances(file, { days, accountOf, lastDay, accounts }),
  };
}

function accountsOf(
  { accounts, platforms, activities }: GhostfolioExport,
  writtenOn: string | null,
  baseCurrency: string,
): NeutralAccount[] {
  const platformNames = new Map((platforms ?? []).map(({ id, name }) => [id, name]));
  const own = (accounts ?? []).map((account): NeutralAccount => {
    const platform = optionalText(platformNames.get(account.platformId ?? ''));
    const texts = [platform, optionalText(account.comment)].filter((text) => text !== null);
    return {
      key: account.id,
      name: cleanText(account.name ?? ''),
      kind: 'both',
      currency: account.currency ?? baseCurrency,
      reference: null,
      note: texts.length === 0 ? null : texts.join('. '),
      knownBalances: balancesOf(account, writtenOn),
    };
  });
  const ids = new Set(own.map(({ key }) => key));
  if (activities.every(({ accountId }) => accountId && ids.has(accountId))) return own;
  const rest = { key: homeless, name: homeless, kind: 'both' as const, currency: baseCurrency };
  return [...own, { ...rest, reference: null, note: null, knownBalances: [] }];
}

/** The last balance of each day. Before 2.145 there is one alone, of the day of the export. */
function balancesOf({ balance, balances }: ExportedAccount, writtenOn: string | null) {
  const single = balance && writtenOn !== null ? [{ date: writtenOn, value: balance }] : [];
  const byDay = new Map<string, string>();
  const all = balances && balances.length > 0 ? balances : single;
  for (const { date, value } of all.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))) {
    if (value && Number.isFinite(Number(value))) byDay.set(date.slice(0, 10), value);
  }
  return [...byDay].map(([date, amount]) => ({ date, amount }));
}

function lastDayOf(
  lines: readonly NeutralLine[],
  accounts: readonly NeutralAccount[],
  today: string,
): string | null {
  const counted = lines.filter(({ skipped, problem }) => skipped === null && problem === null);
  const dates = [
    ...counted.map(({ date }) => date),
    ...accounts.flatMap(({ knownBalances }) => (knownBalances ?? []).map(({ date }) => date)),
  ].filter((date) => date <= today);
  return dates.toSorted().at(-1) ?? null;
}

/** A tag for each tag of activities. A security with several belongs to each in equal parts. */
function groupsOf({ activities, tags }: GhostfolioExport): NeutralGroup[] {
  const members = new Map<string, Set<string>>();
  const counts = new Map<string, Set<string>>();
  for (const activity of activities) {
    const security = keyOf(activity);
    if (security === null) continue;
    for (const tag of activity.tags ?? []) {
      const id = tagId(tag);
      if (id === null) continue;
      members.set(id, (members.get(id) ?? new Set()).add(security));
      counts.set(security, (counts.get(security) ?? new Set()).add(id));
    }
  }
  const percentOf = (security: string) => {
    const count = counts.get(security)?.size ?? 1;
    return (100 / count).toFixed(count === 1 ? 0 : 2);
  };
  const made = (tags ?? []).flatMap(({ id, name }) => {
    const own = [...(members.get(id) ?? [])];
    const shares = own.map((security) => ({ security, percent: percentOf(security) }));
    return shares.length === 0 ? [] : { name: cleanText(name ?? '') || id, targetPercent: null, shares };
  });
  return made.length === 0 ? [] : [{ name: 'Tags', tags: made }];
}

/** Activities name their tags by id; newer files have the tags themselves. */
function tagId(tag: unknown): string | null {
  if (typeof tag === 'string') return tag;
  if (typeof tag !== 'object' || tag === null || !('id' in tag)) return null;
  return typeof tag.id === 'string' ? tag.id : null;
}

function leftOutOf(lines: readonly NeutralLine[]): LeftOut[] {
  const liabilities = lines.filter(({ skipped }) => skipped === 'A liability is no transaction').length;
  return liabilities === 0
    ? []
    : [{ what: 'Liabilities', count: liabilities, why: 'A liability is no transaction' }];
}
