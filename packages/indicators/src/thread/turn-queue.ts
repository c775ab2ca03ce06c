/**
 * A queue in which keys take turns: the next turn is that of the key which has used the least time. A key that comes or
 * returns is counted like the key of the last turn: absence neither costs nor earns time. A key's items come in their
 * order. From `next` to `endTurn` a key is active: its other items wait.
 */
export class TurnQueue<Item> {
  /** No list is empty. */
  readonly #items = new Map<string, Item[]>();
  /** Milliseconds; of absent keys only those above `#leastMs`. */
  readonly #usedMs = new Map<string, number>();
  readonly #activeKeys = new Set<string>();
  /** What the key of the last turn had used before it. */
  #leastMs = 0;

  add(key: string, item: Item): void {
    const items = this.#items.get(key);
    if (items) {
      items.push(item);
      return;
    }
    this.#items.set(key, [item]);
    this.#usedMs.set(key, Math.max(this.#leastMs, this.#usedMs.get(key) ?? 0));
  }

  /**
   * Makes a key active and returns its first item, which stays first until a turn ends with it.
   * @param accepts whether a turn can be that of this item
   */
  next(accepts: (item: Item) => boolean = () => true): Item | undefined {
    let next: { key: string; item: Item; usedMs: number } | undefined;
    for (const [key, [item]] of this.#items) {
      if (item === undefined || this.#activeKeys.has(key) || !accepts(item)) continue;
      const usedMs = this.#usedMs.get(key) ?? 0;
      if (!next || usedMs < next.usedMs) next = { key, item, usedMs };
    }
    if (!next) return undefined;
    this.#activeKeys.add(next.key);
    this.#leastMs = Math.max(this.#leastMs, next.usedMs);
    return next.item;
  }

  /** Ends the turn of an active key, after `usedMs` milliseconds. */
  endTurn(key: string, usedMs: number, isItemDone: boolean): void {
    this.#activeKeys.delete(key);
    this.#usedMs.set(key, (this.#usedMs.get(key) ?? 0) + usedMs);
    if (!isItemDone) return;
    const items = this.#items.get(key);
    items?.shift();
    if (items?.length === 0) this.#items.delete(key);
    for (const [other, otherMs] of this.#usedMs) {
      if (otherMs <= this.#leastMs && !this.#items.has(other)) this.#usedMs.delete(other);
    }
  }
}
