import type { NeutralPrices } from '#src/move-in/form.ts';
import type { ReadLimits } from '#src/move-in/limits.ts';
import { assertAtMost, damagedAtByte } from '#src/move-in/move-in-error.ts';
import { PriceColumn } from '../../price-column.ts';
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
import { legsOf } from './legs.ts';
import { Message, signature } from './message.ts';

/**
 * Reads a binary file, in which everything refers to uuids.
 * @param bytes without the signature
 * @throws MoveInError
 */
export function readBinaryClient(bytes: Uint8Array, limits: ReadLimits): PpClient {
  const client = new Message(bytes, signature.length, limits.messages);
  const version = client.number(1);
  const scale = 10 ** scalesOf(version).prices;
  const prices = new PriceReader(scale, limits);
  const securities = client.messages(2).map((message) => readSecurity(message, prices));
  assertAtMost(securities.length, limits.securities, 'securities');
  const securityOf = byUuid(securities);
  const accounts = client.messages(3).map(readAccount);
  const accountOf = byUuid(accounts);
  const portfolios = client.messages(4).map((message) => readPortfolio(message, accountOf));
  const entries = client.messages(5);
  assertAtMost(entries.length, limits.lines, 'transactions');
  const found = { securityOf, accountOf, portfolioOf: byUuid(portfolios) };
  const ids = new Set<string>();
  let repeated = 0;
  const legs = entries.flatMap((entry) => {
    const uuid = entry.text(1);
    const isRepeated = uuid !== '' && ids.has(uuid);
    ids.add(uuid);
    if (isRepeated) repeated += 1;
    return isRepeated ? [] : legsOf(entry, found);
  });
  return {
    version,
    baseCurrency: optionalText(client.text(12)),
    securities,
    accounts,
    portfolios,
    legs,
    watchlists: client.messages(7).map((list) => ({
      name: list.text(1),
      securities: list.texts(2).flatMap((uuid) => securityOf.get(uuid) ?? []),
    })),
    taxonomies: client.messages(8).flatMap((taxonomy) => readTaxonomy(taxonomy, securityOf) ?? []),
    plans: client.messages(6).length,
    repeated,
    invalidPrices: prices.invalid,
  };
}

function byUuid<Item extends { readonly uuid: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.uuid, item]));
}

/** Reads closes of all securities. */
class PriceReader {
  readonly #scale: number;
  readonly #limits: ReadLimits;
  #count = 0;
  #invalid = 0;

  constructor(scale: number, limits: ReadLimits) {
    this.#scale = scale;
    this.#limits = limits;
  }

  get invalid(): number {
    return this.#invalid;
  }

  read(security: Message): NeutralPrices {
    const column = new PriceColumn();
    const add = (price: Message) => {
      const close = price.number(2);
      if (close > 0) column.add(price.day(1), close / this.#scale);
      else this.#invalid += 1;
    };
    const prices = security.messages(13);
    this.#count += prices.length;
    assertAtMost(this.#count, this.#limits.prices, 'prices');
    for (const price of prices) add(price);
    const latest = security.message(16);
    const last = prices.at(-1);
    if (latest && latest.number(2) > 0 && (!last || latest.day(1) > last.day(1))) add(latest);
    return column.finish();
  }
}

function readSecurity(message: Message, prices: PriceReader): PpSecurity {
  const text = (field: number) => optionalText(message.text(field));
  return {
    uuid: message.text(1),
    name: text(3) ?? '',
    currency: text(4),
    targetCurrency: text(5),
    note: text(6),
    isin: text(7),
    ticker: text(8),
    wkn: text(9),
    feed: text(11),
    prices: prices.read(message),
    events: message.messages(18).map(readEvent),
  };
}

function readEvent(message: Message): PpEvent {
  const types = ['split', 'note'] as const;
  return {
    type: types[message.number(1)] ?? 'dividend',
    date: message.date(2),
    details: message.text(3),
  };
}

function readAccount(message: Message): PpAccount {
  return {
    uuid: message.text(1),
    name: optionalText(message.text(2)) ?? '',
    currency: message.text(3),
    note: optionalText(message.text(4)),
  };
}

function readPortfolio(message: Message, accountOf: ReadonlyMap<string, PpAccount>): PpPortfolio {
  return {
    uuid: message.text(1),
    name: optionalText(message.text(2)) ?? '',
    note: optionalText(message.text(3)),
    referenceAccount: accountOf.get(message.text(5)) ?? null,
  };
}

interface ClassificationParts {
  readonly message: Message;
  readonly classification: PpClassification & { readonly children: PpClassification[] };
}

/** Null for one without a root. */
function readTaxonomy(message: Message, securityOf: ReadonlyMap<string, PpSecurity>): PpTaxonomy | null {
  const parts: ClassificationParts[] = message.messages(5).map((each) => ({
    message: each,
    classification: {
      name: each.text(3),
      weight: each.number(6),
      children: [],
      assignments: each.messages(9).map((assignment) => ({
        security: securityOf.get(assignment.text(1)) ?? null,
        weight: assignment.number(2),
      })),
    },
  }));
  const byId = new Map<string, ClassificationParts>();
  let root: PpClassification | null = null;
  for (const part of parts) {
    if (!part.message.has(2)) {
      root = part.classification;
    } else {
      // Those above stand before, so that no circle is possible.
      const parent = byId.get(part.message.text(2));
      if (!parent) throw damagedAtByte(part.message.offset);
      parent.classification.children.push(part.classification);
    }
    byId.set(part.message.text(1), part);
  }
  return root && { name: message.text(2), root };
}
