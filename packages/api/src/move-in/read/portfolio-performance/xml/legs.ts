import { dayNumber } from '@stockbook/common/days';
import type { ReadLimits } from '#src/move-in/limits.ts';
import { assertAtMost, damagedAtLine, forbiddenContent } from '#src/move-in/move-in-error.ts';
import { optionalText } from '../../texts.ts';
import {
  type AccountLegType,
  accountLegTypes,
  type PortfolioLegType,
  type PpAccount,
  type PpLeg,
  type PpPortfolio,
  type PpSecurity,
  type PpUnit,
  portfolioLegTypes,
} from '../client.ts';
import type { XmlNode } from './node.ts';
import type { References } from './references.ts';

/** The kinds of entries with two legs, and the elements that lead to these. */
const crossEntries: Readonly<Record<string, readonly [string, string]>> = {
  buysell: ['accountTransaction', 'portfolioTransaction'],
  'account-transfer': ['transactionFrom', 'transactionTo'],
  'portfolio-transfer': ['transactionFrom', 'transactionTo'],
};

/** Collects the legs of all accounts and portfolios, each once. */
export class LegCollector {
  readonly #references: References;
  readonly #limits: ReadLimits;
  readonly #securityOf: (node: XmlNode) => PpSecurity;
  readonly #legs = new Map<XmlNode, PpLeg>();
  readonly #uuids = new Set<string>();
  #repeated = 0;

  constructor(references: References, limits: ReadLimits, securityOf: (node: XmlNode) => PpSecurity) {
    this.#references = references;
    this.#limits = limits;
    this.#securityOf = securityOf;
  }

  /** Legs that were found twice. */
  get repeated(): number {
    return this.#repeated;
  }

  addAccount(node: XmlNode, owner: PpAccount): void {
    for (const leg of this.#references.list(node, 'transactions')) {
      const type = this.#typeOf(leg, accountLegTypes);
      this.#add(leg, () => ({ ...this.#leg(leg), side: 'account', owner, type }));
    }
  }

  addPortfolio(node: XmlNode, owner: PpPortfolio): void {
    for (const leg of this.#references.list(node, 'transactions')) {
      const type = this.#typeOf(leg, portfolioLegTypes);
      this.#add(leg, () => ({ ...this.#leg(leg), side: 'portfolio', owner, type }));
    }
  }

  /** All legs, each with its partner. */
  finish(): PpLeg[] {
    for (const [node, leg] of this.#legs) leg.partner = this.#partnerOf(node);
    return [...this.#legs.values()];
  }

  #add(node: XmlNode, make: () => PpLeg): void {
    const uuid = this.#references.text(node, 'uuid');
    if (this.#legs.has(node) || (uuid !== '' && this.#uuids.has(uuid))) {
      this.#repeated += 1;
      return;
    }
    this.#uuids.add(uuid);
    this.#legs.set(node, make());
    // A purchase or a transfer is one transaction with two legs.
    assertAtMost(this.#legs.size, 2 * this.#limits.lines, 'transactions');
  }

  #typeOf<Type extends AccountLegType | PortfolioLegType>(node: XmlNode, types: readonly Type[]): Type {
    const text = this.#references.text(node, 'type');
    const type = types.find((each) => each === text);
    if (type === undefined) throw damagedAtLine(node.line);
    return type;
  }

  #leg(node: XmlNode): Omit<PpLeg, 'side' | 'owner' | 'type'> {
    const text = (name: string) => this.#references.text(node, name);
    const { date, time } = this.#day(node, text('date'));
    const security = this.#references.child(node, 'security');
    const exDate = text('exDate').slice(0, 10);
    return {
      uuid: optionalText(text('uuid')),
      date,
      time,
      currency: text('currencyCode').trim(),
      amount: this.#whole(node, text('amount')),
      shares: this.#whole(node, text('shares')),
      security: security ? this.#securityOf(security) : null,
      units: this.#references.list(node, 'units').map((unit) => this.#unit(unit)),
      note: optionalText(text('note')),
      exDate: exDate === '' || Number.isNaN(dayNumber(exDate)) ? null : exDate,
      partner: null,
    };
  }

  #unit(node: XmlNode): PpUnit {
    const type = this.#typeOfUnit(node);
    const amount = this.#references.child(node, 'amount');
    const forex = this.#references.child(node, 'forex');
    const rate = this.#references.text(node, 'exchangeRate').trim();
    return {
      type,
      amount: this.#whole(node, amount?.attributes?.amount ?? ''),
      forex: forex?.attributes
        ? {
            currency: forex.attributes.currency ?? '',
            amount: this.#whole(node, forex.attributes.amount ?? ''),
            rate: /^\d{1,30}(?:\.\d{1,30})?$/.test(rate) ? rate : '0',
          }
        : null,
    };
  }

  #typeOfUnit(node: XmlNode): PpUnit['type'] {
    const type = node.attributes?.type;
    if (type === 'GROSS_VALUE' || type === 'FEE' || type === 'TAX') return type;
    throw damagedAtLine(node.line);
  }

  #partnerOf(node: XmlNode): PpLeg | null {
    const element = node.child('crossEntry');
    if (!element) return null;
    const entry = this.#references.resolve(element);
    const names = Object.hasOwn(crossEntries, entry.className) ? crossEntries[entry.className] : undefined;
    if (!names) throw forbiddenContent();
    const legs = names.map((name) => this.#references.child(entry, name));
    const other = legs.find((leg) => leg !== undefined && leg !== node);
    return (other && this.#legs.get(other)) ?? null;
  }

  #whole(node: XmlNode, text: string): bigint {
    const trimmed = text.trim();
    if (trimmed === '') return 0n;
    if (!/^-?\d{1,19}$/.test(trimmed)) throw damagedAtLine(node.line);
    return BigInt(trimmed);
  }

  /** A date has a time since version 37. */
  #day(node: XmlNode, text: string): { readonly date: string; readonly time: number } {
    const [, date = '', hours = '0', minutes = '0', seconds = '0'] =
      /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?.*)?$/.exec(text.trim()) ?? [];
    if (Number.isNaN(dayNumber(date))) throw damagedAtLine(node.line);
    return { date, time: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) };
  }
}
