import { fromJson, isMap, type Value, valueAt } from './value.ts';

/** Returns the value at a path such as data.items[0].name; Empty where there is none. */
export function pathIn(value: Value, path: string): Value {
  const keys = path.split(/[.[\]]/).filter((key) => key !== '');
  return keys.reduce<Value>((held, key) => {
    if (Array.isArray(held)) return /^\d+$/.test(key) ? (held[Number(key)] ?? null) : null;
    return held !== null && isMap(held) ? valueAt(held, key) : null;
  }, value);
}

/** Returns the value of a sample at a path; undefined where there is no sample, or nothing there. */
export function sampledAt(sample: string, path: string): Value | undefined {
  try {
    return pathIn(fromJson(JSON.parse(sample)), path) ?? undefined;
  } catch {
    return undefined;
  }
}
