import type { AddressInfo } from 'node:net';
import { type ChatAction, channelTypes, endpoints, type Mailbox } from '@parley/contract';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, vi } from 'vitest';
import type { TestApp } from './app.ts';
import type { TestUser } from './factories.ts';
import { startImap } from './imap.ts';
import { createScenes } from './scene.ts';

/** Settings of the program with which tests read mailboxes of this machine, and wait for little. */
export const mailConfig = {
  vendorUrls: { imap: 'imap://127.0.0.1:143', mandrill: 'http://127.0.0.1:9' },
  mailboxTimes: { answerMs: 3000, pollMs: 2000, retryMs: 50 },
};
export const mailPatience = { interval: 50, timeout: 15_000 };

const settings = {
  host: '127.0.0.1',
  security: 'none',
  username: 'help@shop.example',
  password: 'secret-of-a-test',
  authservId: 'mx.shop.example',
};
export const mailboxPath = (channelId: string) => endpoints.mailboxes.get.path.replace(':channelId', channelId);

/** @property raw the mail as it arrived, with its headers */
export type SentMail = { to: string[]; raw: string };

/** A server that takes mails for the time of one test. */
export async function startSmtp({
  token,
  tls,
}: {
  token?: () => string;
  tls?: { key: string; cert: string; isUpgraded?: boolean };
} = {}): Promise<{
  port: number;
  mails: SentMail[];
}> {
  const mails: SentMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    // The product keeps its connections open for a while; the end of a test does not wait for that.
    closeTimeout: 10,
    ...(tls ? { key: tls.key, cert: tls.cert, secure: !tls.isUpgraded } : { disabledCommands: ['STARTTLS'] }),
    authMethods: token ? ['XOAUTH2'] : ['PLAIN', 'LOGIN'],
    onAuth: ({ username, password, accessToken }, _session, done) =>
      username === settings.username && (token ? accessToken === token() : password === settings.password)
        ? done(null, { user: username })
        : done(new Error('no')),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  // A client that leaves within the handshake is no fault of the server's.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, mails };
}

let count = 0;
/** A mail of these headers; one that is '' is left out. */
export function mail(headers: Record<string, string> = {}, body = 'Where is my order?'): string {
  count += 1;
  const all = {
    'Message-ID': `<m${count}@mail.example>`,
    From: 'Meera <meera@mail.example>',
    To: 'help@shop.example',
    Subject: 'Order',
    Date: new Date().toUTCString(),
    ...headers,
  };
  const lines = Object.entries(all).filter(([, value]) => value !== '');
  return `${lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n\r\n${body}\r\n`;
}

export const saidIn = (chat: { messages: ChatAction[] }): ChatAction[] => chat.messages.filter(({ actionType }) => actionType === 1);

/** Enterprises with a mailbox of their own, which is read. */
export function createMailScenes(app: TestApp) {
  const { as, makeUser } = app;
  const { connect } = createScenes(app);

  const readState = async (user: TestUser, channelId: string): Promise<Mailbox> => (await as(user).get(mailboxPath(channelId))).json().data;
  const getChat = async (user: TestUser, chatId: string) =>
    (await as(user).get(endpoints.chats.get.path.replace(':chatId', chatId))).json().data;

  async function makeChannel(admin: TestUser, entry = 'queue'): Promise<string> {
    const answer = await as(admin).post(endpoints.channels.create.path, {
      name: 'Mail',
      type: channelTypes.EMAIL,
      vendor: 'mailchimp',
      environment: 'production',
      data: { entry, apiKey: 'key-of-a-test', accountName: 'shop', fromEmail: 'help@shop.example', fromName: 'Shop' },
    });
    expect(answer.json()).toMatchObject({ status: true });
    return (answer.json().data ?? answer.json().response).id as string;
  }

  async function scene({ entry = 'queue', ...more }: { entry?: string; [field: string]: unknown } = {}) {
    const imap = await startImap();
    onTestFinished(() => imap.stop());
    const smtp = await startSmtp();
    const form = { ...settings, port: imap.port, smtpHost: '127.0.0.1', smtpPort: smtp.port, smtpSecurity: 'none', ...more };
    const admin = await makeUser();
    const agent = await makeUser({ enterprise: admin, roles: [3], name: 'Asha' });
    const channelId = await makeChannel(admin, entry);
    const saved = await as(admin).put(mailboxPath(channelId), { ...form, version: 0 });
    expect(saved.json()).toMatchObject({ status: true, data: { state: 'CONNECTING', hasPassword: true, version: 1 } });
    await vi.waitFor(async () => expect(await readState(admin, channelId)).toMatchObject({ state: 'ON', lastError: '' }), mailPatience);
    return { admin, agent, channelId, imap, smtp, form, socket: await connect(agent) };
  }

  return { scene, makeChannel, readState, getChat, connect };
}
