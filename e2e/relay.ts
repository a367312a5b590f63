import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';

const turnserver = (process.env.PATH ?? '')
  .split(path.delimiter)
  .map((folder) => path.join(folder, 'turnserver'))
  .find((file) => existsSync(file));

/** Says how to get a relay where there is none. */
export const noRelay = turnserver ? '' : 'There is no coturn. This helps: apt-get install coturn';
export const relaySecret = 'secret-of-the-journey';

/** A relay on this machine that takes passwords with an expiry. @returns its process, and its end */
export async function startRelay(port: number): Promise<{ relay: ChildProcess; stop: () => Promise<void> }> {
  const own = [
    '--listening-ip=127.0.0.1',
    '--relay-ip=127.0.0.1',
    `--listening-port=${port}`,
    '--allow-loopback-peers',
    '--realm=parley.example',
  ];
  const plain = [
    '--no-tls',
    '--no-dtls',
    '--no-cli',
    '--use-auth-secret',
    `--static-auth-secret=${relaySecret}`,
    '--log-file=stdout',
    '-n',
  ];
  const relay = spawn(turnserver ?? '', [...own, ...plain], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    relay.stdout?.on('data', (chunk) => /main listener thread/i.test(String(chunk)) && resolve());
    relay.once('exit', () => reject(new Error('The relay did not start.')));
  });
  return {
    relay,
    async stop() {
      relay.kill('SIGCONT');
      relay.kill();
      await once(relay, 'exit');
    },
  };
}
