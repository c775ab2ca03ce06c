import type { NeutralPrices } from '#src/move-in/form.ts';

/** The elements that have values in their attributes. */
const withValues = new Set(['amount', 'forex', 'unit', 'latest']);

/** An element of a file, without what is dropped while reading. */
export class XmlNode {
  readonly name: string;
  readonly parent: XmlNode | null;
  /** Number of the line in which it begins. */
  readonly line: number;
  readonly reference: string | null;
  /** The attribute `class`; empty without one. */
  readonly className: string;
  readonly children: XmlNode[] = [];
  text = '';
  /** The closes of an element `prices`. */
  prices: NeutralPrices | null = null;
  /** Those of elements whose values are attributes; null for all others. */
  readonly attributes: Readonly<Record<string, string>> | null;
  #byName: ReadonlyMap<string, readonly XmlNode[]> | null = null;

  constructor(
    name: string,
    parent: XmlNode | null,
    line: number,
    attributes: Readonly<Record<string, string>>,
  ) {
    this.name = name;
    this.parent = parent;
    this.line = line;
    const { reference = null, class: className = '' } = attributes;
    this.reference = reference;
    this.className = className;
    this.attributes = withValues.has(name) ? attributes : null;
  }

  /** @param position counts the children of this name, from 1 */
  child(name: string, position = 1): XmlNode | undefined {
    if (this.children.length <= 16) {
      let count = 0;
      return this.children.find((child) => {
        if (child.name === name) count += 1;
        return child.name === name && count === position;
      });
    }
    this.#byName ??= Map.groupBy(this.children, (child) => child.name);
    return this.#byName.get(name)?.[position - 1];
  }
}
