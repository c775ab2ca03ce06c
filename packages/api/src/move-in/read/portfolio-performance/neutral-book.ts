import { dateOfDay } from '@stockbook/common/days';
import type {
  DayNote,
  LeftOut,
  NeutralAccount,
  NeutralBook,
  NeutralLine,
  NeutralList,
  NeutralSecurity,
} from '../../form.ts';
import { emptyFile, MoveInError } from '../../move-in-error.ts';
import { cleanText, optionalText } from '../texts.ts';
import type { PpClient, PpSecurity } from './client.ts';
import { groupsOf } from './groups.ts';
import { LineMaker } from './lines.ts';
import { isPlausible } from './plausible.ts';
import { knownVersion } from './scales.ts';
import { sumBalances } from './sum-balances.ts';

const maxListName = 38;

/**
 * The neutral form of a file.
 * @throws MoveInError if the file is empty, or of a version whose numbers make no sense
 */
export function neutralBook(client: PpClient, today: string): NeutralBook {
  const { version, securities } = client;
  if (client.legs.length === 0 && securities.length === 0) throw emptyFile();
  const maker = new LineMaker(client);
  const lines = maker.make();
  const isNewer = version > knownVersion;
  if (isNewer && !isPlausible(lines, securities)) {
    throw new MoveInError(`We cannot read version ${version} yet: its amounts make no sense to us`);
  }
  const lastDay = lastDayOf(client, today);
  const newer = `This file is of version ${version}, newer than what we know (${knownVersion}). Look at the comparison twice`;
  return {
    program: 'Portfolio Performance',
    version: String(version),
    lastDay,
    writtenOn: null,
    baseCurrency: client.baseCurrency,
    securities: securities.filter(isNoRate).map(securityOf),
    accounts: accountsOf(client),
    lines,
    lists: listsOf(client),
    groups: groupsOf(client),
    dayNotes: securities.flatMap(dayNotesOf),
    leftOut: leftOutOf(client, lines),
    warnings: [...(isNewer ? [newer] : []), ...maker.warnings],
    questions: [],
    balances: sumBalances(client, lastDay),
  };
}

const isNoRate = ({ targetCurrency }: PpSecurity) => targetCurrency === null;

/** The last day of a line or a close, at most today. */
function lastDayOf({ legs, securities }: PpClient, today: string): string | null {
  let last: string | null = null;
  const add = (date: string) => {
    if (date <= today && (last === null || date > last)) last = date;
  };
  for (const { date } of legs) add(date);
  for (const { prices } of securities) {
    const day = prices.days.findLast((each) => dateOfDay(each) <= today);
    if (day !== undefined) add(dateOfDay(day));
  }
  return last;
}

function securityOf(security: PpSecurity): NeutralSecurity {
  const { uuid, name, isin, ticker, wkn, currency, feed, note, prices } = security;
  return {
    key: uuid,
    name,
    isin: isin?.toUpperCase() ?? null,
    ticker,
    wkn,
    currency,
    feed,
    isYahooTicker: feed === 'YAHOO',
    type: null,
    note,
    prices,
    splits: splitsOf(security),
  };
}

/** `2:1` are two new shares for one old. */
function splitsOf({ events }: PpSecurity): NeutralSecurity['splits'] {
  return events.flatMap(({ type, date, details }) => {
    const [, numerator, denominator] = /^\s*(\d+(?:\.\d+)?)\s*:\s*(\d+(?:\.\d+)?)\s*$/.exec(details) ?? [];
    const [above, below] = [Number(numerator), Number(denominator)];
    if (type !== 'split' || !(above > 0) || !(below > 0)) return [];
    return { date, numerator: above, denominator: below };
  });
}

function dayNotesOf({ uuid, events }: PpSecurity): DayNote[] {
  return events.flatMap(({ type, date, details }) => {
    const text = optionalText(details);
    return type === 'note' && text !== null ? { security: uuid, date, text } : [];
  });
}

function accountsOf({ accounts, portfolios }: PpClient): NeutralAccount[] {
  return [
    ...portfolios.map(({ uuid, name, note, referenceAccount }) => ({
      key: uuid,
      name,
      kind: 'shares' as const,
      currency: null,
      reference: referenceAccount?.uuid ?? null,
      note,
      knownBalances: null,
    })),
    ...accounts.map(({ uuid, name, note, currency }) => ({
      key: uuid,
      name,
      kind: 'cash' as const,
      currency,
      reference: null,
      note,
      knownBalances: null,
    })),
  ];
}

function listsOf({ watchlists }: PpClient): NeutralList[] {
  const taken = new Set<string>();
  return watchlists.map(({ name, securities }) => {
    const own = cleanText(name).replaceAll(';', ' ').slice(0, maxListName).trim() || 'List';
    let unique = own;
    for (let count = 2; taken.has(unique); count += 1) unique = `${own} ${count}`;
    taken.add(unique);
    return { name: unique, securities: [...new Set(securities.filter(isNoRate).map(({ uuid }) => uuid))] };
  });
}

function leftOutOf(
  { plans, repeated, invalidPrices, securities }: PpClient,
  lines: readonly NeutralLine[],
): LeftOut[] {
  const dividends = securities
    .flatMap(({ events }) => events)
    .filter(({ type }) => type === 'dividend').length;
  const rates = securities.filter((security) => !isNoRate(security)).length;
  const alone = lines.filter(({ kind, moneyAccount }) => isTrade(kind) && moneyAccount === null).length;
  const kinds: LeftOut[] = [
    { what: 'Savings plans', count: plans, why: 'What they have booked comes as transactions' },
    { what: 'Exchange rates', count: rates, why: 'Rates come with the prices' },
    { what: 'Dividend events', count: dividends, why: 'Dividends come with the prices' },
    { what: 'Prices of 0', count: invalidPrices, why: 'A price must be above 0' },
    { what: 'Repeated transactions', count: repeated, why: 'They stand in the file twice' },
    { what: 'Accounts of trades', count: alone, why: 'The file does not say which account has paid' },
  ];
  return kinds.filter(({ count }) => count > 0);
}

const isTrade = (kind: NeutralLine['kind']) => kind === 'buy' || kind === 'sell';
