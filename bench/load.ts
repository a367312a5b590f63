import { Agent, request } from 'undici';

export type Load = {
  headers?: Record<string, string>;
  /** Sent in turn as JSON; without them the call is a GET. */
  bodies?: readonly string[];
  requests: number;
  atOnce: number;
};

/** Sends requests from so many lines at once and reads every answer. @returns requests a second @throws at the first that is not 200 */
export async function measureLoad(url: string, { headers = {}, bodies, requests, atOnce }: Load): Promise<number> {
  const dispatcher = new Agent({ connections: atOnce });
  const started = performance.now();
  let left = requests;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left > 0) {
        left -= 1;
        const body = bodies?.[left % bodies.length];
        const options =
          body === undefined ? { headers } : { method: 'POST' as const, headers: { ...headers, 'content-type': 'application/json' }, body };
        const answer = await request(url, { ...options, dispatcher });
        if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}: ${await answer.body.text()}`);
        await answer.body.arrayBuffer();
      }
    }),
  );
  const perSecond = requests / ((performance.now() - started) / 1000);
  await dispatcher.close();
  return perSecond;
}
