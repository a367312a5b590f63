import { type AnySchema, defaultSendingSettings, type Endpoint, endpoints, z } from '@parley/contract';
import { newId } from '../src/platform/ids.ts';

/** Requests made out of the contract's own schemas, so that a new call is walked as soon as it is written. */
type Schema = {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  minItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  default?: unknown;
  examples?: unknown[];
};
export type Field = { path: (string | number)[]; schema: Schema };

/** Values that a schema cannot express: a refinement or a pattern asks for them, by the name of the field. */
const special: Record<string, unknown> = {
  email: 'somebody@example.com',
  emailId: 'somebody@example.com',
  checkpointEmails: 'somebody@example.com',
  aliases: 'somebody@example.com',
  password: 'Correct-horse-9',
  confirmPassword: 'Correct-horse-9',
  timeZone: 'UTC',
  termsOfService: true,
  host: () => `walk-${newId()}.example.com`,
  version: 0,
  colour: '#1f6f78',
  primary: '#1f6f78',
  primaryText: '#ffffff',
  topBar: '#ffffff',
  topBarText: '#1c2b33',
  logoPath: '',
  favIconPath: '',
  loaderPath: '',
  dashBoardVideo: '',
  image: '',
  type: 12,
  allowedVendors: {},
  roles: [3],
  country: 'IN',
  phoneNumber: '+919820012345',
  source: 'URL',
  authType: 5,
  baseUrl: '',
  settings: defaultSendingSettings,
  domain: 'walk.example.com',
  issuer: 'https://walk.example.com',
};

function resolve(schema: Schema, root: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name ? resolve(root.$defs?.[name] ?? {}, root) : schema;
}

function sample(given: Schema, root: Schema, name: string, id: () => string): unknown {
  const schema = resolve(given, root);
  if (schema.format === 'uuid') return id();
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.examples) return schema.examples[0];
  const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (variants?.[0]) return sample(variants[0], root, name, id);
  const known = special[name];
  // A list is made of its items, not of a single value of that name.
  const isOther = (schema.type === 'array' && !Array.isArray(known)) || (schema.type === 'string' && typeof known === 'number');
  const value = isOther ? undefined : known;
  if (typeof value === 'number') return Math.max(Math.min(value, schema.maximum ?? value), schema.minimum ?? value);
  if (value !== undefined) return typeof value === 'function' ? (value as () => unknown)() : value;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') {
    const entries = Object.entries(schema.properties ?? {}).map(([key, value]) => [key, sample(value, root, key, id)]);
    return Object.fromEntries(entries);
  }
  if (type === 'array') {
    const { items, minItems = 1 } = schema;
    return items ? Array.from({ length: Math.max(1, minItems) }, () => sample(items, root, name, id)) : [];
  }
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1);
  if (schema.format === 'date-time') return new Date().toISOString();
  if (schema.format === 'date') return new Date().toISOString().slice(0, 10);
  return 'text';
}

function fieldsOf(given: Schema, root: Schema, path: (string | number)[]): Field[] {
  const schema = resolve(given, root);
  const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (variants?.[0]) return fieldsOf(variants[0], root, path);
  if (schema.type === 'object')
    return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => fieldsOf(value, root, [...path, key]));
  if (schema.type === 'array' && schema.items) return fieldsOf(schema.items, root, [...path, 0]);
  return [{ path, schema }];
}

/** A walk asks for the same schemas thousands of times. */
const jsonSchemas = new WeakMap<AnySchema, Schema>();

function jsonSchema(schema: AnySchema): Schema {
  const known = jsonSchemas.get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any', override: () => {} }) as Schema;
  jsonSchemas.set(schema, made);
  return made;
}

export type Part = 'params' | 'query' | 'body';
export type Sample = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown };

/** A value that the schema accepts. */
export function sampleOfSchema(schema: AnySchema | undefined, id: () => string = newId): unknown {
  if (!schema) return undefined;
  const root = jsonSchema(schema);
  return sample(root, root, '', id);
}

/** Every value inside of a schema that a caller may fill in. */
export function fieldsOfSchema(schema: AnySchema): Field[] {
  const root = jsonSchema(schema);
  return fieldsOf(root, root, []);
}

/** A request that the schemas accept; `id` gives what stands where an id is asked for. */
export function sampleOf(endpoint: Endpoint, id: () => string = newId): Sample {
  const of = (schema: AnySchema | undefined) => sampleOfSchema(schema, id);
  return {
    params: (of(endpoint.params) ?? {}) as Record<string, unknown>,
    query: (of(endpoint.query) ?? {}) as Record<string, unknown>,
    body: of(endpoint.body),
  };
}

/** Every value that a caller may fill in. */
export function listFields(endpoint: Endpoint): (Field & { part: Part })[] {
  return (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part];
    return schema ? fieldsOfSchema(schema).map((field) => ({ ...field, part })) : [];
  });
}

/** The same request with one value changed. */
export function withValue(request: Sample, part: Part, path: readonly (string | number)[], value: unknown): Sample {
  return { ...request, [part]: putAt(request[part], path, value) } as Sample;
}

/** A copy of a value with another one at a place inside of it. */
export function putAt(target: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(target)) return target.map((item, index) => (index === key ? putAt(item, rest, value) : item));
  const record = (target ?? {}) as Record<string | number, unknown>;
  return { ...record, [key]: putAt(record[key], rest, value) };
}

export function urlOf(endpoint: Endpoint, { params, query }: Sample): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) search.append(key, String(item));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

export const allEndpoints: readonly (readonly [name: string, endpoint: Endpoint])[] = Object.entries(endpoints).flatMap(([noun, calls]) =>
  Object.entries(calls).map(([verb, endpoint]) => [`${noun}.${verb}`, endpoint as Endpoint] as const),
);
