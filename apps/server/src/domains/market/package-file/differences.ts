import { canonical } from '#platform/audit/changes.ts';

export type Difference = { at: string; mine: string; theirs: string };
const mostDifferences = 100;
const longestShown = 200;

const shown = (value: unknown): string => {
  if (value === undefined) return '';
  return (typeof value === 'string' ? value : canonical(value)).slice(0, longestShown).toWellFormed();
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const keyOf = (value: unknown): string | undefined => {
  if (!isObject(value)) return undefined;
  if (typeof value.id === 'string' && value.id !== '') return value.id;
  return typeof value.from === 'string' && typeof value.exit === 'string' ? `${value.from}.${value.exit}` : undefined;
};
/** The parts of a value by their names: those of a list by their ids, where all have one. */
function partsOf(value: object): Map<string, unknown> {
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const keys = value.map(keyOf);
  const hasKeys = keys.every((key) => key !== undefined) && new Set(keys).size === keys.length;
  return new Map(value.map((part: unknown, place) => [hasKeys ? (keys[place] as string) : String(place + 1), part]));
}
/** The name by which people know a part. */
const titleOf = (key: string, ...parts: unknown[]): string => {
  const named = parts.find((part) => isObject(part) && typeof part.name === 'string' && part.name !== '') as { name: string } | undefined;
  return named?.name ?? key;
};

/** Lists the places at which two contents differ, at most 100. */
export function listDifferences(mine: unknown, theirs: unknown): Difference[] {
  const found: Difference[] = [];
  const look = (one: unknown, other: unknown, at: string): void => {
    if (found.length >= mostDifferences || canonical(one) === canonical(other)) return;
    if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) {
      found.push({ at, mine: shown(one), theirs: shown(other) });
      return;
    }
    const [ones, others] = [partsOf(one), partsOf(other)];
    const before = found.length;
    for (const key of new Set([...ones.keys(), ...others.keys()])) {
      const title = titleOf(key, ones.get(key), others.get(key));
      look(ones.get(key), others.get(key), at === '' ? title : `${at} › ${title}`);
    }
    // Only the order of a list is another.
    if (found.length === before) found.push({ at, mine: shown(one), theirs: shown(other) });
  };
  look(mine, theirs, '');
  return found;
}
