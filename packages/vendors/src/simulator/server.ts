import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { hosts } from '../hosts.ts';
import { isSame } from '../wire/meta-graph/signature.ts';
import { createControl } from './control.ts';
import { createEngine } from './engine.ts';
import { familyOf } from './families.ts';
import type { SimAnswer } from './family.ts';
import { createFlowSandbox } from './flow-sandbox.ts';
import { openHookPoster } from './hook.ts';

/** Addresses of a simulator: anybody reaches the vendors' side, and only holders of its secret the control interface. */
export type SimulatorAddress = { url: string; controlUrl: string; secret: string };
export type Simulator = SimulatorAddress & { stop: () => Promise<void> };
type Place = { port?: number; host?: string };

const mostBytes = 20 * 1024 * 1024;
class TooLarge extends Error {}

/** Reads by the request's events: an iterator of chunks costs a fifth of the throughput. */
function readBody(request: http.IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
    });
    request.on('end', () => {
      if (size > mostBytes) reject(new TooLarge());
      else resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
    request.on('error', reject);
  });
}

function reply(response: http.ServerResponse, answer: SimAnswer): void {
  if (answer === 'cut') {
    response.socket?.destroy();
    return;
  }
  const body = answer.json === undefined ? (answer.body ?? '') : JSON.stringify(answer.json);
  const type = answer.contentType ?? (answer.json === undefined ? 'text/plain' : 'application/json');
  response.writeHead(answer.status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...answer.headers });
  response.end(body);
}

async function listen(answer: (request: http.IncomingMessage) => Promise<SimAnswer>, { port = 0, host = '127.0.0.1' }: Place) {
  const server = http.createServer({ keepAlive: true }, (request, response) => {
    answer(request).then(
      (answered) => reply(response, answered),
      (error: unknown) => {
        const isBad = error instanceof URIError || error instanceof TooLarge;
        reply(response, {
          status: error instanceof TooLarge ? 413 : isBad ? 400 : 500,
          json: { message: isBad ? 'Bad request' : String(error) },
        });
      },
    );
  });
  // The server keeps idle connections longer than clients do, so that none is closed under a request.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const listening = address && typeof address === 'object' ? address.port : port;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}`, stop };
}

const split = (request: http.IncomingMessage): { parts: string[]; query: URLSearchParams; method: string } => {
  const [path = '/', search = ''] = (request.url ?? '/').split('?', 2) as [string, string?];
  return { parts: path.split('/').slice(1), query: new URLSearchParams(search), method: request.method ?? 'GET' };
};

/**
 * The vendors of every sandbox channel, in one process. The vendors' side serves `/<host>/<channelId>/…` and `/media/<channelId>/…`. The
 * control interface (`/connections/…`), which sees all channels, has a listener of its own and asks for a secret: what a channel's adapter
 * may be talked into fetching can never be the control interface.
 */
export async function startSimulator({
  secret = randomBytes(32).toString('base64url'),
  control: controlPlace = {},
  ...place
}: Place & { control?: Place; secret?: string } = {}): Promise<Simulator> {
  const poster = openHookPoster();
  const engine = createEngine(poster, familyOf);
  const control = createControl(engine, createFlowSandbox(engine, poster, familyOf));

  async function answerAsVendor(request: http.IncomingMessage): Promise<SimAnswer> {
    const {
      parts: [name = '', channelId = '', ...rest],
      query,
      method,
    } = split(request);
    const body = await readBody(request);
    const channel = control.channels.get(channelId);
    if (name === 'media') {
      const media = channel?.media.get(rest[0] ?? '');
      return media ? { status: 200, body: media.bytes, contentType: media.mimeType } : { status: 404, body: 'No such media.' };
    }
    const family = channel && familyOf(channel);
    if (!family || !Object.hasOwn(hosts, name)) return { status: 404, json: { message: 'No channel of the sandbox is registered here.' } };
    channel.stats.requests += 1;
    const base = `${channel.origin}/${name}/${channelId}`;
    return family.answer({ method, path: `/${rest.join('/')}`, query, headers: request.headers, body, base, host: name }, channel, engine);
  }

  async function answerControl(request: http.IncomingMessage): Promise<SimAnswer> {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${secret}`)) {
      request.resume();
      return { status: 401, json: { message: 'The secret of the simulator is another one.' } };
    }
    const { parts, query, method } = split(request);
    const body = await readBody(request);
    return control.answer(method, parts.map(decodeURIComponent), query, () => JSON.parse(body.toString()) as unknown);
  }

  const vendors = await listen(answerAsVendor, place);
  const controls = await listen(answerControl, controlPlace).catch(async (error: unknown) => {
    await vendors.stop();
    throw error;
  });
  return {
    url: vendors.url,
    controlUrl: controls.url,
    secret,
    stop: async () => {
      engine.stop();
      await Promise.all([vendors.stop(), controls.stop()]);
      poster.close();
    },
  };
}
