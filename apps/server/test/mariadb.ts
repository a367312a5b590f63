import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { freePort } from './ports.ts';

const run = promisify(execFile);
const programs = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/local/bin'];
const find = (name: string) => programs.map((folder) => path.join(folder, name)).find((file) => existsSync(file));

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: 1000 });
    const end = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket
      .once('data', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false))
      .once('close', () => end(false));
  });

/** @property certificate of the authority that has signed the server's, which names localhost and 127.0.0.1; '': it has no TLS */
export type MariaDb = { port: number; certificate: string; admin: (sql: string) => Promise<unknown>; stop: () => Promise<void> };

const adminOf = (port: number) => async (sql: string) => {
  const connection = await createConnection({ host: '127.0.0.1', port, user: 'root', password: '' });
  try {
    return (await connection.query(sql))[0];
  } finally {
    await connection.end();
  }
};

function makeCertificate(folder: string): string {
  if (!find('openssl')) return '';
  const at = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', at('key.pem'), '-out', at('cert.pem'), ...subject);
  return readFileSync(at('cert.pem'), 'utf8').trim();
}

async function startOwn(program: string, installer: string): Promise<MariaDb> {
  const folder = mkdtempSync(path.join(tmpdir(), 'mariadb-'));
  const [data, socket] = [path.join(folder, 'data'), path.join(folder, 's')];
  mkdirSync(data);
  const user = `--user=${userInfo().username}`;
  await run(installer, ['--no-defaults', '--auth-root-authentication-method=normal', '--skip-test-db', `--datadir=${data}`, user]);
  const certificate = makeCertificate(folder);
  const port = await freePort();
  const tls = certificate ? [`--ssl-cert=${path.join(folder, 'cert.pem')}`, `--ssl-key=${path.join(folder, 'key.pem')}`] : [];
  const memory = ['--innodb-buffer-pool-size=16M', '--performance-schema=OFF'];
  const where = [
    `--datadir=${data}`,
    `--socket=${socket}`,
    `--pid-file=${path.join(folder, 'pid')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
  ];
  const child = spawn(program, ['--no-defaults', user, ...where, ...tls, ...memory, '--local-infile=ON'], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for (let tries = 0; !(await answers(port)); tries += 1) {
    if (tries > 300 || child.exitCode !== null) throw new Error('MariaDB did not start.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { port, certificate, admin: adminOf(port), stop };
}

/**
 * A real MariaDB: one of our own where its program is on this machine, with TLS where there is openssl; otherwise the one at 127.0.0.1:3306
 * (root without a password).
 * @returns undefined where there is neither
 */
export async function startMariaDb(): Promise<MariaDb | undefined> {
  const [program, installer] = [find('mariadbd'), find('mariadb-install-db')];
  if (program && installer) return startOwn(program, installer);
  if (!(await answers(3306))) return undefined;
  return { port: 3306, certificate: '', admin: adminOf(3306), stop: () => Promise.resolve() };
}
