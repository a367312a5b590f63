import { defaultWhiteLabel, endpoints } from '@parley/contract';
import { expect, test, vi } from 'vitest';
import type { Mail } from '#platform/mail/mailer.ts';
import { startApp } from '../../../../test/app.ts';
import { renderMail } from './mail.template.ts';

const { stranger, as, makeUser, waitForMails, deps } = await startApp();
const recover = (emailId: string) => stranger().post(endpoints.account.recover.path, { emailId });

test('a mail carries the brand of the enterprise and no other name', async () => {
  const admin = await makeUser();
  const draft = {
    ...defaultWhiteLabel,
    info: { title: 'Acme Chat', supportContact: 'help@acme.example' },
    colors: { ...defaultWhiteLabel.colors, primary: '#552200' },
    mail: { senderName: 'Acme', footer: 'Acme Ltd, Mumbai' },
  };
  await as(admin).put(endpoints.branding.saveDraft.path, { host: 'mail.acme.example', draft, version: 0 });
  await as(admin).post(endpoints.branding.publish.path, {});
  await recover(admin.email);
  const [mail] = await waitForMails(admin.email);
  expect(mail).toMatchObject({ subject: 'Reset your Acme Chat password', fromName: 'Acme' });
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('Acme Ltd, Mumbai');
    expect(part).not.toContain('Parley');
  }
  expect(mail?.html).toContain('#552200');
});

test('a mail of an enterprise without a brand carries that of the host to which its links lead, with the title as its sender', async () => {
  const app = await startApp();
  const [first, other] = [await app.makeUser(), await app.makeUser()];
  const { host } = new URL(app.deps.publicUrl());
  const draft = { ...defaultWhiteLabel, isWhiteLabel: true, info: { title: 'Acme Chat', supportContact: '' } };
  await app.as(first).put(endpoints.branding.saveDraft.path, { host, draft, version: 0 });
  await app.as(first).post(endpoints.branding.publish.path, {});
  for (const user of [first, other]) {
    await app.stranger().post(endpoints.account.recover.path, { emailId: user.email });
    const [mail] = await app.waitForMails(user.email);
    expect(mail).toMatchObject({ subject: 'Reset your Acme Chat password', fromName: 'Acme Chat' });
    expect(`${mail?.text}${mail?.html}`).not.toContain('Parley');
  }
});

test('names are text, never markup', () => {
  const mail = renderMail('a@example.com', defaultWhiteLabel, {
    subject: '<b>',
    greeting: 'Hello <script>alert(1)</script>,',
    paragraphs: ['"quoted" & more'],
    action: { label: 'Go', url: 'https://example.com/?a=1&b="2"' },
  });
  expect(mail.html).not.toContain('<script>');
  expect(mail.html).not.toContain('b="2"');
  expect(mail.text).toContain('Hello <script>alert(1)</script>,');
});

test('a waiting mail is stored sealed', async () => {
  const user = await makeUser();
  await recover(user.email);
  const [mail] = await waitForMails(user.email);
  const code = /resetCode=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'none';
  const { rows } = await deps.pool.query<{ data: unknown }>("select data from pgboss.job where name = 'mail.send'");
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(code);
  expect(JSON.stringify(rows)).not.toContain(user.email);
});

test('a mail that fails is tried again', async () => {
  const sent: Mail[] = [];
  const send = vi.fn(async (mail: Mail) => {
    if (send.mock.calls.length === 1) throw new Error('The mail server is away.');
    sent.push(mail);
  });
  const app = await startApp({ mailer: { send, listKept: () => Promise.resolve([]) } });
  const user = await app.makeUser();
  await app.stranger().post(endpoints.account.recover.path, { emailId: user.email });
  await vi.waitFor(() => expect(sent).toHaveLength(1), { interval: 50 });
  expect(sent[0]?.to).toBe(user.email);
});

test('kept mails are shown to developers, with links to follow', async () => {
  const user = await makeUser({ name: '<b>Mallory</b>' });
  await recover(user.email);
  const [mail] = await waitForMails(user.email);
  const list = await stranger().get('/dev/mail');
  expect(list.headers['content-security-policy']).not.toContain('script-src');
  expect(list.body).toContain(`href="/dev/mail/${mail?.id}"`);
  const page = await stranger().get(`/dev/mail/${mail?.id}`);
  expect(page.body).toMatch(/<a href="http[^"]+reset-password\?/);
  expect(page.body).not.toContain('<b>Mallory</b>');
  expect((await stranger().get('/dev/mail/unknown')).statusCode).toBe(404);
});

test('the page of mails does not exist in production', async () => {
  const app = await startApp({ config: { isProduction: true } });
  expect((await app.stranger().get('/dev/mail')).statusCode).toBe(404);
});
