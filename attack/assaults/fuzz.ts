import type { Endpoint } from '@parley/contract';
import fc from 'fast-check';
import type { TestUser } from '../../apps/server/test/factories.ts';
import { allEndpoints, listFields, type Sample, withValue } from '../../apps/server/test/samples.ts';
import { createCaller, eachOf, type Sent } from '../caller.ts';
import { anyValue } from '../nasty.ts';
import { endsSessions, ownRequest, toSent } from '../requests.ts';
import type { Assault, Scene } from '../scene.ts';

const full = 20_000;
const short = 2_500;

type Draw = {
  one: readonly [string, Endpoint];
  places: number[];
  values: unknown[];
  kind: 'fields' | 'body' | 'raw' | 'headers' | 'path';
  raw: string;
};

const contentTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/json; charset=utf-16',
  'multipart/form-data',
  `multipart/form-data; boundary=${'b'.repeat(300)}`,
  'multipart/form-data; boundary=x',
  '',
  'a/b/c',
  'application/xml',
];
const headerDraws: Record<string, string>[] = [
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br' },
  { range: 'bytes=0-0,1-1,2-2' },
  { range: 'bytes=-99999999999999999999' },
  { 'accept-encoding': 'br;q=9,gzip;q=-1,*' },
  { accept: '*/*, '.repeat(500) },
  { 'if-none-match': '*' },
  { origin: 'null' },
  { authorization: `Bearer ${'x'.repeat(5000)}` },
  { 'x-forwarded-for': '127.0.0.1, '.repeat(200) },
  { 'x-forwarded-proto': 'javascript' },
  { 'x-http-method-override': 'DELETE' },
  { cookie: 'a=b; '.repeat(500) },
];

/** Spoils a drawn request in the way that was drawn. */
function spoil({ one: [, endpoint], places, values, kind, raw }: Draw, base: Sample): Sent {
  if (kind === 'fields') {
    const fields = listFields(endpoint);
    const request = places.reduce((sample, place, index) => {
      const field = fields[place % Math.max(1, fields.length)];
      const value = values[index];
      if (!field) return sample;
      return withValue(sample, field.part, field.path, field.part === 'body' || typeof value === 'string' ? value : JSON.stringify(value));
    }, base);
    return safely(() => toSent(endpoint, request), endpoint);
  }
  const sent = safely(() => toSent(endpoint, base), endpoint);
  const json = { 'content-type': 'application/json' };
  const [place = 0] = places;
  if (kind === 'body') return endpoint.method === 'GET' ? sent : { ...sent, headers: json, body: JSON.stringify(values[0]) ?? 'undefined' };
  if (kind === 'raw')
    return endpoint.method === 'GET'
      ? sent
      : { ...sent, headers: { 'content-type': contentTypes[place % contentTypes.length] ?? '' }, body: raw };
  if (kind === 'path') return { ...sent, path: `/${encodeURI(`${sent.path.slice(1)}${raw}`.toWellFormed()).slice(0, 6000)}` };
  return { ...sent, headers: { ...sent.headers, ...headerDraws[place % headerDraws.length] } };
}

/** A half character cannot stand in an address. */
function safely(make: () => Sent, endpoint: Endpoint): Sent {
  try {
    return make();
  } catch {
    return { method: endpoint.method, path: endpoint.path };
  }
}

/** Requests that are nearly right, by seed, sent by an administrator: each is answered, and none is a failure of ours. */
async function run({ target, attacker, findings, tally, random, seed, isShort }: Scene): Promise<void> {
  const caller = createCaller(target.url, 'fuzz', findings, tally, random);
  const usable = allEndpoints.filter(([name]) => !endsSessions.test(name));
  const draws = fc.sample(
    fc.record<Draw>({
      one: fc.constantFrom(...usable),
      places: fc.array(fc.nat(60), { minLength: 1, maxLength: 3 }),
      values: fc.array(anyValue, { minLength: 3, maxLength: 3 }),
      kind: fc.oneof(
        { weight: 12, arbitrary: fc.constant('fields' as const) },
        { weight: 2, arbitrary: fc.constant('body' as const) },
        { weight: 2, arbitrary: fc.constant('raw' as const) },
        { weight: 1, arbitrary: fc.constant('headers' as const) },
        { weight: 1, arbitrary: fc.constant('path' as const) },
      ),
      raw: fc.oneof(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.constantFrom('{"a":', '[[[[', '%%%=%zz&&&', '{"__proto__":{"x":1}}', '\u0000', '['.repeat(20_000), '{"a":'.repeat(20_000)),
      ),
    }),
    { seed, numRuns: isShort ? short : full },
  );
  const bases = new Map(usable.map(([name, endpoint]) => [name, ownRequest(endpoint, attacker.harvest)]));
  const people: TestUser[] = [...attacker.administrators];
  await eachOf(draws, 12, async (draw, index) => {
    const [name] = draw.one;
    const place = index % people.length;
    const sent = spoil(draw, bases.get(name) as Sample);
    const got = await caller.send({ name: 'administrator', token: people[place]?.token ?? '' }, sent, name);
    // A role was taken away, or a session ended, by a call that did what it says.
    if (got && (got.status === 401 || got.status === 403)) people[place] = await attacker.makeAdministrator();
  });
  await caller.close();
}

export const fuzz: Assault = { name: 'fuzz', what: 'spoilt requests', run };
