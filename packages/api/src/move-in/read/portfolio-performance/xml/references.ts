import type { ReadLimits } from '#src/move-in/limits.ts';
import { damagedAtLine } from '#src/move-in/move-in-error.ts';
import type { XmlNode } from './node.ts';
import type { XmlDocument } from './parse.ts';

/** Finds the objects that elements refer to: by a path from the element itself, or by an id. */
export class References {
  readonly #document: XmlDocument;
  readonly #maxInARow: number;

  constructor(document: XmlDocument, { references }: Pick<ReadLimits, 'references'>) {
    this.#document = document;
    this.#maxInARow = references;
  }

  /**
   * The element with the content of this one.
   * @throws MoveInError if the reference leads to nothing or in a circle
   */
  resolve(node: XmlNode): XmlNode {
    let current = node;
    for (let count = 0; current.reference !== null; count += 1) {
      const target = this.#follow(current, current.reference);
      if (!target || count >= this.#maxInARow) throw damagedAtLine(node.line);
      current = target;
    }
    return current;
  }

  /** The resolved child of a resolved element. */
  child(node: XmlNode, name: string): XmlNode | undefined {
    const child = node.child(name);
    return child && this.resolve(child);
  }

  /** The resolved children of the child with a name. */
  list(node: XmlNode, name: string): XmlNode[] {
    return (this.child(node, name)?.children ?? []).map((child) => this.resolve(child));
  }

  /** The text of a child; empty without one. */
  text(node: XmlNode, name: string): string {
    return this.child(node, name)?.text ?? '';
  }

  #follow(node: XmlNode, reference: string): XmlNode | undefined {
    // Ids are numbers, and a path from an element begins with a step.
    const known = this.#document.ids.get(reference);
    if (known) return known;
    let current: XmlNode | null | undefined = node;
    for (const step of reference.split('/')) {
      if (step === '..') {
        current = current.parent;
      } else {
        const [, name = step, position = '1'] = /^([^[\]]+)\[(\d+)\]$/.exec(step) ?? [];
        current = current.child(name, Number(position));
      }
      if (!current) return undefined;
    }
    return current;
  }
}
