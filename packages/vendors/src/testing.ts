import http from 'node:http';
import { connect } from 'node:net';
import type { ChannelType, VendorName } from '@parley/contract';
import { createSimulatorControl, type SimulatorControl, startSimulator } from './simulator/index.ts';
import { type ChannelEvent, type Connection, type RawRequest, type VendorAdapter, type VendorIo, WireFailure } from './types.ts';

/** Network access of tests: Node's fetch, with the two kinds of failure told apart. */
export function testIo(): VendorIo {
  const tokens = new Map<string, Promise<{ value: string }>>();
  const sessions = new Map<string, Promise<{ value: object; close: () => Promise<void> | void }>>();
  return {
    fetch: async ({ url, method, headers, body }) => {
      try {
        const answer = await fetch(url, {
          method,
          headers,
          ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
        });
        return { status: answer.status, headers: Object.fromEntries(answer.headers), body: new Uint8Array(await answer.arrayBuffer()) };
      } catch (error) {
        const cause = (error as { cause?: { code?: string } }).cause?.code ?? '';
        throw new WireFailure(cause === 'ECONNREFUSED' ? 'connect' : 'sent', cause || String(error));
      }
    },
    now: () => new Date(),
    token: async (key, make, isFresh) => {
      const kept = isFresh ? undefined : tokens.get(key);
      const made = kept ?? make();
      tokens.set(key, made);
      return (await made).value;
    },
    connect: (host, port) => connect({ host, port, noDelay: true }),
    session: async (key, open) => {
      const kept = sessions.get(key) ?? open();
      sessions.set(key, kept);
      return (await kept).value as never;
    },
  };
}

export const testConnection = (vendor: VendorName, type: ChannelType, more: Partial<Connection> = {}): Connection => ({
  channelId: '01890000-0000-7000-8000-000000000001',
  type,
  vendor,
  contactId: '919800000001',
  config: {},
  environment: 'production',
  simulatorUrl: '',
  baseUrls: {},
  hookUrl: 'https://parley.example.com/hooks/x',
  ...more,
});

export const hookRequest = (body: unknown, more: Partial<RawRequest> = {}): RawRequest => ({
  method: 'POST',
  url: 'https://parley.example.com/hooks/x',
  query: {},
  headers: {},
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  ...more,
});

export type Bench = {
  io: VendorIo;
  control: SimulatorControl;
  /** A sandbox channel that is registered, with its callbacks coming in here */
  connect: (
    adapter: VendorAdapter,
    more: Partial<Connection>,
    templates?: Parameters<SimulatorControl['register']>[1]['templates'],
  ) => Promise<Connection>;
  /** The events that came for a channel, once `isEnough` says so */
  events: (connection: Connection, isEnough: (events: readonly ChannelEvent[]) => boolean) => Promise<ChannelEvent[]>;
  /** The callbacks as they came, for tests that read them with something of their own */
  raws: (connection: Connection) => RawRequest[];
  url: string;
  stop: () => Promise<void>;
};

/** A simulator and somebody who listens to its callbacks, each verified and parsed by the channel's adapter as it comes. */
export async function startBench(): Promise<Bench> {
  const simulator = await startSimulator();
  const control = createSimulatorControl(simulator);
  const known = new Map<string, { adapter: VendorAdapter; connection: Connection; events: ChannelEvent[]; raws: RawRequest[] }>();
  let wake: () => void = () => {};
  const hooks = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
      const channel = known.get(url.pathname.slice(1));
      const raw: RawRequest = {
        method: request.method ?? 'GET',
        url: url.href,
        query: Object.fromEntries(url.searchParams),
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks),
      };
      if (!channel || channel.adapter.verifyHook(raw, channel.connection, new Date()) === 'bad') {
        response.writeHead(403).end();
        return;
      }
      channel.raws.push(raw);
      channel.events.push(...channel.adapter.parseHook(raw, channel.connection));
      response.end();
      wake();
    });
  });
  await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve));
  const { port } = hooks.address() as { port: number };
  let channels = 0;
  return {
    io: testIo(),
    control,
    url: simulator.url,
    raws: (connection) => known.get(connection.channelId)?.raws ?? [],
    connect: async (adapter, more, templates = []) => {
      channels += 1;
      const channelId = `01890000-0000-7000-8000-${String(channels).padStart(12, '0')}`;
      const hookUrl = `http://127.0.0.1:${port}/${channelId}`;
      const type = adapter.types[0] as ChannelType;
      const connection = testConnection(adapter.vendor, type, {
        channelId,
        environment: 'sandbox',
        simulatorUrl: simulator.url,
        hookUrl,
        ...more,
      });
      const { vendor, contactId, config } = connection;
      await control.register(channelId, { vendor, type: connection.type, contactId, config: { ...config }, hookUrl, templates });
      await control.behave(channelId, { receiptDelayMs: 0 });
      known.set(channelId, { adapter, connection, events: [], raws: [] });
      return connection;
    },
    events: async (connection, isEnough) => {
      const { events } = known.get(connection.channelId) as { events: ChannelEvent[] };
      const until = Date.now() + 3000;
      while (!isEnough(events)) {
        if (Date.now() > until) throw new Error(`Not enough events came: ${JSON.stringify(events)}`);
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, 50);
        });
      }
      return events.splice(0);
    },
    stop: async () => {
      await simulator.stop();
      hooks.closeAllConnections();
      await new Promise((resolve) => hooks.close(resolve));
    },
  };
}
