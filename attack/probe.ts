/**
 * Loaded into the program under attack before anything else: tells how long its main thread is held, and answers for names under
 * `attack.test`. The rest of the program is as it is built.
 *
 * What a turn of the event loop takes is counted in processor time of the main thread, so that a machine that is busy with something else is not taken for a
 * program that holds everybody up.
 */
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

/** Turns shorter than this are nobody's affair. */
const leastMs = 50;
const tickMs = 5;
const file = process.env.ATTACK_HELD_FILE;

function watchTurns(held: string): void {
  const workedMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let before = workedMs();
  // A timer that is due has its turn in each round of the loop: between two of them lies one round.
  setInterval(() => {
    const now = workedMs();
    if (now - before >= leastMs) appendFileSync(held, `${Math.round(now - before)}\n`);
    before = workedMs();
  }, tickMs).unref();
}

/** Address in the own network, which the installation allows: an attacker's provider or service listens there. */
const outside = '127.0.0.1';
/** Public, and nobody's (RFC 9637): a connection to it fails. */
const nowhere = '3fff::1';
const asked = new Map<string, number>();

/** `outside.…` is allowed, `inside.…` leads into the own network, `both.…` to either, and `turn.…` somewhere public first, and inside from then on. */
function addressesOf(host: string): { address: string; family: number }[] {
  const times = (asked.get(host) ?? 0) + 1;
  asked.set(host, times);
  const [inner, outer] = [
    { address: outside, family: 4 },
    { address: nowhere, family: 6 },
  ];
  if (host.startsWith('both.')) return [outer, inner];
  return host.startsWith('turn.') && times === 1 ? [outer] : [inner];
}

type Done = (error: Error | null, address: unknown, family?: number) => void;
type Options = { all?: boolean } | number;

function answerNames(): void {
  const { lookup } = dns;
  const { lookup: lookupLater } = dns.promises;
  const isOurs = (host: string) => host.toLowerCase().replace(/\.$/, '').endsWith('.attack.test');
  const patched = (host: string, options: Options | Done, done?: Done) => {
    const answer = (typeof options === 'function' ? options : done) as Done;
    if (!isOurs(host)) return lookup(host, options as never, done as never);
    const all = addressesOf(host.toLowerCase().replace(/\.$/, ''));
    const wantsAll = typeof options === 'object' && options.all === true;
    setImmediate(() => (wantsAll ? answer(null, all) : answer(null, all[0]?.address, all[0]?.family)));
  };
  const patchedLater = (host: string, options?: Options) => {
    if (!isOurs(host)) return lookupLater(host, options as never);
    const all = addressesOf(host.toLowerCase().replace(/\.$/, ''));
    return Promise.resolve(typeof options === 'object' && options.all === true ? all : all[0]);
  };
  Object.assign(dns, { lookup: patched });
  Object.assign(dns.promises, { lookup: patchedLater });
  syncBuiltinESMExports();
}

if (isMainThread && file) {
  watchTurns(file);
  answerNames();
}
