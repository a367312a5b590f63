import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { makeId } from '../document/make-id.ts';
import { parseExpression } from '../expression/parse.ts';

/** Ids of ours for ids of theirs: the same file gives the same ones. */
export class Ids {
  readonly #taken = new Set<string>();
  readonly #known = new Map<string, string>();

  of(key: string): string {
    const held = this.#known.get(key);
    if (held !== undefined) return held;
    for (let round = 0; ; round += 1) {
      const bytes = sha256(utf8ToBytes(`${key} ${round}`));
      let at = 0;
      const id = makeId((below) => {
        const byte = bytes[at % bytes.length] ?? 0;
        at += 1;
        return byte % below;
      });
      if (this.#taken.has(id)) continue;
      this.#taken.add(id);
      this.#known.set(key, id);
      return id;
    }
  }
}

/** 'Average yearly revenue' as averageYearlyRevenue; what has no Latin letter gets a number. */
export function toVariableName(name: string, isTaken: (name: string) => boolean): string {
  const words =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words
    .map((word, place) => (place === 0 ? word.toLowerCase() : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`))
    .join('');
  const base =
    joined
      .replace(/^[0-9]+/, '')
      .replace(/^./, (letter) => letter.toLowerCase())
      .slice(0, 50) || 'value';
  const free = (wanted: string): boolean => !isTaken(wanted) && isName(wanted);
  for (let round = 1; ; round += 1) {
    const wanted = round === 1 ? base : `${base}${round}`;
    if (free(wanted)) return wanted;
  }
}

/** Not a word that expressions keep for themselves, and not one of the names that every stream knows. */
const own = new Set(['customer', 'last', 'entry', 'call', 'channel', 'window', 'now', 'today', 'zone']);
function isName(name: string): boolean {
  if (own.has(name)) return false;
  try {
    return parseExpression(name).kind === 'name';
  } catch {
    return false;
  }
}
