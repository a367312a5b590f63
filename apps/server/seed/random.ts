/** Chances that are the same for the same seed on every machine (mulberry32): the demo's history is always the same, and an attack can be repeated. */
export type Random = {
  /** Returns a whole number from `least` to `most`, both included. */
  between: (least: number, most: number) => number;
  isOneOf: (ratio: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
  shuffled: <T>(list: readonly T[]) => T[];
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    isOneOf: (ratio) => next() < ratio,
    pick: (list) => list[between(0, list.length - 1)] as (typeof list)[number],
    shuffled(list) {
      const cards = [...list];
      for (let place = cards.length - 1; place > 0; place -= 1) {
        const other = between(0, place);
        [cards[place], cards[other]] = [cards[other] as (typeof cards)[number], cards[place] as (typeof cards)[number]];
      }
      return cards;
    },
  };
}
