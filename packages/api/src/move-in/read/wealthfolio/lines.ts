import { isCalendarDate } from '#src/primitives.ts';
import { Decimal } from '../../decimal.ts';
import type { LineKind, NeutralLine } from '../../form.ts';
import { blankLine } from '../blank-line.ts';
import { optionalText } from '../texts.ts';
import type { WfAccount, WfActivity } from './rows.ts';

const kinds: Readonly<Record<string, LineKind>> = {
  BUY: 'buy',
  SELL: 'sell',
  DIVIDEND: 'dividend',
  INTEREST: 'interest',
  DEPOSIT: 'deposit',
  WITHDRAWAL: 'withdrawal',
  FEE: 'fee',
  TAX: 'tax',
  TRANSFER_IN: 'transfer_in',
  TRANSFER_OUT: 'transfer_out',
  SPLIT: 'split',
  CREDIT: 'fee',
};

type Line = Omit<NeutralLine, 'key'>;

/** The lines of all activities in their order: one each, with those of what a subtype adds. */
export function linesOf(activities: readonly WfActivity[], accounts: readonly WfAccount[]): NeutralLine[] {
  const byId = new Map(accounts.map((account) => [account.id, account]));
  const arriving = pairTransfers(activities);
  const partners = new Set(arriving.values());
  const splits = new Set<string>();
  const lines = activities.flatMap((activity): Line[] => {
    if (partners.has(activity)) return [];
    const account = byId.get(activity.accountId);
    const partner = arriving.get(activity);
    if (partner) return [transferLine(activity, partner)];
    const made = linesOfOne(activity, account);
    if (activity.type !== 'SPLIT') return made;
    // Each account of an asset may note its split.
    const key = `${activity.assetId} ${activity.date.slice(0, 10)} ${activity.accountId}`;
    const isRepeated = splits.has(key);
    splits.add(key);
    return isRepeated
      ? made.map((line) => ({ ...line, skipped: 'The split stands in the file twice' }))
      : made;
  });
  return lines.map((line, index) => ({ ...line, key: String(index + 1) }));
}

/** The arriving transfers by the leaving ones. */
function pairTransfers(activities: readonly WfActivity[]): Map<WfActivity, WfActivity> {
  const pairs = new Map<WfActivity, WfActivity>();
  const taken = new Set<WfActivity>();
  const open = activities.filter((each) => isPosted(each) && !isExternal(each));
  const arrivals = open.filter(({ type }) => type === 'TRANSFER_IN');
  const byGroup = Map.groupBy(arrivals, ({ groupId }) => groupId ?? '');
  const byContent = Map.groupBy(arrivals, contentOf);
  for (const leaving of open.filter(({ type }) => type === 'TRANSFER_OUT')) {
    const isOther = (each: WfActivity) => !taken.has(each) && each.accountId !== leaving.accountId;
    const ofGroup = leaving.groupId === null ? undefined : byGroup.get(leaving.groupId)?.find(isOther);
    const partner = ofGroup ?? byContent.get(contentOf(leaving))?.find(isOther);
    if (!partner || (partner.assetId ?? '') !== (leaving.assetId ?? '')) continue;
    taken.add(partner);
    pairs.set(leaving, partner);
  }
  return pairs;
}

const contentOf = ({ date, assetId, quantity, amount, currency }: WfActivity) =>
  [date.slice(0, 10), assetId, sizeOf(assetId ? quantity : amount).toFixed(), assetId ? '' : currency].join(
    ' ',
  );

const isPosted = ({ status }: WfActivity) => status === '' || status === 'POSTED';
const isExternal = ({ metadata }: WfActivity) => /"is_external"\s*:\s*true/.test(metadata ?? '');

/** A number without its sign; 0 for a text that is none. */
function sizeOf(text: string | null): Decimal {
  return isNumber(text) ? new Decimal(text ?? 0).abs() : new Decimal(0);
}

const isNumber = (text: string | null) =>
  !text || /^[-+]?\d{1,40}(?:\.\d{0,40})?(?:[eE][-+]?\d{1,2})?$/.test(text);

function linesOfOne(activity: WfActivity, account: WfAccount | undefined): Line[] {
  const { type, subtype, assetId } = activity;
  const line = baseLine(activity, account);
  const [quantity, price] = [sizeOf(activity.quantity), sizeOf(activity.unitPrice)];
  const total = quantity.times(price);
  const fee = sizeOf(activity.fee);
  const amount = sizeOf(activity.amount);
  const money = amount.isZero() ? total : amount;
  const sold = (gross: Decimal) =>
    inMoney(activity, account, { ...line, quantity: quantity.toFixed() }, gross);
  const paid = (gross: Decimal, more: Partial<Line> = {}) =>
    inMoney(
      activity,
      account,
      { ...line, skipped: line.skipped ?? (gross.isZero() ? 'The amount is 0' : null), ...more },
      gross,
    );
  switch (type) {
    case 'BUY':
    case 'SELL':
      return [sold(price.isZero() ? amount : total)];
    case 'TRANSFER_IN':
    case 'TRANSFER_OUT':
      if (assetId !== null) return [sold(price.isZero() ? amount : total)];
      return [
        paid(money, { kind: type === 'TRANSFER_IN' ? 'deposit' : 'withdrawal', fees: '0', taxes: '0' }),
      ];
    case 'DIVIDEND':
    case 'INTEREST': {
      const gross = subtype === 'DIVIDEND_IN_KIND' ? new Decimal(0) : money;
      return [paid(gross), ...besideIncome(activity, line, total)];
    }
    case 'DEPOSIT':
    case 'WITHDRAWAL': {
      const own = paid(money, { fees: '0', taxes: '0', security: null });
      const costs = {
        ...line,
        kind: 'fee' as const,
        id: withSuffix(line.id, 'fee'),
        fees: '0',
        security: null,
      };
      return fee.isZero() ? [own] : [own, inMoney(activity, account, costs, fee)];
    }
    case 'FEE':
      return [paid(amount.isZero() ? (fee.isZero() ? total : fee) : amount, { fees: '0', taxes: '0' })];
    case 'TAX':
      return [paid(amount.isZero() ? sizeOf(activity.tax) : amount, { fees: '0', taxes: '0' })];
    case 'CREDIT':
      if (subtype === 'BONUS')
        return [paid(money, { kind: 'deposit', fees: '0', taxes: '0', security: null })];
      return [paid(money.neg(), { fees: '0', taxes: '0' })];
    case 'SPLIT': {
      const { numerator, denominator } = ratioOf(amount);
      const problem = numerator > 0 ? line.problem : 'The ratio of the split must be above 0';
      return [{ ...line, ratio: { numerator, denominator }, fees: '0', taxes: '0', problem }];
    }
    default:
      return [{ ...line, skipped: line.skipped ?? `This type has no place here: "${type}"` }];
  }
}

/** The shares that income was paid in, or that were bought of it. */
function besideIncome(activity: WfActivity, line: Line, total: Decimal): Line[] {
  const { subtype, quantity, metadata } = activity;
  const shares = { ...line, fees: '0', taxes: '0', quantity: sizeOf(quantity).toFixed() };
  if (subtype === 'DRIP' || subtype === 'STAKING_REWARD') {
    return [{ ...shares, kind: 'buy', id: withSuffix(line.id, 'buy'), gross: total.toFixed() }];
  }
  if (subtype !== 'DIVIDEND_IN_KIND') return [];
  const [, received = null] = /"received_asset_id"\s*:\s*"([^"]+)"/.exec(metadata ?? '') ?? [];
  const security = received ?? line.security;
  return [
    { ...shares, kind: 'transfer_in', id: withSuffix(line.id, 'in'), security, gross: total.toFixed() },
  ];
}

const withSuffix = (id: string | null, suffix: string) => id && `${id}:${suffix}`;

/** New shares for one old, as a ratio of whole numbers as far as it has one. */
function ratioOf(amount: Decimal): { readonly numerator: number; readonly denominator: number } {
  if (amount.isZero()) return { numerator: 0, denominator: 1 };
  if (amount.gte(1)) {
    const [numerator, denominator] = amount.toFraction(1_000);
    return { numerator: numerator?.toNumber() ?? 0, denominator: denominator?.toNumber() ?? 1 };
  }
  const [denominator, numerator] = new Decimal(1).div(amount).toFraction(1_000);
  return { numerator: numerator?.toNumber() ?? 0, denominator: denominator?.toNumber() ?? 1 };
}

function baseLine(activity: WfActivity, account: WfAccount | undefined): Line {
  const { id, accountId, assetId, type, date, currency, notes } = activity;
  const day = date.slice(0, 10);
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  const numbers = [activity.quantity, activity.unitPrice, activity.amount, activity.fee, activity.tax];
  const wrong = numbers.find((text) => !isNumber(text));
  const [, hours = '0', minutes = '0', seconds = '0'] = /T(\d{2}):(\d{2}):?(\d{2})?/.exec(date) ?? [];
  return {
    ...blankLine,
    id: id === '' ? null : `wf:${id}`,
    kind: kind ?? 'fee',
    date: isCalendarDate(day) ? day : '1900-01-01',
    time: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds),
    account: accountId,
    moneyAccount: accountId,
    security: assetId,
    currency,
    fees: sizeOf(activity.fee).toFixed(),
    taxes: sizeOf(activity.tax).toFixed(),
    note: optionalText(notes),
    problem: wrong ? `"${wrong}" is not a number` : isCalendarDate(day) ? null : `"${date}" is not a date`,
    skipped: account?.isSnapshots
      ? 'The account has snapshots, and no transactions'
      : isPosted(activity)
        ? null
        : 'The line is not posted',
  };
}

/** A line with its money in the currency of the account, if it has a rate. */
function inMoney(
  { currency, fxRate }: WfActivity,
  account: WfAccount | undefined,
  line: Line,
  gross: Decimal,
): Line {
  const rate = sizeOf(fxRate);
  const home = account?.currency ?? currency;
  const own = { ...line, gross: gross.toFixed() };
  if (currency === home || rate.isZero() || rate.eq(1)) return own;
  const converted = (amount: string) => rate.times(amount).toFixed();
  const isTrade = line.kind === 'buy' || line.kind === 'sell';
  const text = `${gross.toFixed()} ${currency}, rate ${rate.toFixed()} ${home}`;
  return {
    ...own,
    currency: home,
    gross: converted(own.gross),
    fees: converted(line.fees),
    taxes: converted(line.taxes),
    foreign: isTrade ? { currency, rate: rate.toDecimalPlaces(12).toFixed() } : null,
    note: isTrade ? line.note : line.note === null ? text : `${line.note}. ${text}`,
  };
}

function transferLine(leaving: WfActivity, arriving: WfActivity): Line {
  const line = baseLine(leaving, undefined);
  const isOfShares = leaving.assetId !== null;
  const amountOf = ({ amount, quantity, unitPrice }: WfActivity) =>
    sizeOf(amount).isZero() ? sizeOf(quantity).times(sizeOf(unitPrice)) : sizeOf(amount);
  return {
    ...line,
    kind: isOfShares ? 'move_shares' : 'move_cash',
    fees: '0',
    taxes: '0',
    quantity: isOfShares ? sizeOf(leaving.quantity).toFixed() : null,
    gross: amountOf(leaving).toFixed(),
    toAccount: arriving.accountId,
    toAmount: isOfShares ? null : amountOf(arriving).toFixed(),
    toCurrency: isOfShares ? null : arriving.currency,
    arrivingId: arriving.id === '' ? null : `wf:${arriving.id}`,
  };
}
