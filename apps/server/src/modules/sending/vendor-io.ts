import { createHash } from 'node:crypto';
import { type Connection, type VendorIo, WireFailure } from '@parley/vendors';
import { sendWire, WireError } from '#platform/safe-fetch/wire.ts';
import type { Deps } from '../../deps.ts';

const timeoutMs = 20_000;
const maxBytes = 20 * 1024 * 1024;
const renewAt = 0.8;
const idleMs = 60_000;

type Token = { value: string; renewAt: number };
type Session = { opened: Promise<{ value: object; close: () => Promise<void> | void }>; usedAt: number };

export type VendorIos = { of: (connection: Connection) => VendorIo; close: () => Promise<void> };

const hostOf = (url: string): string[] => (URL.canParse(url) ? [new URL(url).hostname] : []);

/** How adapters reach out: one pool of connections, tokens and sessions for the process, kept apart by channel and its secrets. */
export function createVendorIos(deps: Pick<Deps, 'config' | 'now'>): VendorIos {
  const tokens = new Map<string, Token>();
  const making = new Map<string, Promise<string>>();
  const sessions = new Map<string, Session>();
  const ownHosts = [...deps.config.privateHosts, ...Object.values(deps.config.vendorUrls).flatMap(hostOf)];
  const sweep = setInterval(() => {
    for (const [key, session] of sessions) if (session.usedAt + idleMs < Date.now()) void endSession(key, session);
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
      // A changed secret finds no token and no session of before.
      const secrets = createHash('sha256').update(JSON.stringify(connection.config)).digest('hex').slice(0, 16);
      const own = (key: string) => `${connection.channelId}:${secrets}:${key}`;
      const allowedHosts = connection.environment === 'sandbox' ? [...ownHosts, ...hostOf(connection.simulatorUrl)] : ownHosts;
      return {
        now: deps.now,
        async fetch(request) {
          try {
            return await sendWire(request, { timeoutMs, maxBytes, allowedHosts });
          } catch (error) {
            if (error instanceof WireError) throw new WireFailure(error.phase, error.message);
            throw error;
          }
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
