import { randomBytes } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { password } from './pages.ts';

/** The newest mail to an address, as the page of kept mails shows it: its first link that leads into the product. */
export async function findMailLink(request: APIRequestContext, email: string): Promise<string> {
  let link = '';
  await expect(async () => {
    const list = await (await request.get('/dev/mail')).text();
    const row = list.split('<tr>').find((text) => text.includes(`<td>${email}</td>`)) ?? '';
    const mail = await (await request.get(/href="([^"]+)"/.exec(row)?.[1] ?? '/dev/mail/none')).text();
    link = /<pre>[\s\S]*?<a href="(https?:[^"]+)"/.exec(mail)?.[1]?.replaceAll('&#38;', '&').replaceAll('&amp;', '&') ?? '';
    expect(link).not.toBe('');
  }).toPass();
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/** An address of the network that is kept for documentation: ten a minute may sign up and be activated from one, and all journeys come from one. */
const elsewhere = (): string => `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`;

/** An enterprise of the journey's own, signed up and activated by calls: what it changes concerns nobody else. */
export async function makeEnterprise(request: APIRequestContext, name: string): Promise<{ email: string; password: string }> {
  const email = `${name.toLowerCase().replaceAll(' ', '-')}-${Date.now().toString(36)}@journey.example`;
  const headers = { 'x-forwarded-for': elsewhere() };
  const signup = await request.post('/account/enterprise/signup', {
    data: { name, emailId: email, password, confirmPassword: password, termsOfService: true },
    headers,
  });
  expect(signup.status()).toBe(200);
  const activationId = (await findMailLink(request, email)).split('/').at(-1);
  expect((await request.post('/account/enterprise/activate', { data: { activationId }, headers })).status()).toBe(200);
  return { email, password };
}
