import http from 'node:http';
import https from 'node:https';
import type { HookCall } from './family.ts';

/**
 * @property post calls back over kept connections; it says whether the other side took it
 * @property ask the same, with what the other side answers; undefined where nothing came
 */
export type HookPoster = {
  post: (call: HookCall) => Promise<boolean>;
  ask: (call: HookCall) => Promise<{ status: number; body: string } | undefined>;
  close: () => void;
};

const mostAnswer = 1_000_000;

export function openHookPoster(): HookPoster {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: 16 }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: 16 }),
  };
  const ask: HookPoster['ask'] = (call) =>
    new Promise((resolve) => {
      if (!URL.canParse(call.url)) return resolve(undefined);
      const url = new URL(call.url);
      const isSecure = url.protocol === 'https:';
      const request = (isSecure ? https : http).request(
        url,
        {
          method: call.method ?? 'POST',
          agent: isSecure ? agents['https:'] : agents['http:'],
          headers: { ...call.headers, 'content-length': Buffer.byteLength(call.body) },
          timeout: 15_000,
        },
        (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size <= mostAnswer) chunks.push(chunk);
          });
          response.on('close', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
        },
      );
      request.on('timeout', () => request.destroy());
      request.on('error', () => resolve(undefined));
      request.end(call.body);
    });
  const post = async (call: HookCall): Promise<boolean> => {
    const answered = await ask(call);
    return answered !== undefined && answered.status > 0 && answered.status < 300;
  };
  const close = () => {
    for (const agent of Object.values(agents)) agent.destroy();
  };
  return { post, ask, close };
}
