import { dayNumber } from '@stockbook/common/days';
import type { NeutralPrices } from '#src/move-in/form.ts';
import type { ReadLimits } from '#src/move-in/limits.ts';
import { assertAtMost, damagedAtLine, forbiddenContent } from '#src/move-in/move-in-error.ts';
import { optionalText } from '../../texts.ts';
import type {
  PpAccount,
  PpClassification,
  PpClient,
  PpEvent,
  PpPortfolio,
  PpSecurity,
  PpTaxonomy,
} from '../client.ts';
import { scalesOf } from '../scales.ts';
import { LegCollector } from './legs.ts';
import type { XmlNode } from './node.ts';
import { parseXml } from './parse.ts';
import { References } from './references.ts';

const noPrices: NeutralPrices = { days: new Int32Array(0), closes: new Float64Array(0) };

/**
 * Reads a file in XML, with paths or with ids as references.
 * @throws MoveInError
 */
export function readXmlClient(bytes: Uint8Array, limits: ReadLimits): PpClient {
  const document = parseXml(bytes, limits);
  return new ClientReader(document.root, new References(document, limits), limits).read(
    document.invalidPrices,
  );
}

/** Makes each object once, wherever the file writes it. */
class ClientReader {
  readonly #root: XmlNode;
  readonly #references: References;
  readonly #limits: ReadLimits;
  readonly #version: number;
  readonly #securities = new Map<XmlNode, PpSecurity>();
  readonly #accounts = new Map<XmlNode, PpAccount>();

  constructor(root: XmlNode, references: References, limits: ReadLimits) {
    this.#root = root;
    this.#references = references;
    this.#limits = limits;
    this.#version = Number(references.text(root, 'version'));
  }

  read(invalidPrices: number): PpClient {
    const references = this.#references;
    const root = this.#root;
    scalesOf(this.#version);
    for (const node of references.list(root, 'securities')) this.#security(node);
    const accountNodes = [...new Set(references.list(root, 'accounts'))];
    for (const node of accountNodes) this.#account(node);
    const portfolios = new Map<XmlNode, PpPortfolio>();
    for (const node of references.list(root, 'portfolios')) {
      if (!portfolios.has(node)) portfolios.set(node, this.#portfolio(node));
    }
    const collector = new LegCollector(references, this.#limits, (node) => this.#security(node));
    for (const [node, account] of this.#accounts) collector.addAccount(node, account);
    for (const [node, portfolio] of portfolios) collector.addPortfolio(node, portfolio);
    const watchlists = references.list(root, 'watchlists').map((node) => ({
      name: references.text(node, 'name'),
      securities: references.list(node, 'securities').map((security) => this.#security(security)),
    }));
    const taxonomies = references.list(root, 'taxonomies').flatMap((node) => this.#taxonomy(node) ?? []);
    return {
      version: this.#version,
      baseCurrency: optionalText(references.text(root, 'baseCurrency')),
      legs: collector.finish(),
      watchlists,
      taxonomies,
      securities: [...this.#securities.values()],
      accounts: [...this.#accounts.values()],
      portfolios: [...portfolios.values()],
      plans: references.list(root, 'plans').length,
      repeated: collector.repeated,
      invalidPrices,
    };
  }

  #security(node: XmlNode): PpSecurity {
    const known = this.#securities.get(node);
    if (known) return known;
    const text = (name: string) => optionalText(this.#references.text(node, name));
    const security: PpSecurity = {
      uuid: text('uuid') ?? `line ${node.line}`,
      name: text('name') ?? '',
      currency: text('currencyCode'),
      targetCurrency: text('targetCurrencyCode'),
      note: text('note'),
      isin: text('isin'),
      ticker: text('tickerSymbol'),
      wkn: text('wkn'),
      feed: text('feed'),
      prices: this.#prices(node),
      events: this.#references.list(node, 'events').flatMap((event) => this.#event(event) ?? []),
    };
    this.#securities.set(node, security);
    assertAtMost(this.#securities.size, this.#limits.securities, 'securities');
    return security;
  }

  /** The closes, with the latest one if it is newer. */
  #prices(node: XmlNode): NeutralPrices {
    const prices = this.#references.child(node, 'prices')?.prices ?? noPrices;
    const latest = this.#latest(node);
    if (latest === null || latest.day <= (prices.days.at(-1) ?? Number.NEGATIVE_INFINITY)) return prices;
    return {
      days: Int32Array.from([...prices.days, latest.day]),
      closes: Float64Array.from([...prices.closes, latest.close]),
    };
  }

  #latest(node: XmlNode): { readonly day: number; readonly close: number } | null {
    const latest = node.child('latest');
    if (!latest) return null;
    const { attributes: values } = this.#references.resolve(latest);
    const [day, value] = [dayNumber((values?.t ?? '').slice(0, 10)), Number(values?.v)];
    if (Number.isNaN(day) || !(value > 0)) return null;
    return { day, close: value / 10 ** scalesOf(this.#version).prices };
  }

  /** Null for an entry without content, and for a kind of event that is not known. */
  #event(node: XmlNode): PpEvent | null {
    const kinds: Readonly<Record<string, PpEvent['type']>> = { STOCK_SPLIT: 'split', NOTE: 'note' };
    const type = kinds[this.#references.text(node, 'type')];
    const date = this.#references.text(node, 'date').slice(0, 10);
    if (Number.isNaN(dayNumber(date))) return null;
    return { type: type ?? 'dividend', date, details: this.#references.text(node, 'details') };
  }

  #account(node: XmlNode): PpAccount {
    const known = this.#accounts.get(node);
    if (known) return known;
    const text = (name: string) => optionalText(this.#references.text(node, name));
    const account = {
      uuid: text('uuid') ?? `line ${node.line}`,
      name: text('name') ?? '',
      currency: text('currencyCode') ?? 'EUR',
      note: text('note'),
    };
    this.#accounts.set(node, account);
    return account;
  }

  #portfolio(node: XmlNode): PpPortfolio {
    const text = (name: string) => optionalText(this.#references.text(node, name));
    const reference = this.#references.child(node, 'referenceAccount');
    return {
      uuid: text('uuid') ?? `line ${node.line}`,
      name: text('name') ?? '',
      note: text('note'),
      referenceAccount: (reference && this.#accounts.get(reference)) ?? null,
    };
  }

  #taxonomy(node: XmlNode): PpTaxonomy | null {
    const root = this.#references.child(node, 'root');
    return root ? { name: this.#references.text(node, 'name'), root: this.#classification(root, 0) } : null;
  }

  #classification(node: XmlNode, depth: number): PpClassification {
    // A reference to an element above would lead in a circle.
    if (depth > this.#limits.references) throw damagedAtLine(node.line);
    return {
      name: this.#references.text(node, 'name'),
      weight: Number(this.#references.text(node, 'weight')),
      children: this.#references
        .list(node, 'children')
        .map((child) => this.#classification(child, depth + 1)),
      assignments: this.#references.list(node, 'assignments').flatMap((assignment) => {
        const vehicle = assignment.child('investmentVehicle');
        if (!vehicle) return [];
        const target = this.#references.resolve(vehicle);
        const kind = vehicle.className || target.className || target.name;
        if (!['security', 'account', 'portfolio'].includes(kind)) throw forbiddenContent();
        return {
          security: kind === 'security' ? this.#security(target) : null,
          weight: Number(this.#references.text(assignment, 'weight')),
        };
      }),
    };
  }
}
