import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { dayNumber } from '@stockbook/common/days';
import {
  entryTypes,
  type PpTestBook,
  type PpTestClassification,
  type PpTestEntry,
  type PpTestSecurity,
  unitsOf,
} from './pp-book.ts';

type Write = (message: Fields) => unknown;

/** Writes the fields of a message. What is absent or 0 is not written. */
class Fields {
  readonly #writer: BinaryWriter;

  constructor(writer: BinaryWriter) {
    this.#writer = writer;
  }

  text(field: number, value: string | undefined): this {
    if (value) this.#writer.tag(field, 2).string(value);
    return this;
  }

  whole(field: number, value: bigint | number | undefined): this {
    if (value) this.#writer.tag(field, 0).int64(typeof value === 'bigint' ? value : BigInt(value));
    return this;
  }

  bytes(field: number, value: Uint8Array): this {
    this.#writer.tag(field, 2).bytes(value);
    return this;
  }

  message(field: number, write: Write): this {
    this.#writer.tag(field, 2).fork();
    write(new Fields(this.#writer));
    this.#writer.join();
    return this;
  }

  messages<Item>(
    field: number,
    items: Iterable<Item>,
    write: (message: Fields, item: Item) => unknown,
  ): this {
    for (const item of items) this.message(field, (message) => write(message, item));
    return this;
  }
}

/** Writes a book as a binary file. */
export function writePpBinary(book: PpTestBook): Buffer {
  const writer = new BinaryWriter();
  const { version, baseCurrency, securities, accounts, portfolios, entries } = book;
  new Fields(writer)
    .whole(1, version)
    .messages(2, securities, writeSecurity)
    .messages(3, accounts, (message, { uuid, name, currency }) =>
      message.text(1, uuid).text(2, name).text(3, currency),
    )
    .messages(4, portfolios, (message, { uuid, name, reference }) =>
      message.text(1, uuid).text(2, name).text(5, reference),
    )
    .messages(5, entries, writeEntry)
    .messages(6, Array.from({ length: book.plans ?? 0 }), (message) => message.text(1, 'Plan'))
    .messages(7, book.watchlists ?? [], (message, list) => {
      message.text(1, list.name);
      for (const uuid of list.securities) message.text(2, uuid);
    })
    .messages(8, book.taxonomies ?? [], (message, { name, root }) => {
      message.text(2, name);
      writeClassification(message, root, 'root', undefined);
    })
    .text(12, baseCurrency)
    // A field that the reader does not know.
    .text(99, 'unknown');
  return Buffer.concat([Buffer.from('PPPBV1'), writer.finish()]);
}

function writeSecurity(message: Fields, security: PpTestSecurity): void {
  const eventTypes = ['STOCK_SPLIT', 'NOTE'];
  message
    .text(1, security.uuid)
    .text(3, security.name)
    .text(4, security.currency)
    .text(5, security.targetCurrency)
    .text(6, security.note)
    .text(7, security.isin)
    .text(8, security.ticker)
    .text(9, security.wkn)
    .text(11, security.feed)
    .messages(13, security.prices ?? [], (price, [date, close]) =>
      price.whole(1, dayNumber(date)).whole(2, close),
    )
    .messages(18, security.events ?? [], (event, { type, date, details }) =>
      event.whole(1, eventTypes.indexOf(type)).whole(2, dayNumber(date)).text(3, details),
    );
  const { latest } = security;
  if (latest) message.message(16, (price) => price.whole(1, dayNumber(latest[0])).whole(2, latest[1]));
}

const secondsPerDay = 86_400;

function writeEntry(message: Fields, entry: PpTestEntry): void {
  const seconds = dayNumber(entry.date) * secondsPerDay + (entry.minutes ?? 0) * 60;
  const { exDate } = entry;
  message
    .text(1, entry.uuid)
    .whole(2, entryTypes.indexOf(entry.type))
    .text(3, entry.account)
    .text(4, entry.portfolio)
    .text(5, entry.otherAccount)
    .text(6, entry.otherPortfolio)
    .text(7, entry.otherUuid)
    .message(9, (date) => date.whole(1, seconds))
    .text(10, entry.currency)
    .whole(11, entry.amount)
    .whole(12, entry.shares)
    .text(13, entry.note)
    .text(14, entry.security)
    .messages(15, unitsOf(entry), (unit, { type, amount, forex }) => {
      unit.whole(1, ['GROSS_VALUE', 'TAX', 'FEE'].indexOf(type)).whole(2, amount).text(3, entry.currency);
      if (forex) {
        unit
          .whole(4, forex.amount)
          .text(5, forex.currency)
          .message(6, (rate) => writeRate(rate, forex.rate));
      }
    });
  if (exDate) message.message(18, (date) => date.whole(1, dayNumber(exDate)));
}

function writeRate(message: Fields, rate: string): void {
  const [whole = '', fraction = ''] = rate.split('.');
  const hex = BigInt(whole + fraction).toString(16);
  // The leading zero keeps the sign of a number whose first bit is set.
  const bytes = Buffer.from(hex.length % 2 === 0 ? `00${hex}` : `0${hex}`, 'hex');
  message.whole(1, fraction.length).whole(2, 20).bytes(3, bytes);
}

function writeClassification(
  taxonomy: Fields,
  { name, weight, children = [], assignments = [] }: PpTestClassification,
  id: string,
  parent: string | undefined,
): void {
  taxonomy.message(5, (message) =>
    message
      .text(1, id)
      .text(2, parent)
      .text(3, name)
      .whole(6, weight)
      .messages(9, assignments, (assignment, [vehicle, part]) => assignment.text(1, vehicle).whole(2, part)),
  );
  for (const [index, child] of children.entries()) writeClassification(taxonomy, child, `${id}.${index}`, id);
}
