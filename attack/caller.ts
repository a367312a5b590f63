import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { ErrorEnvelope, errorCatalog } from '@parley/contract';
import { Agent, request } from 'undici';
import type { Random } from '../apps/server/seed/random.ts';
import type { Findings, Tally } from './findings.ts';

export type Sent = { method: string; path: string; headers?: Record<string, string>; body?: string | Buffer };
export type Got = { status: number; headers: Record<string, string | string[] | undefined>; body: string };
export type Who = { name: string; token?: string };

/** Longer than the slowest call of the product may take: a reader of files is ended by its own limit before. */
const patienceMs = 60_000;
const readBytes = 4 * 1024 * 1024;
/** Matches text that an answer must never reveal: paths of our code, or error messages of the database. */
const insides = /node_modules|\/src\/|file:\/\/\/|select [^"]{1,200} from |insert into |violates |syntax error at/i;
/** Not one of ours: a captcha reader or an export must not count as a slip. */
const isJson = (headers: Got['headers']) => String(headers['content-type'] ?? '').includes('json');

/** RFC 7644, 3.12: providers read these and no envelope. */
function isScimError({ status, body }: Got): boolean {
  const { schemas, status: said, detail } = JSON.parse(body) as { schemas?: string[]; status?: string; detail?: string };
  return schemas?.[0] === 'urn:ietf:params:scim:api:messages:2.0:Error' && said === String(status) && typeof detail === 'string';
}

const mostSlowest = 8;
function noteSlowest({ slowest }: Tally, label: string, ms: number): void {
  slowest.push({ label, ms });
  slowest.sort((one, other) => other.ms - one.ms);
  slowest.length = Math.min(slowest.length, mostSlowest);
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, deflate: inflateSync };
/** Decodes by the answer's own encoding: a malformed Accept-Encoding header still asks for one. */
function decode(body: Buffer, encoding: string | string[] | undefined): string {
  const unpack = decoders[String(encoding) as keyof typeof decoders];
  try {
    return (unpack ? unpack(body) : body).toString('utf8');
  } catch {
    return body.toString('utf8');
  }
}

/** Sends requests as one assault; each answer is looked at as any client may: it comes, it is no failure of ours, and it tells nothing. */
export function createCaller(url: string, assault: string, findings: Findings, tally: Tally, random: Random) {
  const dispatcher = new Agent({ connections: 32, headersTimeout: patienceMs, bodyTimeout: patienceMs, pipelining: 1 });
  let limited = 0;

  /** Each caller that gives none comes from an address of its own: limits by address would hide what is behind them. */
  const someAddress = () => `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`;

  const explain = ({ method, path, headers, body }: Sent, got?: Got) =>
    `${method} ${path.slice(0, 300)} ${headers ? JSON.stringify(headers).slice(0, 200) : ''} ${body === undefined ? '' : `body ${body.toString().slice(0, 400)}`}${
      got ? ` -> ${got.status} ${got.body.slice(0, 300)}` : ''
    }`;

  function lookAt(sent: Sent, got: Got, label: string): void {
    // An outside service that fails, and ourselves when we are busy, are no failures: their envelope is looked at below.
    if (got.status >= 500 && got.status !== 502 && got.status !== 503)
      findings.add(assault, `${label}: HTTP ${got.status}`, explain(sent, got));
    if (got.status < 400) return;
    if (insides.test(got.body)) findings.add(assault, `${label}: the refusal tells of the program's inside`, explain(sent, got));
    if (!isJson(got.headers) || sent.method === 'HEAD') return;
    if (String(got.headers['content-type']).includes('scim')) {
      if (!isScimError(got)) findings.add(assault, `${label}: the refusal is none of SCIM`, explain(sent, got));
      return;
    }
    try {
      const envelope = ErrorEnvelope.parse(JSON.parse(got.body));
      const known = errorCatalog[envelope.code as keyof typeof errorCatalog];
      if (!known || known.status !== got.status)
        findings.add(assault, `${label}: ${got.status} with the code ${envelope.code}`, explain(sent, got));
    } catch {
      findings.add(assault, `${label}: the refusal is no envelope`, explain(sent, got));
    }
  }

  return {
    explain,
    limitedCount: () => limited,
    /** @returns the answer, or undefined where the connection was closed without one */
    async send(who: Who, sent: Sent, label: string): Promise<Got | undefined> {
      tally.calls += 1;
      const headers: Record<string, string> = { 'x-forwarded-for': someAddress(), ...sent.headers };
      if (who.token !== undefined) headers['authentication-token'] = who.token;
      const started = performance.now();
      try {
        const answer = await request(`${url}${sent.path}`, {
          method: sent.method as 'POST',
          headers,
          dispatcher,
          ...(sent.body === undefined ? {} : { body: sent.body }),
        });
        const chunks: Buffer[] = [];
        let size = 0;
        for await (const chunk of answer.body as AsyncIterable<Buffer>) {
          size += chunk.length;
          if (size <= readBytes) chunks.push(chunk);
        }
        const got = {
          status: answer.statusCode,
          headers: answer.headers,
          body: decode(Buffer.concat(chunks), answer.headers['content-encoding']),
        };
        noteSlowest(tally, label, Math.round(performance.now() - started));
        if (got.status === 429) limited += 1;
        lookAt(sent, got, label);
        return got;
      } catch (error) {
        const ms = performance.now() - started;
        const code = (error as { code?: string }).code ?? (error as Error).name;
        if (ms >= patienceMs - 1000) findings.add(assault, `${label}: no answer in ${Math.round(ms / 1000)} s`, explain(sent));
        // An early refusal closes the connection while a large body is still being sent: that is an end, not a failure.
        const isEnd = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(code);
        // A request that the client refuses to send stays in its pool and blocks the ones after it: no draw may be such a request.
        if (!isEnd && ms < patienceMs - 1000) findings.add(assault, `${label}: ${code}`, `${explain(sent)} ${String(error)}`);
        return undefined;
      }
    },
    close: () => dispatcher.destroy(),
  };
}
export type Caller = ReturnType<typeof createCaller>;

/** Runs work from several lines at once, in the order of the list. */
export async function eachOf<T>(items: readonly T[], atOnce: number, work: (item: T, index: number) => Promise<void>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(atOnce, items.length) }, async () => {
      for (let index = next++; index < items.length; index = next++) await work(items[index] as T, index);
    }),
  );
}
