import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints, type JourneyInstance } from '@parley/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createStreamScenes } from '../../../../test/journeys.ts';
import { writeStream } from '../../../../test/streams.ts';
import { startVendors } from '../../../../test/vendors.ts';

/** A service that does what the path says, and remembers who asked. */
const asked: { path: string; method: string; key: string; body: string }[] = [];
const service = createServer((request, reply) => {
  const path = request.url?.split('?')[0] ?? '';
  let body = '';
  request.on('data', (chunk) => (body += String(chunk)));
  request.on('end', () => {
    asked.push({ path, method: request.method ?? '', key: String(request.headers['idempotency-key']), body });
    const times = asked.filter((one) => one.path === path).length;
    if (path === '/hang') return;
    if (path === '/late' && times === 1) return;
    if (path === '/busy' && times === 1) return void reply.writeHead(429, { 'retry-after': '1' }).end();
    if (path === '/broken') return void reply.writeHead(500).end('broken');
    if (path === '/huge') {
      const piece = Buffer.alloc(1024 ** 2, 'x');
      const more = () => {
        while (!reply.destroyed && reply.write(piece));
      };
      reply.on('drain', more);
      return more();
    }
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{"decision":"approved","at":{"$":"instant"}}');
  });
});
await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  service.closeAllConnections();
  service.close();
});
const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address, privateHosts: ['127.0.0.1'] } });
const { makeScene, publish, phoneOf, walks } = createStreamScenes(app, vendors);

const calling = (path: string, method: 'GET' | 'POST') =>
  writeStream('ask00001', {
    variables: [
      { name: 'income', type: 'Number', isSensitive: true },
      { name: 'decision', type: 'Text' },
    ],
    nodes: [
      { id: 'ask00001', type: 'input.number', name: 'Income', config: { text: { en: 'Your income?' }, asking: { variable: 'income' } } },
      {
        id: 'call0001',
        type: 'data.http',
        name: 'Score',
        config: {
          method,
          address: address + path,
          body: method === 'POST' ? { kind: 'json', text: '{"income": {{ income }} }' } : { kind: 'none' },
          timeoutSeconds: 1,
          picks: [{ path: 'decision', variable: 'decision' }],
        },
      },
      { id: 'yes00001', type: 'message.text', name: 'Offer', config: { text: { en: 'You are {{ decision }}.' } } },
      { id: 'wait0001', type: 'message.text', name: 'Wait', config: { text: { en: 'We will tell you.' } } },
      { id: 'no000001', type: 'message.text', name: 'No', config: { text: { en: 'It did not work.' } } },
      { id: 'end00001', type: 'mark.end', name: 'End', config: { outcome: 'done' } },
    ],
    edges: [
      ['ask00001', 'ok', 'call0001'],
      ['ask00001', 'invalid', 'end00001'],
      ['call0001', 'ok', 'yes00001'],
      ['call0001', 'unknown', 'wait0001'],
      ['call0001', 'error', 'no000001'],
      ['yes00001', 'next', 'end00001'],
      ['wait0001', 'next', 'end00001'],
      ['no000001', 'next', 'end00001'],
    ],
  });

test('calls are made outside of turns: answers are picked from, what is put off is asked again, and what left and was lost never is', async () => {
  const scene = await makeScene();
  const cases: [path: string, method: 'GET' | 'POST', last: string, times: number, state: string][] = [
    ['/good', 'POST', 'You are approved.', 1, 'DONE'],
    ['/busy', 'POST', 'You are approved.', 2, 'DONE'],
    ['/hang', 'POST', 'We will tell you.', 1, 'UNKNOWN'],
    ['/late', 'GET', 'You are approved.', 2, 'DONE'],
    ['/broken', 'POST', 'It did not work.', 1, 'FAILED'],
    ['/huge', 'GET', 'It did not work.', 1, 'FAILED'],
  ];
  await Promise.all(
    cases.map(async ([path, method, last, times, state], place) => {
      const id = await publish(scene, path.slice(1), calling(path, method));
      const phone = phoneOf(scene, `+91987650000${place}`);
      await phone.say(path.slice(1));
      await phone.shows('Your income?');
      await phone.say('45000');
      await vi.waitFor(async () => expect([path, (await phone.texts()).at(-1)]).toEqual([path, last]), 25_000);
      const requests = asked.filter((one) => one.path === path);
      expect([path, requests.length, new Set(requests.map(({ key }) => key)).size]).toEqual([path, times, 1]);
      if (method === 'POST') expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ income: 45000 });
      let walked: JourneyInstance | undefined;
      await vi.waitFor(async () => {
        [walked] = (await walks(scene.admin, { journeyId: id })) as JourneyInstance[];
        expect(walked).toMatchObject({ state: 'COMPLETED' });
      }, 20_000);
      const shown = await app.as(scene.admin).get(endpoints.journeyMonitor.get.path.replace(':instanceId', walked?.id ?? ''));
      expect(shown.body).not.toContain('45000');
      expect(shown.json().data.turns.flatMap(({ calls }: { calls: object[] }) => calls)).toMatchObject([{ kind: 'http', state }]);
    }),
  );
}, 60_000);
