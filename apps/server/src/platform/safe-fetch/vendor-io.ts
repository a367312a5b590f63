import { createHash } from 'node:crypto';
import { type Connection, isOfSandboxChannel, type VendorIo, WireFailure } from '@parley/vendors';
import { connectSafely } from './safe-fetch.ts';
import { sendWire, WireError } from './wire.ts';

const timeoutMs = 20_000;
const maxBytes = 26 * 1024 * 1024; // a file of a customer is kept up to 25 MB
const renewAt = 0.8;
const idleMs = 60_000;
/** Addresses of one channel whose judgement is kept: some vendors have one for each number. */
const mostReaches = 100;

type Token = { value: string; renewAt: number };
type Session = { opened: Promise<{ value: object; close: () => Promise<void> | void }>; usedAt: number };

export type VendorIos = { of: (connection: Connection) => VendorIo; close: () => Promise<void> };

/** Tells whether an address is the base or lies under it, as it will be dialled. */
function isUnder(base: string, address: string): boolean {
  if (!URL.canParse(base)) return false;
  const [root, { origin, pathname }] = [new URL(base), new URL(address)];
  const path = root.pathname.replace(/\/$/, '');
  return origin === root.origin && (pathname === path || pathname.startsWith(`${path}/`));
}

/**
 * Decides whether a channel's adapter may dial an address. A sandbox channel: its own paths of the simulator and nothing else. Any other:
 * addresses of the open net, and in the own network exactly what the installation named for vendors, and its own callback.
 */
function reachOf(connection: Connection, address: string): 'trusted' | 'public' | 'refused' {
  if (!URL.canParse(address)) return 'refused';
  if (connection.environment === 'sandbox') return isOfSandboxChannel(connection, address) ? 'trusted' : 'refused';
  const isNamed = Object.values(connection.baseUrls).some((base) => isUnder(base, address)) || address === connection.hookUrl;
  return isNamed ? 'trusted' : 'public';
}

/** Mail servers in the own network that the installation allows: those that it names itself. */
export const ownHostsOf = (baseUrls: Readonly<Record<string, string>>): string[] =>
  [baseUrls.imap, baseUrls.smtp].flatMap((url) => (url && URL.canParse(url) ? [new URL(url).hostname] : []));

/**
 * Makes the connections of adapters: one pool of connections, tokens and sessions for the process, kept apart by channel and its secrets.
 */
export function createVendorIos({ now }: { now: () => Date }): VendorIos {
  const tokens = new Map<string, Token>();
  const making = new Map<string, Promise<string>>();
  const sessions = new Map<string, Session>();
  const sweep = setInterval(() => {
    for (const [key, session] of sessions) if (session.usedAt + idleMs < Date.now()) endSession(key, session).catch(() => {});
  }, idleMs / 2);
  sweep.unref();

  function endSession(key: string, session: Session): Promise<void> {
    sessions.delete(key);
    return session.opened.then(({ close }) => close()).catch(() => {});
  }

  async function makeToken(key: string, make: Parameters<VendorIo['token']>[1]): Promise<string> {
    const { value, expiresInSeconds } = await make();
    tokens.set(key, { value, renewAt: Date.now() + expiresInSeconds * 1000 * renewAt });
    return value;
  }

  return {
    of(connection) {
      // Keyed by the secrets, so that no earlier token or session is used once they change.
      const secrets = createHash('sha256').update(JSON.stringify(connection.config)).digest('hex').slice(0, 16);
      const reaches = new Map<string, ReturnType<typeof reachOf>>();
      const judged = (address: string) => {
        const known = reaches.get(address);
        if (known) return known;
        if (reaches.size >= mostReaches) reaches.clear();
        const reach = reachOf(connection, address);
        reaches.set(address, reach);
        return reach;
      };
      const own = (key: string) => `${connection.channelId}:${secrets}:${key}`;
      return {
        now,
        async fetch(request) {
          const reach = judged(request.url);
          if (reach === 'refused') throw new WireFailure('connect', 'This channel may not reach that address.');
          try {
            return await sendWire(request, { timeoutMs, maxBytes, isTrusted: reach === 'trusted' });
          } catch (error) {
            if (error instanceof WireError) throw new WireFailure(error.phase, error.message);
            throw error;
          }
        },
        connect(host, port) {
          if (connection.environment === 'sandbox') throw new WireFailure('connect', 'This channel may not reach that address.');
          return connectSafely(host, port, ownHostsOf(connection.baseUrls));
        },
        token(name, make, isFresh = false) {
          const key = own(name);
          const known = tokens.get(key);
          if (!isFresh && known && known.renewAt > Date.now()) return Promise.resolve(known.value);
          const running = making.get(key);
          if (running !== undefined) return running;
          const made = makeToken(key, make).finally(() => making.delete(key));
          making.set(key, made);
          return made;
        },
        async session<T extends object>(name: string, open: () => Promise<{ value: T; close: () => Promise<void> | void }>): Promise<T> {
          const key = own(name);
          let session = sessions.get(key);
          if (!session) {
            session = { opened: open(), usedAt: Date.now() };
            sessions.set(key, session);
            session.opened.catch(() => sessions.delete(key));
          }
          session.usedAt = Date.now();
          return (await session.opened).value as T;
        },
      };
    },
    async close() {
      clearInterval(sweep);
      await Promise.all([...sessions].map(([key, session]) => endSession(key, session)));
    },
  };
}
