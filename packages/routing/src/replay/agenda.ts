/** Order within one moment: places fall free before somebody comes, and an acceptance goes before the end of the wait. */
export const orders = { release: 0, presence: 1, hold: 2, arrival: 3, offer: 4, step: 5, missed: 6, left: 7, look: 8 };

export type Event = (now: number) => void;

type Item<T> = { at: number; order: number; no: number; event: T };

const isBefore = <T>(one: Item<T>, other: Item<T>): boolean =>
  one.at !== other.at ? one.at < other.at : one.order !== other.order ? one.order < other.order : one.no < other.no;

/** Events to come, the next one first; of one moment by their order, and then as they were added. A binary heap. */
export class Agenda<T> {
  readonly #items: Item<T>[] = [];
  #no = 0;

  add(at: number, order: number, event: T): void {
    const items = this.#items;
    const item = { at, order, no: this.#no++, event };
    let place = items.length;
    items.push(item);
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!isBefore(item, items[above] as Item<T>)) break;
      items[place] = items[above] as Item<T>;
      place = above;
    }
    items[place] = item;
  }

  /** Time of the next event */
  get nextAt(): number | undefined {
    return this.#items[0]?.at;
  }

  next(): { at: number; event: T } | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (first && last && items.length > 0) this.#sink(last);
    return first;
  }

  #sink(item: Item<T>): void {
    const items = this.#items;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= items.length) break;
      if (below + 1 < items.length && isBefore(items[below + 1] as Item<T>, items[below] as Item<T>)) below += 1;
      if (!isBefore(items[below] as Item<T>, item)) break;
      items[place] = items[below] as Item<T>;
      place = below;
    }
    items[place] = item;
  }
}
