import http from 'node:http';
import https from 'node:https';
import type { HookCall } from './family.ts';

export type HookPoster = { post: (call: HookCall) => Promise<boolean>; close: () => void };

/** Calls back over kept connections; whether the other side took it. */
export function openHookPoster(): HookPoster {
  const agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: 16 }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: 16 }),
  };
  const post = (call: HookCall): Promise<boolean> =>
    new Promise((resolve) => {
      if (!URL.canParse(call.url)) return resolve(false);
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
          response.resume();
          response.on('close', () => resolve(response.statusCode !== undefined && response.statusCode < 300));
        },
      );
      request.on('timeout', () => request.destroy());
      request.on('error', () => resolve(false));
      request.end(call.body);
    });
  const close = () => {
    for (const agent of Object.values(agents)) agent.destroy();
  };
  return { post, close };
}
