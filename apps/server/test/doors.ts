import type { Ownership } from '../src/domains/domain.ts';
import type { Source } from './sources.ts';

/** The rules for the program's domains; the test takes them from the domains' own declarations. */
export type DoorRules = {
  /** Each domain uses those before it. */
  order: readonly string[];
  ownership: Readonly<Record<string, Ownership>>;
  platformTables: readonly string[];
  /** Tables that the migrations make, and those that queries know. */
  madeTables: readonly string[];
  typedTables: readonly string[];
};

const isTest = ({ path }: Source) => path.endsWith('.test.ts') || path.startsWith('test/');
/** `<domain>` inside of one, else '' (the program around them). */
const domainOf = (path: string): string => /^src\/domains\/([^/]+)\//.exec(path)?.[1] ?? '';
/** A function of the database is its owner's as its folder says (functions/<owner>/). */
const ownerOf = (path: string): string =>
  domainOf(path) || (/^functions\/([^/]+)\//.exec(path)?.[1] ?? (path.startsWith('src/platform/') ? 'platform' : ''));
/** A domain has one door, or several by who asks: `door.ts`, `door.run.ts`. What `door.inside.ts` lets through is for tests and the demo alone. */
const isDoor = (path: string) => /^src\/domains\/[^/]+\/door(\.\w+)?\.ts$/.test(path);
const isInside = (path: string) => path.endsWith('/door.inside.ts');
/** The door for pieces of SQL, which other domains put into their statements. */
export const isSqlDoor = (path: string) => path.endsWith('/door.sql.ts');

/** The lists of modules and of tables are made of every domain's part. */
const isCollected = (from: string, to: string) =>
  (from === 'src/domains.ts' && to.endsWith('.module.ts')) || (from === 'src/domains/tables.ts' && to.endsWith('/tables.ts'));

export function checkImports(sources: readonly Source[], order: readonly string[]): string[] {
  const faults: string[] = [];
  for (const source of sources) {
    const from = domainOf(source.path);
    for (const { path } of source.imports) {
      const to = domainOf(path);
      if (to === '') continue;
      if (source.path.startsWith('src/platform/')) faults.push(`${source.path} is of the platform and imports ${path}`);
      else if (from === to) {
        if (isDoor(path)) faults.push(`${source.path} goes by the door of its own domain`);
      } else if (isCollected(source.path, path)) continue;
      else if (!isDoor(path)) faults.push(`${source.path} goes past the door of ${to}: ${path}`);
      else if (isInside(path) && !isTest(source) && !source.path.startsWith('seed/'))
        faults.push(`${source.path} takes what only tests and the demo may: ${path}`);
      else if (from !== '' && !isTest(source) && order.indexOf(to) >= order.indexOf(from))
        faults.push(`${source.path} uses ${to}, which comes after ${from}`);
    }
  }
  return faults;
}

/** Lists the exports of doors that nobody imports. */
export function checkUnusedDoors(sources: readonly Source[]): string[] {
  const taken = new Map<string, Set<string>>();
  for (const { imports } of sources)
    for (const { path, names } of imports) {
      const known = taken.get(path) ?? new Set();
      for (const name of names) known.add(name);
      taken.set(path, known);
    }
  return sources
    .filter(({ path }) => isDoor(path))
    .flatMap(({ path, imports }) =>
      imports
        .flatMap(({ names, isReExport }) => (isReExport ? names : []))
        .flatMap((name) => (taken.get(path)?.has(name) ? [] : [`${path} lets ${name} through, which nobody takes`])),
    );
}

/** Finds circles of names by what each of them uses, with their way. */
function findCircles(usesOf: ReadonlyMap<string, Iterable<string>>): string[] {
  const done = new Set<string>();
  const faults: string[] = [];
  const visit = (name: string, way: readonly string[]): void => {
    const start = way.indexOf(name);
    if (start >= 0) {
      faults.push(`a circle: ${[...way.slice(start), name].join(' → ')}`);
      return;
    }
    if (done.has(name)) return;
    for (const next of usesOf.get(name) ?? []) visit(next, [...way, name]);
    done.add(name);
  };
  for (const name of usesOf.keys()) visit(name, []);
  return faults;
}

/** Files that import each other, in any direction, types included. */
export const checkCircles = (sources: readonly Source[]): string[] =>
  findCircles(new Map(sources.map(({ path, imports }) => [path, imports.map((one) => one.path)])));

/** `<domain>/<noun>` of a file in the folder of a noun, else ''. */
const nounOf = (path: string): string => /^src\/domains\/([^/]+\/[^/]+)\//.exec(path)?.[1] ?? '';

/** Nouns of one domain that import each other, by whatever way round. */
export function checkNouns(sources: readonly Source[]): string[] {
  const usesOf = new Map<string, Set<string>>();
  for (const source of sources.filter((one) => !isTest(one)))
    for (const { path } of source.imports) {
      const [from, to] = [nounOf(source.path), nounOf(path)];
      if (from === '' || to === '' || from === to || domainOf(path) !== domainOf(source.path)) continue;
      usesOf.set(from, (usesOf.get(from) ?? new Set()).add(to));
    }
  return findCircles(usesOf);
}

/** Finds the nouns with more files than one sees at a glance, tests aside: the count by `<domain>/<noun>`. */
export function findLargeNouns(sources: readonly Source[], most: number): Record<string, number> {
  const byNoun = Map.groupBy(
    sources.filter((one) => !isTest(one) && nounOf(one.path) !== ''),
    ({ path }) => nounOf(path),
  );
  return Object.fromEntries([...byNoun].flatMap(([noun, files]) => (files.length > most ? [[noun, files.length] as const] : [])));
}

/** Each table has one owner, is made by a migration, and is known by one of both. */
export function checkOwners({ ownership, platformTables, madeTables, typedTables }: DoorRules): string[] {
  const owners = new Map<string, string[]>();
  const own = (table: string, owner: string) => owners.set(table, [...(owners.get(table) ?? []), owner]);
  for (const [domain, { tables }] of Object.entries(ownership)) for (const table of tables) own(table, domain);
  for (const table of platformTables) own(table, 'platform');
  return [
    ...[...new Set([...madeTables, ...typedTables])].filter((table) => !owners.has(table)).map((table) => `nobody owns ${table}`),
    ...[...owners].filter(([, who]) => who.length > 1).map(([table, who]) => `${who.join(' and ')} own ${table}`),
    ...[...owners.keys()].filter((table) => !madeTables.includes(table)).map((table) => `no migration makes ${table}`),
  ];
}

export function checkTables(sources: readonly Source[], { order, ownership, platformTables }: DoorRules): string[] {
  const owners = new Map<string, string>(platformTables.map((table) => [table, 'platform']));
  for (const [domain, { tables }] of Object.entries(ownership)) for (const table of tables) owners.set(table, domain);
  const granted = new Map<string, boolean>();
  const faults: string[] = [];
  for (const [domain, { tables, grantedReads }] of Object.entries(ownership))
    for (const [table, readers] of Object.entries(grantedReads)) {
      if (!(tables as readonly string[]).includes(table)) faults.push(`${domain} lets others read ${table}, which it does not own`);
      for (const reader of Object.keys(readers)) {
        granted.set(`${table} ${reader}`, false);
        if (order.indexOf(reader) <= order.indexOf(domain)) faults.push(`${domain} lets ${reader} read ${table}, which comes before it`);
      }
    }
  for (const source of sources.filter((one) => !isTest(one))) {
    for (const line of source.unnamedTables) faults.push(`${source.path}:${line} does not say which table it means`);
    const user = ownerOf(source.path);
    for (const { table, kind, line } of source.tables) {
      const owner = owners.get(table);
      if (owner === undefined || owner === user) continue;
      // Functions of the database read leases, which code asks the platform for by an import.
      if (owner === 'platform' && kind === 'read' && source.path.startsWith('functions/')) continue;
      const key = `${table} ${user}`;
      if (kind === 'write') faults.push(`${source.path}:${line} writes ${table} of ${owner}`);
      else if (granted.has(key)) granted.set(key, true);
      else faults.push(`${source.path}:${line} reads ${table}, and ${owner} does not let it`);
    }
  }
  const unused = [...granted].filter(([, isUsed]) => !isUsed).map(([key]) => `nobody needs the read of ${key.replace(' ', ' by ')}`);
  return [...faults, ...unused];
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** Tables that a migration makes and no later one drops, as queries name them. */
export function tablesOfMigrations(migrations: readonly string[]): string[] {
  const all = migrations.join('\n').replace(/--.*$/gm, '');
  const dropped = new Set([...all.matchAll(/drop table (?:if exists )?([a-z_]+)/gi)].map(([, name = '']) => camel(name)));
  const made = [...all.matchAll(/create table (?:if not exists )?([a-z_]+)(?!\s+partition of)\b/gi)].map(([, name = '']) => camel(name));
  return [...new Set(made)].filter((name) => !dropped.has(name));
}
