/**
 * Backs an installation up, and restores it into a new PostgreSQL: `npm run backup -- <new folder>`, `npm run restore -- <folder>`, with the
 * settings of the program (DATABASE_URL, DATA_DIR, SECRETS_KEY). It needs `pg_dump` and `pg_restore`, of the server's version or newer. The
 * embedded database is backed up by a copy of DATA_DIR while the program is stopped.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { type Config, ConfigError, readConfig } from '../apps/server/src/config.ts';
import { ensureReportingRole } from '../apps/server/src/platform/db/reporting.ts';
import { ensureRole } from '../apps/server/src/platform/db/role.ts';

class Refused extends Error {}

/**
 * @property migration the newest one that the database had
 * @property keyMark a hash of the installation's key, so that a restore with another one is refused before anything is unreadable
 */
type Manifest = { madeAt: string; migration: string; keyMark: string };

const places = (folder: string) => ({
  dump: path.join(folder, 'database.dump'),
  manifest: path.join(folder, 'manifest.json'),
  files: path.join(folder, 'files'),
  key: path.join(folder, 'secrets.key'),
});

const isEmpty = (folder: string) => !existsSync(folder) || readdirSync(folder).length === 0;
const markOf = (key: string) => createHash('sha256').update(`parley backup ${key.trim().toLowerCase()}`).digest('hex').slice(0, 16);

function ownUrl({ databaseUrl }: Config): string {
  if (databaseUrl) return databaseUrl;
  throw new Refused('There is no DATABASE_URL. An embedded database is backed up by a copy of DATA_DIR while the program is stopped.');
}

/** The key of the setting, or of the file in DATA_DIR. */
function findKey({ secretsKey, dataDir }: Config): string | undefined {
  if (secretsKey) return secretsKey;
  const file = path.join(dataDir, 'secrets.key');
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The password goes by the environment: the arguments of a program can be read by everybody on the machine. */
function runTool(name: string, args: string[], url: string): void {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const env = {
    ...process.env,
    PGHOST: searchParams.get('host') ?? hostname,
    PGPORT: port || '5432',
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(searchParams.has('sslmode') ? { PGSSLMODE: searchParams.get('sslmode') ?? '' } : {}),
  };
  const { status, error, stderr } = spawnSync(name, args, { env, stdio: ['ignore', 'inherit', 'pipe'], encoding: 'utf8' });
  if (error) throw new Refused(`${name} was not found. This helps: apt-get install postgresql-client`);
  if (status !== 0) throw new Refused(`${name} ended with ${status}:\n${stderr.trim()}`);
}

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Writes database, files and key into a new folder. The program may run meanwhile: the dump is of one moment, and files are copied before it, since
 * some of them may be deleted after it, and once more behind it for those that were new.
 */
export async function makeBackup(config: Config, folder: string): Promise<{ hasFiles: boolean; hasKey: boolean }> {
  const url = ownUrl(config);
  if (!isEmpty(folder)) throw new Refused(`${folder} is not empty.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { dump, manifest, files, key } = places(folder);
  const copyFiles = () => {
    const from = path.join(config.dataDir, 'files');
    if (!config.s3 && existsSync(from)) cpSync(from, files, { recursive: true, force: false });
  };
  copyFiles();
  const migration = await onDatabase(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select max(name) as name from migrations');
    return rows[0]?.name ?? '';
  });
  // The views of readers by SQL belong to a role of their own; without their owner they would show every enterprise. A start makes them.
  runTool('pg_dump', ['--format=custom', '--no-owner', '--exclude-schema=reporting', `--file=${dump}`], url);
  copyFiles();
  const found = findKey(config);
  // A key given by a setting is kept where settings are kept.
  if (found && !config.secretsKey) writeFileSync(key, found, { mode: 0o600 });
  const told: Manifest = { madeAt: new Date().toISOString(), migration, keyMark: found ? markOf(found) : '' };
  // Last: a folder without it is not whole.
  writeFileSync(manifest, JSON.stringify(told));
  return { hasFiles: existsSync(files), hasKey: existsSync(key) };
}

/** Fills an empty database and an empty DATA_DIR/files: roles first, then the dump in one transaction, then the files. */
export async function restoreBackup(config: Config, folder: string): Promise<Manifest> {
  const url = ownUrl(config);
  const { dump, manifest, files, key } = places(folder);
  if (!existsSync(manifest) || !existsSync(dump)) throw new Refused(`${folder} holds no whole backup.`);
  const told = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest;
  const ownKey = findKey(config) ?? (existsSync(key) ? readFileSync(key, 'utf8') : undefined);
  if (told.keyMark && (!ownKey || markOf(ownKey) !== told.keyMark))
    throw new Refused(
      'SECRETS_KEY is not the key of this backup. Without it nobody reads the credentials of channels, and nobody signs in.',
    );
  const ownFiles = path.join(config.dataDir, 'files');
  if (existsSync(files) && !isEmpty(ownFiles)) throw new Refused(`${ownFiles} is not empty.`);
  await onDatabase(url, async (client) => {
    const { rows } = await client.query("select from pg_tables where schemaname not in ('pg_catalog', 'information_schema') limit 1");
    if (rows.length > 0) throw new Refused('The database of DATABASE_URL is not empty. A backup is restored into a new one.');
    // The dump grants to it.
    await ensureRole(client);
    // A dump of an installation whose login may not make it does not name it.
    await ensureReportingRole(client).catch(() => undefined);
  });
  runTool(
    'pg_restore',
    ['--no-owner', '--no-comments', '--exit-on-error', '--single-transaction', `--dbname=${new URL(url).pathname.slice(1)}`, dump],
    url,
  );
  await onDatabase(url, (client) => client.query('analyze'));
  mkdirSync(config.dataDir, { recursive: true });
  if (existsSync(files)) cpSync(files, ownFiles, { recursive: true });
  if (existsSync(key) && !findKey(config)) writeFileSync(path.join(config.dataDir, 'secrets.key'), readFileSync(key), { mode: 0o600 });
  return told;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , verb, folder] = process.argv;
  try {
    if (!folder || (verb !== 'make' && verb !== 'restore'))
      throw new Refused('npm run backup -- <new folder>, or npm run restore -- <folder>');
    const config = readConfig(process.env, []);
    if (verb === 'make') {
      const { hasFiles, hasKey } = await makeBackup(config, folder);
      const missing = [hasFiles ? '' : 'no files', hasKey ? '' : 'no key: keep SECRETS_KEY yourself'].filter(Boolean);
      console.log(`${folder} holds the database${missing.length > 0 ? `, but ${missing.join(' and ')}` : ', the files and the key'}.`);
    } else {
      const { madeAt } = await restoreBackup(config, folder);
      console.log(
        `The database and the files are as on ${madeAt}. Start the program with the same settings; then erase again whom it erased since.`,
      );
    }
  } catch (error) {
    console.error(error instanceof Refused || error instanceof ConfigError ? error.message : error);
    process.exitCode = 1;
  }
}
