/**
 * Values of expressions and variables. All of them are JSON, so a state is stored as it is: what JSON lacks is an object whose `$` names
 * its type. A map that came from outside keeps a key `$` as `$$` (`fromJson`), so nobody outside can make a date of a text.
 */
export type Instant = { $: 'instant'; at: number };
/** A calendar day, without a zone */
export type Day = { $: 'day'; day: string };
export type Duration = { $: 'duration'; ms: number };
export type Media = { $: 'media'; id: string; kind: string; name: string; mime: string; size: number };
export type Location = { $: 'location'; latitude: number; longitude: number; name: string; address: string };
export type Tagged = Instant | Day | Duration | Media | Location;
export type ValueMap = { [key: string]: Value };
export type Value = null | boolean | number | string | Value[] | Tagged | ValueMap;

export const valueTypes = ['Text', 'Number', 'Boolean', 'Date', 'Duration', 'List', 'Map', 'Media', 'Location', 'Empty'] as const;
export type ValueType = (typeof valueTypes)[number];

const tagTypes = { instant: 'Date', day: 'Date', duration: 'Duration', media: 'Media', location: 'Location' } as const;

/** Texts, and whole values as JSON, may be as long as this; in characters. */
export const largestValue = 65_536;
export const mostItems = 10_000;

export const isTagged = (value: Value): value is Tagged =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && typeof value.$ === 'string';
export const isMap = (value: Value): value is ValueMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isTagged(value);
export const isInstant = (value: Value): value is Instant => isTagged(value) && value.$ === 'instant';
export const isDay = (value: Value): value is Day => isTagged(value) && value.$ === 'day';
export const isLocation = (value: Value): value is Location => isTagged(value) && value.$ === 'location';
export const isDuration = (value: Value): value is Duration => isTagged(value) && value.$ === 'duration';

export function typeOf(value: Value): ValueType {
  if (value === null) return 'Empty';
  if (typeof value === 'string') return 'Text';
  if (typeof value === 'number') return 'Number';
  if (typeof value === 'boolean') return 'Boolean';
  if (Array.isArray(value)) return 'List';
  return isTagged(value) ? tagTypes[value.$] : 'Map';
}

/** The own value of a key; a key that a map does not have, and one that every object inherits, gives Empty. */
export const valueAt = (map: ValueMap, key: string): Value => (Object.hasOwn(map, key) ? (map[key] ?? null) : null);

/** Converts JSON of others to a value. Numbers that JSON cannot write do not occur. */
export function fromJson(json: unknown): Value {
  if (Array.isArray(json)) return json.map(fromJson);
  if (typeof json === 'object' && json !== null)
    return Object.fromEntries(Object.entries(json).map(([key, value]) => [/^\$+$/.test(key) ? `${key}$` : key, fromJson(value)]));
  if (typeof json === 'string' || typeof json === 'boolean') return json;
  return typeof json === 'number' && Number.isFinite(json) ? json : null;
}

/** A value as JSON for others: dates as ISO 8601, durations in seconds, maps with the keys that they came with. */
export function toJson(value: Value): unknown {
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  if (isTagged(value)) {
    if (value.$ === 'instant') return new Date(value.at).toISOString();
    if (value.$ === 'day') return value.day;
    if (value.$ === 'duration') return value.ms / 1000;
    const { $: _, ...rest } = value;
    return rest;
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [/^\${2,}$/.test(key) ? key.slice(1) : key, toJson(inner)]));
}
