import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WidgetReference, widgetRequests } from './chat/widget.ts';
import type { AnySchema, Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { isStorable } from './fields.ts';
import { LiveFrame, LiveReference, liveRequests } from './live.ts';
import { z } from './z.ts';

/** Every schema that reads what somebody sends, by name. */
const schemas: [string, AnySchema][] = [
  ...Object.entries(endpoints).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).flatMap(([name, { params, query, body }]) =>
      Object.entries({ params, query, body }).flatMap(([part, schema]): [string, AnySchema][] =>
        schema ? [[`${group}.${name} ${part}`, schema]] : [],
      ),
    ),
  ),
  ...Object.entries(liveRequests).map(([name, schema]): [string, AnySchema] => [`actions ${name}`, schema]),
  ...Object.entries(widgetRequests).map(([name, schema]): [string, AnySchema] => [`widget ${name}`, schema]),
  ['frame', LiveFrame],
  ['actions reference', LiveReference],
  ['widget reference', WidgetReference],
];

const nested = (depth: number, open: string, middle: string, close: string): unknown =>
  JSON.parse(open.repeat(depth) + middle + close.repeat(depth));

/** Values that JSON can hold and code forgets: nothing of it has a readable text, a length that is a number, or an end. */
const nasty: unknown[] = [
  ...['toString', 'valueOf', 'then', 'constructor', '__proto__', 'length', 'size', 'toJSON', 'hasOwnProperty'].flatMap((name) =>
    ['1', '{}', 'null', '{"toString":1,"valueOf":1}', '"x"'].map((value) => JSON.parse(`{${JSON.stringify(name)}:${value}}`)),
  ),
  [JSON.parse('{"toString":1,"length":{"toString":1}}')],
  nested(20_000, '[', '', ']'),
  nested(20_000, '{"a":', '1', '}'),
  ...[null, true, '', [], {}, -0, -1, 1e308, -1e308, 2 ** 53, 0.1, '1e999', 'NaN', '\ud800', '\udc00\ud800', 'a\u0000b', '\u0000'],
  ...['a', '1', ' ', '.', '-', '@', '{', '(', '\\', '/', 'a.', 'a@', '{{1}}', '\u0130', '😀', '\u0301'].flatMap((part) => [
    part.repeat(30_000),
    `${part.repeat(30_000)}!`,
  ]),
  ...['{"toString":1}', '{"length":{"toString":1}}', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, '{"__proto__":1}'],
];

type Json = { [name: string]: unknown };
type Path = { name: string | number; siblings?: Json }[];

/** Returns the places that a schema reads: every property, item and branch of it, with what tells the branches apart. */
function pathsOf(root: Json): Path[] {
  const found: Path[] = [[]];
  const seen = new Set<string>();
  function visit(schema: Json | undefined, path: Path): void {
    if (!schema || typeof schema !== 'object' || path.length > 6) return;
    if (typeof schema.$ref === 'string') {
      const target = schema.$ref
        .split('/')
        .slice(1)
        .reduce<unknown>((at, name) => (at as Json)?.[name], root);
      visit(target as Json, path);
      return;
    }
    const add = (name: string | number, inner: unknown, siblings: Json = {}) => {
      const next = [...path, { name, siblings }];
      const key = JSON.stringify(next);
      if (seen.has(key)) return;
      seen.add(key);
      found.push(next);
      visit(inner as Json, next);
    };
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
    const constants = Object.fromEntries(
      properties.filter(([, { const: only }]) => only !== undefined).map(([name, { const: only }]) => [name, only]),
    );
    for (const [name, inner] of properties) add(name, inner, constants);
    if (typeof schema.additionalProperties === 'object') add('k', schema.additionalProperties);
    if (schema.items) add(0, schema.items);
    for (const branch of [schema.anyOf, schema.oneOf, schema.allOf].flat()) visit(branch as Json | undefined, path);
  }
  visit(root, []);
  return found;
}

const at = (path: Path, value: unknown): unknown =>
  path.reduceRight<unknown>((inner, { name, siblings }) => (typeof name === 'number' ? [inner] : { ...siblings, [name]: inner }), value);

/**
 * Parsing that takes longer than linear time on these values takes minutes, and so longer than the test has. Half a million values are parsed,
 * so the outcomes of many are compared at once: an `expect` costs as much as parsing one.
 */
function expectParse(name: string, schema: AnySchema, values: readonly unknown[]): void {
  const outcomes = new Set(values.map((value) => typeof z.safeParse(schema, value).success));
  expect([...outcomes], name).toEqual(['boolean']);
}

describe('no schema fails on what it refuses', () => {
  test.each(schemas)('%s takes anything in any place without throwing, and soon', (name, schema) => {
    const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
    for (const path of pathsOf(shape)) {
      const values = nasty.map((value) => at(path, value));
      expectParse(`${name}: ${path.map((step) => step.name).join('.')}`, schema, values);
    }
  });

  test('nor on objects made at random', () => {
    const names = fc.constantFrom('length', 'toString', 'valueOf', 'type', 'data', 'key', 'name', 'id', 'value', 'chatId', 'text');
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.jsonValue(),
        fc.string({ unit: 'binary' }),
        fc.dictionary(names, tie('value')),
        fc.array(tie('value')),
      ),
    }));
    fc.assert(
      fc.property(fc.constantFrom(...schemas), value, ([name, schema], anything) => expectParse(name, schema, [anything])),
      { numRuns: 200 },
    );
  });
});

test('a value nested as deep as a request allows is looked through to its end', () => {
  const deep = (end: string) => nested(100_000, '[', end, ']');
  expect([isStorable(deep('1')), isStorable(deep('"\\u0000"')), isStorable(deep('"\\ud800"'))]).toEqual([true, false, false]);
});
