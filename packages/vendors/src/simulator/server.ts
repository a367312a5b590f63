import http from 'node:http';
import { hosts } from '../hosts.ts';
import { createControl } from './control.ts';
import { createEngine } from './engine.ts';
import { familyOf } from './families.ts';
import type { SimAnswer } from './family.ts';
import { openHookPoster } from './hook.ts';

export type Simulator = { url: string; stop: () => Promise<void> };

const mostBytes = 20 * 1024 * 1024;
class TooLarge extends Error {}

/** By its events: an iterator of chunks costs a fifth of the throughput. */
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

/**
 * The vendors' side of every sandbox channel, in one process: `/<host>/<channelId>/…` is the vendor, `/control/…` the person who watches.
 * It holds nothing but what its callers invented, so it listens on loopback unless told otherwise.
 */
export async function startSimulator({ port = 0, host = '127.0.0.1' }: { port?: number; host?: string } = {}): Promise<Simulator> {
  const poster = openHookPoster();
  const engine = createEngine(poster, familyOf);
  const control = createControl(engine);

  async function answer(request: http.IncomingMessage): Promise<SimAnswer> {
    const [path = '/', search = ''] = (request.url ?? '/').split('?', 2) as [string, string?];
    const [name = '', channelId = '', ...rest] = path.split('/').slice(1);
    const body = await readBody(request);
    const query = new URLSearchParams(search);
    const method = request.method ?? 'GET';
    const origin = `http://${request.headers.host ?? `${host}:${port}`}`;
    if (name === 'control')
      return control.answer(
        method,
        [channelId, ...rest].map(decodeURIComponent),
        query,
        () => JSON.parse(body.toString()) as unknown,
        origin,
      );
    const channel = control.channels.get(channelId);
    if (name === 'media') {
      const media = channel?.media.get(rest[0] ?? '');
      return media ? { status: 200, body: media.bytes, contentType: media.mimeType } : { status: 404, body: 'No such media.' };
    }
    const family = channel && familyOf(channel);
    if (!family || !Object.hasOwn(hosts, name)) return { status: 404, json: { message: 'No channel of the sandbox is registered here.' } };
    channel.stats.requests += 1;
    const base = `${origin}/${name}/${channelId}`;
    return family.answer({ method, path: `/${rest.join('/')}`, query, headers: request.headers, body, base, host: name }, channel, engine);
  }

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
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}`,
    stop: async () => {
      engine.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      poster.close();
    },
  };
}
