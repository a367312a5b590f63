/** A changed file by its path from the root; the text of one that is gone is ''. */
export type Changed = { path: string; text: string };

const domain = (name: string) => `apps/server/src/domains/${name}/`;

/** Tests of the server that notice a change of a package: of the domains that do the most with it. Paths are beginnings, as vitest takes them. */
const byPackage: Readonly<Record<string, readonly string[]>> = {
  hours: [domain('account/calendar')],
  journey: [domain('journey'), 'apps/server/test/stream'],
  vendors: [domain('channel'), domain('messaging')],
  nlu: [domain('bot')],
};

/** Tests that read the whole schema: the wall between enterprises, the expected tables and functions, and what is held of people. */
const ofSchema = ['apps/server/src/platform/db/', 'apps/server/test/tenancy.api.test.ts', 'apps/server/src/personal-data.api.test.ts'];

const wordsOf = (sql: string): string[] => sql.replace(/--.*$/gm, '').match(/[a-z_]+/g) ?? [];

/**
 * Lists the folders and files of the server's tests that say whether changes hold; the contract's folders have the domains' names.
 * @param ownerOf the domain of a table, by its name in the database
 */
export function serverTestsOf(changed: readonly Changed[], ownerOf: ReadonlyMap<string, string>): string[] {
  const reached = changed.flatMap(({ path, text }) => {
    const [, touched] = /^(?:apps\/server\/(?:src\/domains|functions)|packages\/contract\/src)\/([a-z]+)\//.exec(path) ?? [];
    if (/^apps\/server\/(?:migrations|functions)\//.test(path)) {
      const owners = wordsOf(text).flatMap((word) => ownerOf.get(word) ?? []);
      return [...ofSchema, ...[...owners, touched].flatMap((name) => (name && name !== 'platform' ? [domain(name)] : []))];
    }
    if (touched !== undefined) return [domain(touched)];
    const [, name = ''] = /^packages\/([a-z]+)\/src\//.exec(path) ?? [];
    if (Object.hasOwn(byPackage, name) && !path.endsWith('.test.ts')) return byPackage[name] ?? [];
    const [platform] = /^apps\/server\/src\/platform\/[a-z-]+\//.exec(path) ?? [];
    if (platform !== undefined) return [platform];
    return /^apps\/server\/(?:test|seed)\/.*\.test\.ts$/.test(path) ? [path] : [];
  });
  return [...new Set(reached)];
}
