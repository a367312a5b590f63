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
import { good, idOf, sampleMe, setFlags, toastTexts } from './test-screens.tsx';

const flags = {
  artifactsEnabled: true,
  auditTrail: true,
  billing: true,
  bots: true,
  branding: true,
  channels: true,
  creatives: true,
  departments: true,
  flow: true,
  marketplace: true,
  milestone: true,
  richCards: true,
  templates: true,
  trash: true,
};

beforeEach(async () => {
  setToken('token');
  queryClient.setQueryData(meQuery.queryKey, { ...sampleMe, permissions: [...allPermissions] } as Me);
  stubFetch(async (address) => {
    if (address.endsWith('app-config.json')) return Response.json({ environment: flags });
    return address === botBase ? Response.json(good(sampleBot)) : new Response('', { status: 404 });
  });
  await loadBrand();
});

test('AUTH-085 a user whom a guard or the flag of a reply signs out reads the words of the guard', async () => {
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
/** Parses an address with the product's router, by the schema of its screen. */
const readSearch = (to: string, search: object) => router.matchRoutes(router.buildLocation({ to, search } as never)).at(-1)?.search;

test.each([
  ['SHELL-009', '/dashboard', '/dashboard', 'Dashboard'],
  ['SHELL-010', '/chat', '/chat/conversation', 'Interaction'],
  ['SHELL-012', '/billing', '/billing', 'Billing'],
  ['SHELL-014', '/admin', '/admin/channels', 'Channels'],
  ['SHELL-015', '/campaigns', '/campaigns/campaigns-list', 'Campaigns List'],
  ['SHELL-016', '/details', '/details/myprofile', 'My Profile'],
  ['SHELL-019', '/content-library', '/content-library', 'My Library'],
  ['BCAST-001', '/campaigns/broadcast/create', '/campaigns/broadcast/create', 'Quick Send'],
  ['BCAST-002', `/campaigns/broadcast/${idOf(1)}`, `/campaigns/broadcast/${idOf(1)}`, 'Quick Send'],
  ['BCAST-003', '/campaigns/broadcast', '/campaigns/broadcast', 'Quick Send'],
  ['CAMP-001', '/campaigns/campaigns-list', '/campaigns/campaigns-list', 'Campaigns List'],
  ['CAMP-001', '/campaigns/activity-list', '/campaigns/activity-list', 'Iterations'],
  ['CAMP-001', '/campaigns/approved', '/campaigns/approved', 'Ready to go'],
  ['CAMP-001', '/campaigns/reject', '/campaigns/reject', 'Declined'],
  ['CAMP-001', '/campaigns/report', '/campaigns/report', 'Report'],
  ['PHONE-002', `${customers}/customers/create`, `${customers}/customers/create`, 'Create Contact'],
  ['PHONE-003', `${customers}/customers/view/${idOf(1)}`, `${customers}/customers/view/${idOf(1)}`, 'Update Contact'],
  ['ENTITY-010', `${bot}/entity-list/create`, `${bot}/entity-list/create`, 'Entities'],
  ['ENTITY-011 ENTITY-012', `${bot}/entity-list/${idOf(1)}`, `${bot}/entity-list/${idOf(1)}`, 'Entities'],
  ['SHELL-020', '/publish', '/publish', 'Publishing'],
  ['SHELL-021', '/conversation', '/chat/conversation', 'Interaction'],
  ['SHELL-022 BOT-001', '/bots', '/bots', 'Skills'],
  ['SHELL-023', '/services', '/services', 'Services'],
  ['SHELL-024 PHONE-001', customers, customers, 'Customers'],
  ['PHONE-001', `${customers}/customers`, `${customers}/customers`, 'Customers'],
  ['ATTR-001', `${customers}/definition`, `${customers}/definition`, 'Attributes'],
  ['ATTR-002', `${customers}/definition/add`, `${customers}/definition/add`, 'Attributes'],
  ['ATTR-003', `${customers}/define-customer/create`, `${customers}/define-customer/create`, 'Attributes'],
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
  ['a bot’s report', `${bot}/nlp-report/overview`, `${bot}/nlp-report/overview`, 'Report'],
  ['IMPORT-001', `${customers}/uploadfile`, `${customers}/uploadfile`, 'Upload'],
  ['IMPORT-002', `${customers}/uploadfile/${idOf(1)}`, `${customers}/uploadfile/${idOf(1)}`, 'Upload'],
  ['IMPORT-003', `${customers}/uploadfile/groupId/${idOf(1)}`, `${customers}/uploadfile/groupId/${idOf(1)}`, 'Upload'],
  ['IMPORT-004', `${customers}/uploads`, `${customers}/uploads`, 'My Uploads'],
  ['IMPORT-005', `${customers}/error/${idOf(1)}`, `${customers}/error/${idOf(1)}`, 'Error List'],
  ['TMPL-019', '/admin/messageTemplate/whatsapp', '/admin/messageTemplate/whatsapp', 'Templates'],
  ['ADMIN-103', '/admin/users', '/admin/users', 'Users'],
  ['ADMIN-103', '/admin/departments', '/admin/departments', 'Departments'],
  ['ADMIN-103', '/admin/audit_trail', '/admin/audit_trail', 'Audit Trail'],
  ['ADMIN-103', '/admin/permission', '/admin/permission', 'RBAC'],
  ['ADMIN-103', '/admin/details', '/admin/details', 'Company Information'],
  ['ADMIN-103', '/admin/report', '/admin/report', 'Delivery Report'],
  ['ADMIN-103', '/admin/trash', '/admin/trash', 'Bin'],
  ['ADMIN-103', '/admin/chatConfig/chat-config', '/admin/chatConfig/chat-config', 'Chat Config'],
  ['ADMIN-103', '/admin/chatConfig/operational-hours', '/admin/chatConfig/operational-hours', 'Operational Hours'],
  ['ADMIN-103', '/admin/chatConfig/webhook', '/admin/chatConfig/webhook', 'Webhook'],
  ['ADMIN-103', '/admin/richcard', '/admin/richcard', 'Visual Snippet'],
  ['ADMIN-103', '/details/myprofile', '/details/myprofile', 'My Profile'],
  ['ADMIN-103', '/content-library', '/content-library', 'My Library'],
  ['JOURNEY-001', '/journey/workspace', '/journey/workspace', 'Streams'],
  ['JOURNEY-001', '/journey/reports', '/journey/reports', 'Reports'],
  ['JOURNEY-001', '/journey/speech-to-text-report', '/journey/speech-to-text-report', 'Speech To Text Report'],
  ['JOURNEY-001', '/journey/monitor', '/journey/monitor', 'Monitor'],
  ['JOURNEY-001', '/journey/milestone-report', '/journey/milestone-report', 'Milestone Report'],
])('%s the address %s leads to the screen at %s, within the layout', async (_row, from, path, title) => {
  const layout = (await visit('/dashboard')).frame;
  expect(await visit(from)).toEqual({ path, title, frame: layout });
});

test.each([
  ['SHELL-001 AUTH-001', '/', '/login', 'screen.signIn'],
  ['AUTH-001', '/login', '/login', 'screen.signIn'],
  ['AUTH-002', '/signup', '/signup', 'screen.signUp'],
  ['AUTH-003', '/forgot-password', '/forgot-password', 'screen.forgot'],
  ['AUTH-004', '/signup-verify/a1', '/signup-verify/a1', 'screen.activation'],
  ['AUTH-006', '/reset-password', '/reset-password', 'screen.reset'],
  ['AUTH-008', `/${idOf(1)}/redirect`, `/${idOf(1)}/redirect`, 'screen.signIn'],
  ['AUTH-009', '/invitation-accept', '/invitation-accept', 'screen.invitation'],
  ['PAY-001', '/transaction.html', '/transaction.html', 'screen.payment'],
] as const)('%s without a session the address %s leads to the screen at %s, outside of the layout', async (_row, from, path, title) => {
  clearSession();
  const { frame, ...shown } = await visit(from);
  expect(shown).toEqual({ path, title: titleWords(title) });
  expect(frame).not.toBe('/_frame');
});

test.each(['/login', '/signup', '/forgot-password', '/reset-password'])(
  'AUTH-013 the address %s stands in the frame with the banner',
  async (path) => {
    clearSession();
    expect((await visit(path)).frame).toBe('/_account');
  },
);

test('AUTH-005 an activation is shown where a forgotten password is: in the same frame, without a session', async () => {
  clearSession();
  const [activation, forgotten] = [await visit('/signup-verify/a1'), await visit('/forgot-password')];
  expect([activation.path, activation.frame]).toEqual(['/signup-verify/a1', forgotten.frame]);
});

test('AUTH-007 the address of a new password is read by its four parts, and a part that is missing is empty', () => {
  const parts = { uId: 'u', eId: 'e', resetCode: 'r', code: '900' };
  expect(readSearch('/reset-password', parts)).toEqual(parts);
  expect(readSearch('/reset-password', { code: 5 })).toEqual({ uId: '', eId: '', resetCode: '', code: '5' });
});

test.each([
  ['SHELL-002', '/chatagent', 'menu.interaction'],
  ['SHELL-003', '/graph', 'screen.graph'],
  ['SHELL-005', '/dialog360-redirect', 'screen.thankYou'],
] as const)('%s the address %s has a screen outside of the layout, and asks for a session', async (_row, path, title) => {
  expect(await visit(path)).toEqual({ path, title: titleWords(title), frame: path });
  clearSession();
  expect((await visit(path)).path).toBe('/login');
});

test('RBAC-034 the redirect and the screen of rich cards are there only while their flag is on', async () => {
  expect((await visit('/admin/richcard')).path).toBe('/admin/richcard');
  await setFlags({});
  for (const path of ['/dialog360-redirect', '/admin/richcard']) expect([path, (await visit(path)).path]).toEqual([path, 'not found']);
});

test('an address of the layout without a screen is the welcome, which has no title; one outside is not found', async () => {
  expect(await visit('/content-library/nothing-here')).toMatchObject({ path: '/content-library/nothing-here', title: '' });
  expect((await visit('/no-such-place')).path).toBe('not found');
});

test.each([
  ['encaps', '/encaps', 'Encaps', 'ENCAPS.VIEW'],
  ['publish', '/publish', 'Publishing', 'JOURNEYS.VIEW'],
  ['conversation', '/chat/conversation', 'Interaction', 'CHAT.HANDLE'],
  ['services', '/services', 'Services', 'ENTERPRISE.VIEW'],
  ['branding', '/branding', 'Branding', 'ENTERPRISE.VIEW'],
  ['marketplace', '/marketplace', 'Marketplace', 'MARKET_PLACE.VIEW'],
  ['whatsapp-flow', '/whatsapp-flow', 'Flow Screens', 'FLOW.VIEW'],
] as const)(
  'SHELL-031 the address %s leads to a titled screen of its own, for a signed-in user with its permission',
  async (name, path, title, permission) => {
    const holding = (permissions: string[]) => queryClient.setQueryData(meQuery.queryKey, { ...sampleMe, permissions } as Me);
    holding([permission]);
    expect(await visit(`/${name}`)).toMatchObject({ path, title });
    const { routeId } = router.matchRoutes(router.buildLocation({ to: path } as never)).at(-1) ?? {};
    expect(routeId).not.toBe('/_frame/$');
    holding(['CHANNELS.VIEW']);
    // The conversation only leads on to its area's first screen, which nobody has without a permission.
    expect((await visit(`/${name}`)).path).toBe(name === 'conversation' ? '/dashboard' : 'not found');
    clearSession();
    expect((await visit(`/${name}`)).path).toBe('/login');
  },
);

test('addresses of the layout lead to the login screen without a session', async () => {
  clearSession();
  for (const path of ['/dashboard', '/chat', bot, `${customers}/uploads`]) expect((await visit(path)).path).toBe('/login');
});

test('DESIGN-002 the designer asks for a session, and for a right to streams; a node may stand in its address', async () => {
  const designer = `/designer/journey/${idOf(1)}`;
  expect([readSearch(designer, { nodeId: 'n7k2m9qa' }), readSearch(designer, {})]).toEqual([{ nodeId: 'n7k2m9qa' }, {}]);
  expect(await visit(designer)).toMatchObject({ path: designer, title: 'Designer' });
  queryClient.setQueryData(meQuery.queryKey, { ...sampleMe, permissions: ['CHANNELS.VIEW'] } as Me);
  expect((await visit(designer)).path).toBe('not found');
  clearSession();
  expect((await visit(designer)).path).toBe('/login');
});

test('DESIGN-003 DESIGN-004 DESIGN-005 the designers of a form and of a flow screen ask for a session, and for a right to forms', async () => {
  const form = `/designer/forms/${idOf(1)}`;
  const flow = `/designer/flow/${idOf(1)}/screen/screen01`;
  expect(await visit(form)).toMatchObject({ path: form, title: 'Form Designer' });
  expect(await visit(flow)).toMatchObject({ path: flow, title: 'Flow Designer' });
  queryClient.setQueryData(meQuery.queryKey, { ...sampleMe, permissions: ['CHANNELS.VIEW'] } as Me);
  for (const address of [form, flow]) expect((await visit(address)).path).toBe('not found');
  clearSession();
  for (const address of [form, flow]) expect((await visit(address)).path).toBe('/login');
});

test('AUTH-012 the sign-up address leads to the login and says why where nobody signs up by themselves', async () => {
  clearSession();
  expect((await visit('/signup')).path).toBe('/signup');
  expect(toastTexts()).toEqual([]);
  stubFetch(() => Promise.resolve(Response.json({ environment: { ...flags, hideSignup: true } })));
  await loadBrand();
  expect((await visit('/signup')).path).toBe('/login');
  await vi.waitFor(() => expect(toastTexts()).toEqual(['Access Denied']));
});

test('codes of strangers are read as they are, and numbers are the schema’s to read: a text of digits stays a text', () => {
  expect(parseSearch('?code=12345678901234567890&page=2&state=1e5&flag=true&list=[1]')).toEqual({
    code: '12345678901234567890',
    page: '2',
    state: '1e5',
    flag: true,
    list: [1],
  });
  expect(readSearch('/campaigns/campaigns-list', parseSearch('?name=2024&state=3&from=25'))).toMatchObject({
    name: '2024',
    state: '3',
    from: 25,
  });
  expect(readSearch('/admin/report', parseSearch('?customerNumber=919820012345&messageId=77'))).toMatchObject({
    customerNumber: '919820012345',
    messageId: '77',
  });
});
