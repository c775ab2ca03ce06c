import { dateOfDay } from '@stockbook/common/days';
import { damagedAtByte } from '#src/move-in/move-in-error.ts';
import { scaled } from '../../scaled.ts';
import { optionalText } from '../../texts.ts';
import type {
  AccountLegType,
  PortfolioLegType,
  PpAccount,
  PpLeg,
  PpPortfolio,
  PpSecurity,
  PpUnit,
} from '../client.ts';
import type { Message } from './message.ts';

const secondsPerDay = 86_400;

/** The types of an entry's legs: in its portfolio and its account, in the giving place and the other one. */
interface EntryType {
  readonly portfolio?: PortfolioLegType;
  readonly account?: AccountLegType;
  readonly otherPortfolio?: PortfolioLegType;
  readonly otherAccount?: AccountLegType;
}

/** By the number of the type in the file. */
const entryTypes: readonly EntryType[] = [
  { portfolio: 'BUY', account: 'BUY' },
  { portfolio: 'SELL', account: 'SELL' },
  { portfolio: 'DELIVERY_INBOUND' },
  { portfolio: 'DELIVERY_OUTBOUND' },
  { portfolio: 'TRANSFER_OUT', otherPortfolio: 'TRANSFER_IN' },
  { account: 'TRANSFER_OUT', otherAccount: 'TRANSFER_IN' },
  { account: 'DEPOSIT' },
  { account: 'REMOVAL' },
  { account: 'DIVIDENDS' },
  { account: 'INTEREST' },
  { account: 'INTEREST_CHARGE' },
  { account: 'TAXES' },
  { account: 'TAX_REFUND' },
  { account: 'FEES' },
  { account: 'FEES_REFUND' },
];

interface Found {
  readonly securityOf: ReadonlyMap<string, PpSecurity>;
  readonly accountOf: ReadonlyMap<string, PpAccount>;
  readonly portfolioOf: ReadonlyMap<string, PpPortfolio>;
}

/**
 * The legs of an entry: one, or two that are partners.
 * @throws MoveInError if it refers to nothing
 */
export function legsOf(entry: Message, { securityOf, accountOf, portfolioOf }: Found): PpLeg[] {
  const type = entryTypes[entry.number(2)];
  if (!type) throw damagedAtByte(entry.offset);
  const find = <Owner>(owners: ReadonlyMap<string, Owner>, field: number): Owner => {
    const owner = owners.get(entry.text(field));
    if (!owner) throw damagedAtByte(entry.offset);
    return owner;
  };
  const first = { ...commonOf(entry, securityOf), uuid: optionalText(entry.text(1)) };
  const other = { ...first, uuid: optionalText(entry.text(7)), units: [] };
  const legs: PpLeg[] = [];
  if (type.portfolio) {
    legs.push({ ...first, side: 'portfolio', owner: find(portfolioOf, 4), type: type.portfolio });
  }
  if (type.account) {
    const isOther = type.portfolio !== undefined;
    const leg = isOther ? { ...other, shares: 0n } : first;
    legs.push({ ...leg, side: 'account', owner: find(accountOf, 3), type: type.account });
  }
  if (type.otherPortfolio) {
    legs.push({ ...other, side: 'portfolio', owner: find(portfolioOf, 6), type: type.otherPortfolio });
  }
  if (type.otherAccount) {
    // Two currencies arrive as the foreign amount of the gross value.
    const arriving = first.units.find(({ type: unit, forex }) => unit === 'GROSS_VALUE' && forex)?.forex;
    const money = {
      amount: arriving?.amount ?? first.amount,
      currency: arriving?.currency ?? first.currency,
    };
    const owner = find(accountOf, 5);
    legs.push({ ...other, ...money, side: 'account', owner, type: type.otherAccount });
  }
  const [one, two] = legs;
  if (one && two) {
    one.partner = two;
    two.partner = one;
  }
  return legs;
}

function commonOf(entry: Message, securityOf: ReadonlyMap<string, PpSecurity>) {
  const seconds = entry.message(9)?.number(1) ?? 0;
  const day = Math.floor(seconds / secondsPerDay);
  if (!Number.isSafeInteger(seconds) || Math.abs(day) > 1e6) throw damagedAtByte(entry.offset);
  const security = securityOf.get(entry.text(14));
  if (!security && entry.text(14) !== '') throw damagedAtByte(entry.offset);
  const exDate = entry.message(18);
  return {
    date: dateOfDay(day),
    time: seconds - day * secondsPerDay,
    currency: entry.text(10),
    amount: entry.whole(11),
    shares: entry.whole(12),
    note: optionalText(entry.text(13)),
    security: security ?? null,
    units: entry.messages(15).map(unitOf),
    exDate: exDate ? exDate.date(1) : null,
    partner: null,
  };
}

function unitOf(unit: Message): PpUnit {
  const types = ['GROSS_VALUE', 'TAX', 'FEE'] as const;
  const type = types[unit.number(1)];
  if (type === undefined) throw damagedAtByte(unit.offset);
  const rate = unit.message(6);
  return {
    type,
    amount: unit.whole(2),
    forex: unit.has(4)
      ? { currency: unit.text(5), amount: unit.whole(4), rate: rate ? rateOf(rate) : '0' }
      : null,
  };
}

/** Digits after the point that a rate may have. */
const maxScale = 100;

/** A number in big-endian two's complement, with the position of its point. */
function rateOf(message: Message): string {
  const scale = message.number(1);
  const bytes = message.bytes(3) ?? new Uint8Array();
  if (scale < 0 || scale > maxScale || bytes.length > maxScale) throw damagedAtByte(message.offset);
  const hex = Buffer.from(bytes).toString('hex');
  const unsigned = hex === '' ? 0n : BigInt(`0x${hex}`);
  return scaled(BigInt.asIntN(8 * bytes.length, unsigned), scale);
}
