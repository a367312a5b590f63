/** Numbers from 0 to 1 that a seed gives: the same ones each time. */
export type Random = () => number;

/** Mulberry32: short, fast and good enough to draw by; nothing secret is made of it. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A seed for a part of a run, so that one more draw elsewhere does not change it. */
export function seedOf(seed: number, text: string): number {
  let hash = 2_166_136_261 ^ seed;
  for (let place = 0; place < text.length; place += 1) hash = Math.imul(hash ^ text.charCodeAt(place), 16_777_619);
  return hash >>> 0;
}

export const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;
