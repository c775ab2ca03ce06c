/**
 * A queue in which keys take turns: each key's items come in their order, and after one of them every other key's
 * next. From `next` to `finish` a key is active: its other items wait.
 */
export class TurnQueue<Item> {
  /** In the order of the next turns: a map iterates in the order of insertion. No list is empty. */
  readonly #items = new Map<string, Item[]>();
  readonly #activeKeys = new Set<string>();

  add(key: string, item: Item): void {
    const items = this.#items.get(key);
    if (items) items.push(item);
    else this.#items.set(key, [item]);
  }

  /** Removes and returns the next item of a key that is not active, and makes the key active. */
  next(): Item | undefined {
    for (const [key, items] of this.#items) {
      if (this.#activeKeys.has(key)) continue;
      const item = items.shift();
      if (items.length === 0) this.#items.delete(key);
      this.#activeKeys.add(key);
      return item;
    }
    return undefined;
  }

  /** Ends the turn of an active key: all other keys come before its next item. */
  finish(key: string): void {
    this.#activeKeys.delete(key);
    const items = this.#items.get(key);
    if (!items) return;
    this.#items.delete(key);
    this.#items.set(key, items);
  }
}
