import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import { makeCertificate } from '../../../../test/certificates.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { startImap } from '../../../../test/imap.ts';
import { createMailScenes, mail, mailboxPath, mailConfig, mailPatience as patience, startSmtp } from '../../../../test/mails.ts';

const trusted = makeCertificate('IP:127.0.0.1', 'DNS:localhost');
const foreign = makeCertificate('DNS:mail.other.example');
const unknown = makeCertificate('IP:127.0.0.1');
// Authorities of the installation's own beside the known ones, which NODE_EXTRA_CA_CERTS adds to the program.
const before = getCACertificates('default');
setDefaultCACertificates([...before, ...[trusted, foreign].flatMap((one) => (one ? [one.cert] : []))]);
afterAll(() => setDefaultCACertificates(before));

/** Gives tokens out, each once; what it was asked with. */
const tokens = { isRefusing: false, given: 0, forms: [] as URLSearchParams[] };
const tokenServer = createServer((request, reply) => {
  let body = '';
  request.on('data', (bytes: Buffer) => (body += bytes.toString()));
  request.on('end', () => {
    tokens.forms.push(new URLSearchParams(body));
    if (tokens.isRefusing) {
      reply.writeHead(400, { 'content-type': 'application/json' });
      return reply.end('{"error":"invalid_grant","error_description":"The refresh token was taken back."}');
    }
    tokens.given += 1;
    reply.writeHead(200, { 'content-type': 'application/json' });
    return reply.end(JSON.stringify({ access_token: `token-${tokens.given}`, expires_in: 3600 }));
  });
});
await new Promise<void>((resolve) => tokenServer.listen(0, '127.0.0.1', resolve));
afterAll(() => tokenServer.close());
const tokenUrl = `http://127.0.0.1:${(tokenServer.address() as AddressInfo).port}/token`;

const app = await startApp({ config: { ...mailConfig, vendorUrls: { ...mailConfig.vendorUrls, tokens: tokenUrl } } });
const { as } = app;
const { makeChannel, readState, connect } = createMailScenes(app);
const base = { host: '127.0.0.1', username: 'help@shop.example', password: 'secret-of-a-test', authservId: 'mx.shop.example' };

async function makeDesk() {
  const admin = await app.makeUser();
  const agent = await app.makeUser({ enterprise: admin, roles: [3] });
  return { admin, channelId: await makeChannel(admin), socket: await connect(agent) };
}
async function startServers(options: Parameters<typeof startImap>[0]) {
  const imap = await startImap(options);
  onTestFinished(() => imap.stop());
  return imap;
}
const save = async (admin: TestUser, channelId: string, form: object) =>
  expect((await as(admin).put(mailboxPath(channelId), { ...base, version: 0, ...form })).json()).toMatchObject({ status: true });
const tryOut = async (admin: TestUser, channelId: string, form: object) =>
  (await as(admin).post(`${mailboxPath(channelId)}/test`, { ...base, ...form })).json().data as { isOk: boolean; steps: object[] };
const stateIs = (admin: TestUser, channelId: string, state: object) =>
  vi.waitFor(async () => expect(await readState(admin, channelId)).toMatchObject(state), patience);

describe.skipIf(!trusted)('encrypted lines', () => {
  test.each([
    ['tls', false],
    ['starttls', true],
  ] as const)('a mailbox is read and answered by %s to servers whose authority is the installation’s own', async (security, isUpgraded) => {
    const tls = { ...(trusted as { key: string; cert: string }), isUpgraded };
    const { admin, channelId, socket } = await makeDesk();
    const [imap, smtp] = [await startServers({ tls }), await startSmtp({ tls })];
    const form = { security, port: imap.port, smtpHost: '127.0.0.1', smtpPort: smtp.port, smtpSecurity: security };
    expect(await tryOut(admin, channelId, form)).toMatchObject({ isOk: true });
    await save(admin, channelId, form);
    await stateIs(admin, channelId, { state: 'ON' });
    imap.deliver(mail());
    const { chatId } = await socket.next('customerStartChat');
    await socket.ask('agentPickupChat', { chatId });
    await socket.ask('agentReply', { chatId, key: 'key-1', message: 'By a safe line' });
    await vi.waitFor(() => expect(smtp.mails.filter(({ raw }) => raw.includes('By a safe line'))).toHaveLength(1), patience);
    expect(imap.commands.includes('STARTTLS')).toBe(isUpgraded);
  });

  test('a certificate of another name, of an unknown authority, and a server without encryption are told in words, and no login is sent', async () => {
    const { admin, channelId } = await makeDesk();
    const other = 'The certificate of the server is for another name than 127.0.0.1.';
    const nobody = 'Nobody whom this installation trusts has signed the certificate of 127.0.0.1.';
    for (const [certificate, isUpgraded, text] of [
      [foreign, false, other],
      [foreign, true, other],
      [unknown, false, nobody],
    ] as const) {
      const tls = { ...(certificate as { key: string; cert: string }), isUpgraded };
      const security = isUpgraded ? 'starttls' : 'tls';
      const [imap, smtp] = [await startServers({ tls }), await startSmtp({ tls })];
      const form = { security, port: imap.port, smtpHost: '127.0.0.1', smtpPort: smtp.port, smtpSecurity: security };
      expect(await tryOut(admin, channelId, form)).toEqual({
        isOk: false,
        steps: [
          { name: 'reach', isOk: false, text },
          { name: 'sending', isOk: false, text },
        ],
      });
      expect(imap.commands.filter((name) => ['LOGIN', 'AUTHENTICATE'].includes(name))).toEqual([]);
    }
    const open = await startServers({});
    expect((await tryOut(admin, channelId, { security: 'starttls', port: open.port })).steps).toEqual([
      { name: 'reach', isOk: false, text: `127.0.0.1:${open.port} offers no STARTTLS.` },
    ]);
    expect((await tryOut(admin, channelId, { security: 'tls', port: open.port })).steps).toEqual([
      { name: 'reach', isOk: false, text: '127.0.0.1 does not answer with TLS at this port. Is it a port for STARTTLS?' },
    ]);
    expect(open.commands.filter((name) => ['LOGIN', 'AUTHENTICATE'].includes(name))).toEqual([]);

    // The panel of the mailbox shows the same words as its test.
    const imap = await startServers({ tls: foreign });
    await save(admin, channelId, { security: 'tls', port: imap.port });
    await stateIs(admin, channelId, { state: 'FAILING', lastError: other });
  });
});

test('a token is made by the refresh token, made anew where a server takes it no longer, and what refuses it stands in the panel', async () => {
  const { admin, channelId, socket } = await makeDesk();
  const imap = await startServers({ token: 'token-1' });
  let ofSmtp = 'token-1';
  const smtp = await startSmtp({ token: () => ofSmtp });
  const oauth = { login: 'oauth', tokenUrl, clientId: 'client', clientSecret: 'client-secret', refreshToken: 'refresh' };
  const form = {
    ...oauth,
    password: '',
    security: 'none',
    port: imap.port,
    smtpHost: '127.0.0.1',
    smtpPort: smtp.port,
    smtpSecurity: 'none',
  };
  await save(admin, channelId, form);
  await stateIs(admin, channelId, { state: 'ON' });
  expect(Object.fromEntries(tokens.forms[0] ?? [])).toEqual({
    grant_type: 'refresh_token',
    client_id: 'client',
    client_secret: 'client-secret',
    refresh_token: 'refresh',
  });
  imap.deliver(mail({ Subject: '' }, 'One'));
  const { chatId } = await socket.next('customerStartChat');
  await socket.ask('agentPickupChat', { chatId });
  await socket.ask('agentReply', { chatId, key: 'key-1', message: 'The first answer' });
  const sent = (words: string) => vi.waitFor(() => expect(smtp.mails.filter(({ raw }) => raw.includes(words))).toHaveLength(1), patience);
  await sent('The first answer');
  expect(tokens.given).toBe(1);

  // Taken back before its time: a new line by the old one is refused, the next has a new one.
  imap.takeToken('token-2');
  imap.drop();
  await vi.waitFor(() => expect(tokens.given).toBe(2), patience);
  imap.deliver(mail({ Subject: '' }, 'Two'));
  expect((await socket.next('customerReply')).action.message).toBe('Two');
  await stateIs(admin, channelId, { state: 'ON', lastError: '' });
  ofSmtp = 'token-3';
  await socket.ask('agentReply', { chatId, key: 'key-2', message: 'The second answer' });
  await sent('The second answer');
  expect(tokens.given).toBe(3);

  // The server of tokens refuses, then the mail server refuses what it gives.
  tokens.isRefusing = true;
  onTestFinished(() => {
    tokens.isRefusing = false;
  });
  imap.takeToken('nobody-has-this');
  imap.drop();
  await stateIs(admin, channelId, {
    state: 'FAILING',
    lastError: 'No token was given for the login: The refresh token was taken back.',
  });
  tokens.isRefusing = false;
  await stateIs(admin, channelId, { state: 'FAILING', lastError: 'The server refuses the login. Invalid credentials' });
  expect((await tryOut(admin, channelId, form)).steps).toEqual([
    { name: 'reach', isOk: true, text: 'The mail server answers.' },
    { name: 'credentials', isOk: false, text: 'The server refuses the login. Invalid credentials' },
    { name: 'sending', isOk: false, text: expect.stringContaining('no') },
  ]);
});
