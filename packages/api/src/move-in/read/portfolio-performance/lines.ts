import type { LineKind, NeutralLine } from '../../form.ts';
import { blankLine } from '../blank-line.ts';
import { scaled } from '../scaled.ts';
import type { PpAccountLeg, PpClient, PpLeg, PpPortfolioLeg } from './client.ts';
import { foreignOf, foreignText } from './foreign.ts';
import { scalesOf } from './scales.ts';

/** The parts of a line that its kind decides. */
type LineParts = Pick<NeutralLine, 'kind' | 'account' | 'moneyAccount' | 'gross'> & Partial<NeutralLine>;

const prefix = 'pp:';

/** Makes the lines of a file, one for each transaction, in its order. */
export class LineMaker {
  readonly #client: PpClient;
  readonly #warnings: string[] = [];

  constructor(client: PpClient) {
    this.#client = client;
  }

  get warnings(): readonly string[] {
    return this.#warnings;
  }

  make(): NeutralLine[] {
    const lines: NeutralLine[] = [];
    for (const leg of this.#client.legs) {
      // A transaction with two legs is the line of the one with the shares, or of the giving one.
      if (leg.partner && !isLeading(leg)) continue;
      const line = leg.side === 'portfolio' ? this.#portfolioLine(leg) : this.#accountLine(leg);
      lines.push(line);
    }
    return lines.map((line, index) => ({ ...line, key: String(index + 1) }));
  }

  #portfolioLine(leg: PpPortfolioLeg): NeutralLine {
    const { owner, type, partner } = leg;
    const costs = sumOf(leg, 'FEE') + sumOf(leg, 'TAX');
    const account = owner.uuid;
    switch (type) {
      case 'BUY':
      case 'SELL': {
        const gross = type === 'BUY' ? leg.amount - costs : leg.amount + costs;
        return this.#line(leg, {
          kind: type === 'BUY' ? 'buy' : 'sell',
          account,
          moneyAccount: partner?.side === 'account' ? partner.owner.uuid : null,
          gross: scaled(gross, 2),
          fees: scaled(sumOf(leg, 'FEE'), 2),
          taxes: scaled(sumOf(leg, 'TAX'), 2),
          ...this.#foreign(leg, gross),
          problem: tradeProblem(leg, gross),
        });
      }
      case 'TRANSFER_OUT':
      case 'TRANSFER_IN': {
        const isMoved = type === 'TRANSFER_OUT' && partner?.side === 'portfolio';
        const alone = type === 'TRANSFER_OUT' ? 'transfer_out' : 'transfer_in';
        return this.#line(leg, {
          kind: isMoved ? 'move_shares' : alone,
          account,
          moneyAccount: null,
          toAccount: isMoved ? partner.owner.uuid : null,
          arrivingId: isMoved ? idOf(partner) : null,
          gross: scaled(leg.amount, 2),
          problem: sharesProblem(leg),
        });
      }
      default:
        return this.#line(leg, {
          kind: type === 'DELIVERY_INBOUND' ? 'transfer_in' : 'transfer_out',
          account,
          moneyAccount: null,
          gross: scaled(leg.amount, 2),
          note: joined(leg.note, deliveryText(leg), foreignText(leg)),
          problem: sharesProblem(leg),
        });
    }
  }

  #accountLine(leg: PpAccountLeg): NeutralLine {
    const { owner, type, partner, amount } = leg;
    const [fees, taxes] = [sumOf(leg, 'FEE'), sumOf(leg, 'TAX')];
    const place = { account: owner.uuid, moneyAccount: owner.uuid };
    const paid = (kind: LineKind, gross: bigint, more: Partial<NeutralLine> = {}) =>
      this.#line(leg, {
        kind,
        ...place,
        gross: scaled(gross, 2),
        quantity: null,
        note: joined(leg.note, foreignText(leg)),
        problem: currencyProblem(leg),
        skipped: gross === 0n ? 'The amount is 0' : null,
        ...more,
      });
    const withCosts = { fees: scaled(fees, 2), taxes: scaled(taxes, 2) };
    const [incoming, outgoing] =
      amount < 0n ? (['withdrawal', 'deposit'] as const) : (['deposit', 'withdrawal'] as const);
    const size = amount < 0n ? -amount : amount;
    switch (type) {
      case 'DEPOSIT':
      case 'SELL':
      case 'TRANSFER_IN':
        return paid(incoming, size, { security: null, note: joined(leg.note, partText(leg)) });
      case 'REMOVAL':
      case 'BUY':
        return paid(outgoing, size, { security: null, note: joined(leg.note, partText(leg)) });
      case 'TRANSFER_OUT':
        if (partner?.side !== 'account') {
          return paid(outgoing, size, { security: null, note: joined(leg.note, partText(leg)) });
        }
        return paid('move_cash', amount, {
          security: null,
          note: leg.note,
          toAccount: partner.owner.uuid,
          toAmount: scaled(partner.amount, 2),
          toCurrency: partner.currency,
          arrivingId: idOf(partner),
          problem: currencyProblem(leg) ?? currencyProblem(partner) ?? negativeTransfer(amount),
        });
      case 'DIVIDENDS': {
        const gross = amount + fees + taxes;
        if (leg.security === null) return paid('interest', gross, withCosts);
        if (gross >= 0n) return paid('dividend', gross, withCosts);
        return paid('fee', -amount, { note: joined(leg.note, 'Dividend taken back') });
      }
      case 'INTEREST':
        return paid('interest', amount + fees + taxes, { ...withCosts, security: null });
      case 'INTEREST_CHARGE':
        return paid('interest', -(amount - fees - taxes), { ...withCosts, security: null });
      case 'FEES':
        return paid('fee', amount);
      case 'FEES_REFUND':
        return paid('fee', -amount);
      case 'TAXES':
        return paid('tax', amount);
      default:
        return paid('tax', -amount);
    }
  }

  #foreign(leg: PpPortfolioLeg, gross: bigint): Pick<NeutralLine, 'foreign'> {
    const { foreign, warning } = foreignOf(leg, gross);
    if (warning !== null) this.#warnings.push(warning);
    return { foreign };
  }

  #line(leg: PpLeg, parts: LineParts): NeutralLine {
    const decimals = scalesOf(this.#client.version).shares;
    const isOfShares = leg.side === 'portfolio';
    return {
      ...blankLine,
      key: '',
      id: idOf(leg),
      date: leg.date,
      time: leg.time,
      security: leg.security?.uuid ?? null,
      quantity: isOfShares ? scaled(leg.shares, decimals) : null,
      currency: leg.currency,
      exDate: leg.exDate,
      note: leg.note,
      ...parts,
    };
  }
}

function isLeading({ side, type, partner }: PpLeg): boolean {
  if (type === 'BUY' || type === 'SELL') return side === 'portfolio' || partner?.side !== 'portfolio';
  return type !== 'TRANSFER_IN';
}

function idOf({ uuid }: PpLeg): string | null {
  return uuid === null ? null : `${prefix}${uuid}`;
}

function sumOf({ units }: PpLeg, type: 'FEE' | 'TAX'): bigint {
  return units.reduce((sum, unit) => (unit.type === type ? sum + unit.amount : sum), 0n);
}

function sharesProblem({ shares, security }: PpLeg): string | null {
  if (security === null) return 'The line has no security';
  return shares > 0n ? null : 'The number of shares must be above 0';
}

function tradeProblem(leg: PpPortfolioLeg, gross: bigint): string | null {
  const problem = sharesProblem(leg) ?? (gross < 0n ? 'The fees and taxes exceed the amount' : null);
  if (problem !== null || leg.partner?.side !== 'account') return problem;
  return currencyProblem(leg.partner);
}

function currencyProblem({ owner, currency }: PpAccountLeg): string | null {
  if (owner.currency === currency) return null;
  return `${currency === '' ? 'No currency' : currency} in an account in ${owner.currency}`;
}

const negativeTransfer = (amount: bigint) => (amount < 0n ? 'The amount of a transfer is negative' : null);

/** The half of a transaction whose other half is missing. */
function partText({ type }: PpAccountLeg): string | null {
  const texts: Partial<Record<PpAccountLeg['type'], string>> = {
    BUY: 'A purchase without its shares',
    SELL: 'A sale without its shares',
    TRANSFER_IN: 'A transfer without its other account',
    TRANSFER_OUT: 'A transfer without its other account',
  };
  return texts[type] ?? null;
}

/** Fees and taxes of a delivery, which its amount contains. */
function deliveryText(leg: PpPortfolioLeg): string | null {
  const [fees, taxes] = [sumOf(leg, 'FEE'), sumOf(leg, 'TAX')];
  const amount = leg.type === 'DELIVERY_OUTBOUND' && leg.amount !== 0n ? leg.amount : 0n;
  const parts = [
    ...(amount === 0n ? [] : [`amount ${scaled(amount, 2)} ${leg.currency}`]),
    ...(fees === 0n ? [] : [`fees ${scaled(fees, 2)} ${leg.currency}`]),
    ...(taxes === 0n ? [] : [`taxes ${scaled(taxes, 2)} ${leg.currency}`]),
  ];
  const text = parts.join(', ');
  return text === '' ? null : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function joined(...texts: readonly (string | null)[]): string | null {
  const given = texts.filter((text) => text !== null);
  return given.length === 0 ? null : given.join('. ');
}
