/** A queue in which keys take turns: each key's items come in their order, and after one of them every other key's next. */
export class TurnQueue<Item> {
  /** In the order of the next turns: a map iterates in the order of insertion. */
  readonly #items = new Map<string, Item[]>();
  /** Whose turn was last: all others come first, also those that are added later. */
  #lastKey: string | undefined;

  add(key: string, item: Item): void {
    const items = this.#items.get(key);
    if (items) items.push(item);
    else this.#items.set(key, [item]);
  }

  /** Removes and returns the next item. */
  next(): Item | undefined {
    const [first, second] = this.#items.keys();
    const key = first === this.#lastKey && second !== undefined ? second : first;
    if (key === undefined) return undefined;
    const items = this.#items.get(key);
    const item = items?.shift();
    this.#items.delete(key);
    if (items && items.length > 0) this.#items.set(key, items);
    this.#lastKey = key;
    return item;
  }
}
