/** A reference of a document: the id is that of a record here, a path of the package in a file, and '' where nothing is meant. */
export type Reference = { ref: string; id: string; name: string };

const isReference = (value: object): value is Reference =>
  'ref' in value && 'id' in value && typeof value.ref === 'string' && typeof value.id === 'string';

/** The same value with each reference inside of it changed. */
export function mapReferences<T>(value: T, change: (reference: Reference) => Reference): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => mapReferences(inner as unknown, change)) as T;
  if (isReference(value)) return change(value) as T;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapReferences(inner as unknown, change)])) as T;
}

/** Lists the references inside of a value. */
export function referencesIn(value: unknown): Reference[] {
  const found: Reference[] = [];
  mapReferences(value, (reference) => {
    found.push({ ...reference, name: typeof reference.name === 'string' ? reference.name : '' });
    return reference;
  });
  return found;
}

/** Lists the texts inside of a value with their places, such as nodes.0.config.text.en. */
export function textsIn(value: unknown, at = ''): { at: string; text: string }[] {
  if (typeof value === 'string') return [{ at, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, at === '' ? key : `${at}.${key}`));
}

/**
 * Puts items behind those that they name.
 * @returns undefined where items name each other in a circle
 */
export function inOrder<T extends { path: string }>(items: readonly T[], namedBy: (item: T) => readonly string[]): T[] | undefined {
  const known = new Map(items.map((item) => [item.path, item]));
  const done = new Map<string, 'open' | 'done'>();
  const ordered: T[] = [];
  const visit = (item: T): boolean => {
    const state = done.get(item.path);
    if (state !== undefined) return state === 'done';
    done.set(item.path, 'open');
    for (const path of namedBy(item)) {
      const named = known.get(path);
      if (named && !visit(named)) return false;
    }
    done.set(item.path, 'done');
    ordered.push(item);
    return true;
  };
  return items.every(visit) ? ordered : undefined;
}
