import { dayNumber } from '@stockbook/common/days';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { ReadLimits } from '#src/move-in/limits.ts';
import {
  assertAtMost,
  damagedAtLine,
  endsTooEarly,
  forbiddenContent,
  unknownFile,
} from '#src/move-in/move-in-error.ts';
import { PriceColumn } from '../../price-column.ts';
import { scalesOf } from '../scales.ts';
import { XmlNode } from './node.ts';

/** Bytes that the parser gets at once: its buffer would otherwise double the memory of the text. */
const chunkBytes = 256 * 1024;

/** Elements whose content is never read. Objects that others refer to are written before or beside them. */
const droppedNames = new Set([
  'attributes',
  'ephemeralData',
  'settings',
  'dashboards',
  'properties',
  'propertyMap',
  'consumerPriceIndices',
  'logo',
  'data',
  'dimensions',
]);

/** The elements of a file with their references not yet resolved. */
export interface XmlDocument {
  readonly root: XmlNode;
  /** By the attribute `id`. */
  readonly ids: ReadonlyMap<string, XmlNode>;
  /** Closes that are not above 0. */
  readonly invalidPrices: number;
}

/**
 * Parses a file in UTF-8. Nothing is fetched or expanded.
 * @throws MoveInError
 */
export function parseXml(bytes: Uint8Array, limits: ReadLimits): XmlDocument {
  const builder = new TreeBuilder(limits);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    const chunk = bytes.subarray(start, start + chunkBytes);
    builder.write(decode(() => decoder.decode(chunk, { stream: true })));
  }
  builder.write(decode(() => decoder.decode()));
  return builder.finish();
}

function decode(work: () => string): string {
  try {
    return work();
  } catch {
    throw forbiddenContent();
  }
}

/** Builds the tree while the parser reads. */
class TreeBuilder {
  readonly #limits: ReadLimits;
  readonly #parser = new SaxesParser({ xmlns: false, position: true });
  readonly #ids = new Map<string, XmlNode>();
  #root: XmlNode | null = null;
  #current: XmlNode | null = null;
  #depth = 0;
  /** Elements below this depth get no nodes: those of something that is dropped, and closes. */
  #maxNodeDepth = Number.POSITIVE_INFINITY;
  #column: PriceColumn | null = null;
  #scale = 1;
  #elements = 0;
  #prices = 0;
  #invalidPrices = 0;
  #isClosing = false;

  constructor(limits: ReadLimits) {
    this.#limits = limits;
    const parser = this.#parser;
    parser.on('error', (error) => this.#fail(error));
    parser.on('doctype', () => {
      throw forbiddenContent();
    });
    parser.on('xmldecl', ({ encoding }) => {
      if (encoding && !/^utf-?8$/i.test(encoding)) throw forbiddenContent();
    });
    parser.on('opentag', (tag) => this.#open(tag));
    parser.on('closetag', () => this.#close());
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  finish(): XmlDocument {
    this.#isClosing = true;
    this.#parser.close();
    if (!this.#root) throw endsTooEarly();
    return { root: this.#root, ids: this.#ids, invalidPrices: this.#invalidPrices };
  }

  #fail(error: Error): never {
    if (this.#isClosing) throw endsTooEarly();
    if (/entity/i.test(error.message)) throw forbiddenContent();
    throw damagedAtLine(this.#parser.line);
  }

  #open({ name, attributes }: SaxesTagPlain): void {
    this.#elements += 1;
    this.#depth += 1;
    if (this.#elements > this.#limits.elements || this.#depth > this.#limits.depth) throw forbiddenContent();
    if (this.#depth > this.#maxNodeDepth) {
      if (this.#column && name === 'price') this.#addPrice(this.#column, attributes);
      return;
    }
    const { id, reference } = attributes;
    const parent = this.#current;
    if (!parent && name !== 'client') throw unknownFile();
    const node = new XmlNode(name, parent, this.#parser.line, attributes);
    if (parent) {
      parent.children.push(node);
      // The blanks between elements.
      parent.text = '';
    }
    this.#root ??= node;
    this.#current = node;
    if (id !== undefined) this.#ids.set(id, node);
    const hasPrices = name === 'prices' && reference === undefined;
    if (hasPrices) this.#column = new PriceColumn();
    if (hasPrices || droppedNames.has(name)) this.#maxNodeDepth = this.#depth;
  }

  #addPrice(column: PriceColumn, { t = '', v = '' }: SaxesTagPlain['attributes']): void {
    this.#prices += 1;
    assertAtMost(this.#prices, this.#limits.prices, 'prices');
    const [day, close] = [dayNumber(t.slice(0, 10)), v === '' ? Number.NaN : Number(v)];
    if (Number.isNaN(day) || !Number.isFinite(close)) throw damagedAtLine(this.#parser.line);
    if (close > 0) column.add(day, close / this.#scale);
    else this.#invalidPrices += 1;
  }

  #close(): void {
    this.#depth -= 1;
    if (this.#depth >= this.#maxNodeDepth) return;
    this.#maxNodeDepth = Number.POSITIVE_INFINITY;
    const node = this.#current;
    if (!node) return;
    if (this.#column && node.name === 'prices') {
      node.prices = this.#column.finish();
      this.#column = null;
    }
    // The version stands before all numbers, which are scaled by it.
    if (node.name === 'version' && node.parent === this.#root) {
      this.#scale = 10 ** scalesOf(Number(node.text)).prices;
    }
    this.#current = node.parent;
  }

  #text(text: string): void {
    const node = this.#current;
    if (node && this.#depth <= this.#maxNodeDepth && node.children.length === 0) node.text += text;
  }
}
