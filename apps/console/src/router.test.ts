import { allPermissions, type Me } from '@parley/contract';
import { isNotFound, isRedirect } from '@tanstack/react-router';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { loadBrand } from './features/account/shared/brand.ts';
import { meQuery } from './features/account/shared/me.ts';
import { captchaQuery } from './features/account/sign-in/account.queries.ts';
import { botBase, botId, sampleBot } from './features/bot/shared/bot.fixtures.ts';
import { queryClient } from './lib/query-client.ts';
import { clearSession, endSession, setToken } from './lib/session.ts';
import { titleWords } from './locales/shell.ts';
import { leaveWithSession, parseSearch, router } from './router.tsx';
import { stubFetch } from './test-fetch.ts';
import { good, idOf, sampleMe, toastTexts } from './test-screens.tsx';

const flags = { artifactsEnabled: true, billing: true, bots: true, branding: true, channels: true, creatives: true, templates: true };

beforeEach(async () => {
  setToken('token');
  queryClient.setQueryData(meQuery.queryKey, { ...sampleMe, permissions: [...allPermissions] } as Me);
  stubFetch(async (address) => {
    if (address.endsWith('app-config.json')) return Response.json({ environment: flags });
    return address === botBase ? Response.json(good(sampleBot)) : new Response('', { status: 404 });
  });
  await loadBrand();
});

test('AUTH-085 whoever is signed out by a guard or by the flag of a reply reads the words of the guard', async () => {
  onTestFinished(leaveWithSession());
  endSession('expired');
  await vi.waitFor(() => expect(toastTexts()).toEqual(['Session Expired! Please login']));
});

test('a session that ends takes what was read with it, and not what the login screen waits for', async () => {
  onTestFinished(leaveWithSession());
  const answer = Promise.withResolvers<Response>();
  stubFetch(() => answer.promise);
  const captcha = queryClient.fetchQuery(captchaQuery('login'));
  endSession('user');
  await vi.waitFor(() => expect(queryClient.getQueryData(meQuery.queryKey)).toBeUndefined());
  answer.resolve(Response.json(good({ captchaId: 'c1', captcha: '', proofBits: 0, isRequired: false })));
  expect(await captcha).toMatchObject({ captchaId: 'c1' });
});

type Guard = (match: object) => unknown;

/** Asks every guard on the way to an address, as the product does, without drawing anything. */
async function visit(path: string): Promise<{ path: string; title: string; frame: string | undefined }> {
  const location = router.buildLocation({ to: path } as never);
  const matches = router.matchRoutes(location);
  const context = { queryClient };
  try {
    for (const { routeId, params, search } of matches) {
      const guard = Object.values(router.routesById).find(({ id }) => id === routeId)?.options.beforeLoad as Guard | undefined;
      Object.assign(context, await guard?.({ context, location, params, search }));
    }
  } catch (error) {
    if (isRedirect(error)) return visit(router.buildLocation(error.options as never).pathname);
    return { path: isNotFound(error) ? 'not found' : String(error), title: '', frame: undefined };
  }
  const { title } = matches.at(-1)?.staticData ?? {};
  return { path: location.pathname, title: title ? titleWords(title) : '', frame: matches[1]?.routeId };
}

const bot = `/bots/${botId}`;
const customers = '/customer-master';
test.each([
  ['SHELL-009', '/dashboard', '/dashboard', 'Dashboard'],
  ['SHELL-010', '/chat', '/chat/conversation', 'Interaction'],
  ['SHELL-012', '/billing', '/billing', 'Billing'],
  ['SHELL-014', '/admin', '/admin/channels', 'Channels'],
  ['SHELL-015', '/campaigns', '/campaigns/campaigns-list', 'Campaigns List'],
  ['SHELL-016', '/details', '/details/myprofile', 'My Profile'],
  ['SHELL-019', '/content-library', '/content-library', 'My Library'],
  ['SHELL-021', '/conversation', '/chat/conversation', 'Interaction'],
  ['SHELL-022', '/bots', '/bots', 'Skills'],
  ['SHELL-024', customers, customers, 'Customers'],
  ['SHELL-027', '/creatives', '/creatives', 'Image Library'],
  ['SHELL-028', '/branding', '/branding', 'Branding'],
  ['BOT-028', bot, `${bot}/intents`, 'Intents'],
  ['BOT-029', `${bot}/intents`, `${bot}/intents`, 'Intents'],
  ['BOT-030', `${bot}/entity-list`, `${bot}/entity-list`, 'Entities'],
  ['BOT-031', `${bot}/entity-list/create`, `${bot}/entity-list/create`, 'Entities'],
  ['BOT-032', `${bot}/configuration`, `${bot}/configuration`, 'Configuration'],
  ['BOT-033', `${bot}/conversation`, `${bot}/conversation`, 'Designer'],
  ['BOT-034', `${bot}/prompt`, `${bot}/prompt`, 'Prompt Configuration'],
  ['BOT-035', `${bot}/gen-ai`, `${bot}/gen-ai`, 'Knowledge Base'],
  ['BOT-037', `${bot}/call-classification`, `${bot}/call-classification`, 'Call Classification'],
  ['BOT-038', `${bot}/sentiment`, `${bot}/sentiment`, 'Sentiment'],
  ['BOT-039', `${bot}/nlp-report/overview`, `${bot}/nlp-report/overview`, 'Report'],
  ['IMPORT-001', `${customers}/uploadfile`, `${customers}/uploadfile`, 'Upload'],
  ['IMPORT-002', `${customers}/uploadfile/${idOf(1)}`, `${customers}/uploadfile/${idOf(1)}`, 'Upload'],
  ['IMPORT-003', `${customers}/uploadfile/groupId/${idOf(1)}`, `${customers}/uploadfile/groupId/${idOf(1)}`, 'Upload'],
  ['IMPORT-004', `${customers}/uploads`, `${customers}/uploads`, 'My Uploads'],
  ['IMPORT-005', `${customers}/error/${idOf(1)}`, `${customers}/error/${idOf(1)}`, 'Error List'],
  ['TMPL-019', '/admin/messageTemplate/whatsapp', '/admin/messageTemplate/whatsapp', 'Templates'],
])('%s the address %s leads to the screen at %s, within the layout', async (_row, from, path, title) => {
  const layout = (await visit('/dashboard')).frame;
  expect(await visit(from)).toEqual({ path, title, frame: layout });
});

test('an address of the layout without a screen is the welcome, which has no title; one outside is not found', async () => {
  expect(await visit('/encaps/nothing-here')).toMatchObject({ path: '/encaps/nothing-here', title: '' });
  expect((await visit('/no-such-place')).path).toBe('not found');
});

test('without a session every one of them leads to the login screen', async () => {
  clearSession();
  for (const path of ['/dashboard', '/chat', bot, `${customers}/uploads`]) expect((await visit(path)).path).toBe('/login');
});

test('codes of strangers are read as they are: a number that a number cannot hold stays a text', () => {
  expect(parseSearch('?code=12345678901234567890&page=2&state=1e5&flag=true')).toEqual({
    code: '12345678901234567890',
    page: 2,
    state: '1e5',
    flag: true,
  });
});
