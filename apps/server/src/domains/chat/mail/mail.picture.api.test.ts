import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@parley/contract';
import { expect, onTestFinished, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { createMailScenes, mail, mailConfig } from '../../../../test/mails.ts';
import { pagePolicy } from '../../../platform/http/security.ts';

const app = await startApp({ config: { ...mailConfig, privateHosts: ['localhost'] } });
const { as } = app;
const { scene } = createMailScenes(app);

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const pagePath = (chatId: string, number: number) =>
  endpoints.mailPages.get.path.replace(':chatId', chatId).replace(':number', String(number));

async function startPictures(answer: RequestListener): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { port: (server.address() as AddressInfo).port, stop };
}

test('pictures of a mail come by this server: of public addresses, by their content, no larger than 5 MB, and nothing of the reader goes to their server', async () => {
  const { admin, imap, socket } = await scene();
  const asked: { url: string; headers: Record<string, unknown> }[] = [];
  let port = 0;
  let sent = 0;
  const pictures = await startPictures((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    asked.push({ url: request.url ?? '', headers: request.headers });
    if (pathname === '/good') return response.setHeader('content-type', 'text/plain').end(png);
    if (pathname === '/moved') return response.writeHead(302, { location: '/good?a=1&b=2' }).end();
    if (pathname === '/inside') return response.writeHead(302, { location: `http://127.0.0.1:${port}/good` }).end();
    if (pathname === '/page') return response.setHeader('content-type', 'image/png').end('<!doctype html><script>alert(1)</script>');
    if (pathname === '/drawing')
      return response.setHeader('content-type', 'image/svg+xml').end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    if (pathname === '/said') return response.setHeader('content-length', 300 * 1024 ** 2).write(png);
    if (pathname === '/large') {
      response.write(png);
      const more = () => {
        sent += 64 * 1024;
        if (sent < 300 * 1024 ** 2) response.write(Buffer.alloc(64 * 1024), (error) => error ?? more());
        else response.end();
      };
      return more();
    }
    return response.writeHead(404).end();
  });
  onTestFinished(pictures.stop);
  port = pictures.port;
  const places = ['/good?a=1&amp;b=2', '/moved', '/inside', '/page', '/drawing', '/said', '/large', '/gone'];
  const images = Array.from({ length: 51 }, (_none, index) => `<img src="http://localhost:${port}${places[index] ?? `/${index}`}">`);
  const inner = `<img src="http://127.0.0.1:${port}/good">`;
  imap.deliver(mail({ 'MIME-Version': '1.0', 'Content-Type': 'text/html' }, [inner, ...images].join('')));
  const { chatId } = await socket.next('customerStartChat');
  const hidden = (await as(admin).get(pagePath(chatId, 2))).json().data;
  expect(hidden.pictures).toBe(50);
  expect(hidden.html).not.toContain(' src=');
  const { html } = (await as(admin).get(`${pagePath(chatId, 2)}?pictures=1`)).json().data;
  expect(html).not.toMatch(/src="http|data-remote/);
  const links = [...(html as string).matchAll(/src="([^"]+)"/g)].map(([, link]) => link as string);
  expect(links).toHaveLength(50);
  const faultOf = async (place: number) => {
    const answer = await app.stranger().get(links[place] as string);
    return [answer.statusCode, answer.json().data?.reason];
  };

  const good = await app.stranger().get(links[1] as string);
  expect(good.statusCode).toBe(200);
  expect(good.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'private, max-age=3600',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(good.rawPayload).toEqual(png);
  expect(asked[0]?.url).toBe('/good?a=1&b=2');
  expect(Object.keys(asked[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['cookie']));
  expect(Object.keys(asked[0]?.headers ?? {})).not.toEqual(expect.arrayContaining(['referer']));
  expect((await app.stranger().get(links[2] as string)).statusCode).toBe(200);
  expect(await faultOf(0)).toEqual([502, 'private']);
  expect(await faultOf(3)).toEqual([502, 'private']);
  expect(await faultOf(4)).toEqual([502, 'not_a_picture']);
  expect(await faultOf(5)).toEqual([502, 'not_a_picture']);
  expect(await faultOf(6)).toEqual([502, 'too_large']);
  expect(await faultOf(7)).toEqual([502, 'too_large']);
  expect(sent).toBeLessThan(50 * 1024 ** 2);
  expect(await faultOf(8)).toEqual([502, 'unanswered']);

  // A link is good for the pictures of its mail alone.
  const [path = '', token = ''] = (links[1] as string).split('?x-access-id=');
  const other = await scene();
  other.imap.deliver(mail({ 'MIME-Version': '1.0', 'Content-Type': 'text/html' }, inner));
  const foreign = await other.socket.next('customerStartChat');
  for (const wrong of [
    `${path}?x-access-id=${token}x`,
    path,
    `${path.replace('/mail/2/', '/mail/3/')}?x-access-id=${token}`,
    `${path.replace(chatId, foreign.chatId)}?x-access-id=${token}`,
    `${path}?x-access-id=${app.deps.secrets.sign(`mail-picture:${chatId}:2:${other.admin.enterpriseId}`, new Date(Date.now() + 60_000))}`,
  ])
    expect((await app.stranger().get(wrong)).json().code).toBe('chat.not_found');
  expect((await app.stranger().get(`${path.replace(/\d+$/, '51')}?x-access-id=${token}`)).statusCode).toBe(400);
});

test('pages of the console load pictures of this server alone', () => {
  expect(pagePolicy('n').split('; ')).toContain("img-src 'self' data: blob:");
});
