import type { Endpoint } from '@parley/contract';
import { allEndpoints, sampleOf, urlOf } from '../apps/server/test/samples.ts';
import { type Caller, eachOf, type Who } from './caller.ts';

/** Ids of an enterprise as its own administrator meets them, by the place where they stand: what a new noun shows is found by itself. */
export type Harvest = {
  /** `calls.name:path.inside` to the ids that stood there. */
  byKind: ReadonlyMap<string, readonly string[]>;
  all: ReadonlySet<string>;
  /** Ids that calls answered, by path parameter. */
  byParameter: ReadonlyMap<string, readonly string[]>;
};

export const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const isId = (value: unknown): value is string => typeof value === 'string' && new RegExp(`^${idPattern.source}$`, 'i').test(value);
const mostOfKind = 3;
const rounds = 3;

function collect(value: unknown, path: string, add: (kind: string, id: string) => void): void {
  if (isId(value)) add(path, value);
  else if (typeof value === 'string') for (const id of value.match(idPattern) ?? []) add(`${path}~`, id);
  else if (Array.isArray(value)) for (const item of value) collect(item, path, add);
  else if (value && typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) if (key !== 'requestId') collect(inner, `${path}.${isId(key) ? '*' : key}`, add);
}

const parametersOf = (endpoint: Endpoint): string[] => [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);

/** Asks every reading call, those with ids in their path with ids that others showed, until nothing new appears. */
export async function harvest(caller: Caller, owner: Who): Promise<Harvest> {
  const byKind = new Map<string, string[]>();
  const byParameter = new Map<string, string[]>();
  const all = new Set<string>();
  const asked = new Set<string>();
  const readers = allEndpoints.filter(([, endpoint]) => endpoint.method === 'GET' && endpoint.access !== 'public' && endpoint.answer);

  async function ask(name: string, endpoint: Endpoint, ids: Record<string, string>): Promise<void> {
    const sample = sampleOf(endpoint);
    // A list is asked for as its screen asks first: without filters.
    const query = Object.fromEntries(Object.entries(sample.query).filter(([key]) => key === 'from' || key === 'perPage'));
    for (const request of [{ ...sample, query }, sample]) {
      const path = urlOf(endpoint, {
        ...request,
        params: { ...request.params, ...ids },
        query: 'perPage' in request.query ? { ...request.query, from: 0, perPage: 50 } : request.query,
      });
      if (asked.has(path)) continue;
      asked.add(path);
      const got = await caller.send(owner, { method: 'GET', path }, `listing ${name}`);
      if (got?.status !== 200) continue;
      for (const [parameter, id] of Object.entries(ids)) {
        const known = byParameter.get(parameter) ?? [];
        if (!known.includes(id)) byParameter.set(parameter, [...known, id].slice(0, 20));
      }
      let data: unknown;
      try {
        data = JSON.parse(got.body);
      } catch {
        continue;
      }
      collect(data, name, (kind, id) => {
        if (Object.values(ids).includes(id)) return;
        all.add(id);
        const known = byKind.get(kind) ?? [];
        if (known.length < mostOfKind && !known.includes(id)) byKind.set(kind, [...known, id]);
      });
    }
  }

  for (let round = 0; round < rounds; round += 1) {
    const before = all.size;
    const ids = [...new Set([...byKind.values()].flatMap((list) => list.slice(0, 1)))];
    await eachOf(readers, 8, async ([name, endpoint]) => {
      const parameters = parametersOf(endpoint);
      if (parameters.length === 0) return ask(name, endpoint, {});
      // The last parameter is searched for; those before it are taken from what answered already.
      const last = parameters.at(-1) as string;
      const fixed = Object.fromEntries(parameters.slice(0, -1).map((parameter) => [parameter, byParameter.get(parameter)?.[0] ?? '']));
      if (Object.values(fixed).includes('')) return;
      const known = byParameter.get(last) ?? [];
      for (const id of known.length > 0 ? known.slice(0, 2) : ids) await ask(name, endpoint, { ...fixed, [last]: id });
    });
    if (all.size === before && round > 0) break;
  }
  return { byKind, all, byParameter };
}

/** One id of each kind, each id once. */
export function oneOfEachKind({ byKind }: Harvest): { kind: string; id: string }[] {
  const seen = new Set<string>();
  return [...byKind].flatMap(([kind, ids]) => {
    const id = ids.find((candidate) => !seen.has(candidate));
    if (!id) return [];
    seen.add(id);
    return [{ kind, id }];
  });
}

/** Calls that show things of the installation, which are everybody's: packages that come with the product. */
const ofInstallation = ['packages.list'];

/** Takes the things of the installation out of a harvest: those that another enterprise lists as well. */
export function withoutShared({ byKind, all, byParameter }: Harvest, other: Harvest): Harvest {
  const shared = new Set(
    [...byKind].flatMap(([kind, ids]) =>
      ofInstallation.some((call) => kind.startsWith(call)) ? ids.filter((id) => other.all.has(id)) : [],
    ),
  );
  const apart = (lists: ReadonlyMap<string, readonly string[]>) =>
    new Map([...lists].map(([name, ids]) => [name, ids.filter((id) => !shared.has(id))]));
  return { byKind: apart(byKind), all: new Set([...all].filter((id) => !shared.has(id))), byParameter: apart(byParameter) };
}
