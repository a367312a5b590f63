import { expect, test } from 'vitest';
import { builderPermissions, builtInRoles, flagPermissions } from './account/permissions.ts';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

const all = Object.entries(endpoints).flatMap(([noun, calls]) =>
  Object.entries(calls).map(([verb, endpoint]) => [`${noun}.${verb}`, endpoint as Endpoint] as const),
);
const isEveryones = (permission: string): boolean =>
  (flagPermissions as Record<string, { grant: string }>)[permission]?.grant === 'everyone';

test('an endpoint that changes something asks for a permission that roles give, or says why it need not', () => {
  const open = all.filter(([, { method, access, changes }]) => {
    if (access === 'public' || (method === 'GET' && changes === undefined) || changes === 'own' || changes === 'nothing') return false;
    return access === 'session' || access.length === 0 || access.some(isEveryones);
  });
  expect(open.map(([name]) => name)).toEqual([]);
});

test('a change that asks for no permission of roles does not compile', () => {
  const change = { method: 'POST', path: '/x', summary: 'x', tag: 'x', audit: { none: 'a test' } } as const;
  // @ts-expect-error any session
  defineEndpoint({ ...change, access: 'session' });
  // @ts-expect-error what a flag gives to everybody
  defineEndpoint({ ...change, access: ['BLACKLIST'] });
  // @ts-expect-error a GET that says that it changes something
  defineEndpoint({ ...change, method: 'GET', access: 'session', changes: 'something' });
  const { audit: _audit, ...unmarked } = change;
  // @ts-expect-error it does not say what it leaves in the audit trail
  defineEndpoint({ ...unmarked, access: ['ENTERPRISE.EDIT'] });
  expect(defineEndpoint({ ...change, access: ['ENTERPRISE.EDIT'], behind: 'BLACKLIST' }).access).toEqual(['ENTERPRISE.EDIT']);
});

test('data that any session may change is its own, and endpoints that ask but change nothing are named', () => {
  const named = (kind: Endpoint['changes']) => all.filter(([, { changes }]) => changes === kind).map(([name]) => name);
  expect(named('own')).toEqual([
    'account.endSession',
    'users.updateMe',
    'users.changePassword',
    'users.saveProfile',
    'users.saveAudio',
    'users.registerDevice',
    'screenFilters.create',
    'screenFilters.update',
    'screenFilters.remove',
    'exports.start',
    'exports.cancel',
    'exports.remove',
    'twoFactor.setOwn',
    'twoFactor.startApp',
    'twoFactor.confirmApp',
    'twoFactor.startPasskey',
    'twoFactor.addPasskey',
    'twoFactor.renamePasskey',
    'twoFactor.remove',
    'twoFactor.showRecovery',
    'twoFactor.renewRecovery',
    'twoFactor.startProof',
    'twoFactor.prove',
    'files.upload',
    'chatSides.readMentions',
    'designer.renew',
    'notifications.markRead',
    'notifications.savePreferences',
    'notifications.sendTest',
    'notifications.removeDevice',
  ]);
  const botReports = ['botReport.summary', 'botReport.graph', 'botReport.topIntent', 'botReport.messages', 'botReport.groups'];
  expect(named('nothing')).toEqual([
    'audit.verify',
    'assist.write',
    'assist.translateReply',
    'knowledge.search',
    'packages.plan',
    'packages.try',
    'insights.classify',
    ...botReports,
    'richCards.previewUnsaved',
  ]);
});

test('a call that changes something by GET says so', () => {
  expect(all.filter(([, { method, changes }]) => method === 'GET' && changes !== undefined).map(([name]) => name)).toEqual([
    'twoFactor.showRecovery',
    'training.train',
  ]);
});

test('RBAC-035 RBAC-036 NLP.VIEW reads bots; builders, of whom the Report Viewer is none, change them', () => {
  const builders = builtInRoles.filter(({ permissions }) =>
    builderPermissions.some((name) => (permissions as readonly string[]).includes(name)),
  );
  expect(builders.map(({ name }) => name)).toEqual(['Administrator', 'Development']);
  expect(endpoints.bots.list.access).toBe('session');
  for (const { access } of [endpoints.bots.save, endpoints.intents.remove, endpoints.entities.save, endpoints.training.train])
    expect(access).toEqual(builderPermissions);
  expect(endpoints.tryIt.predict.access).toEqual(['NLP.VIEW', ...builderPermissions]);
});

test('an endpoint that could take over an account, or much data, asks for a fresh proof', () => {
  expect(all.filter(([, { proof }]) => proof).map(([name]) => name)).toEqual([
    'twoFactor.setOwn',
    'twoFactor.startApp',
    'twoFactor.confirmApp',
    'twoFactor.startPasskey',
    'twoFactor.addPasskey',
    'twoFactor.remove',
    'twoFactor.showRecovery',
    'twoFactor.renewRecovery',
    'twoFactor.recover',
    'twoFactor.require',
    'sso.create',
    'sso.save',
    'sso.remove',
    'sso.setState',
    'sso.enforce',
    'sso.makeKey',
    'sso.removeKey',
    'sso.addDomain',
    'sso.checkDomain',
    'sso.removeDomain',
    'audit.export',
    'apiKeys.add',
    'bin.purge',
    'sql.on',
    'sql.renew',
    'privacy.copy',
    'privacy.erase',
    'billing.recharge',
    'flows.makeKey',
    'packages.accept',
    'webhooks.create',
    'webhooks.rotateSecret',
    'relays.create',
    'relays.rotateSecret',
  ]);
});

test('BOT-085 decision 0119: stories, intents, entities and configuration use the listed paths, and beside them only calls named here', () => {
  const { bots, stories, intents, entities } = endpoints;
  const listed = [
    ...[
      'GET v2/agent/',
      'POST agent',
      'GET agent/:agentId',
      'DELETE agent/:agentId',
      'POST agent/:agentId/config',
      'POST agent/:agentId/prompt',
    ],
    ...['POST story', 'GET agent/:agentId/story', 'DELETE agent/:agentId/story/:storyId', 'POST intent', 'POST paraphrases'],
    ...['GET v2/agent/:agentId/story/:storyId/intent', 'GET agent/:agentId/story/:storyId/intent/:intentId'],
    ...['DELETE agent/:agentId/story/:storyId/intent/:intentId', 'GET agent/:agentId/entity', 'POST entity'],
    ...['GET agent/:agentId/entity/:entityId', 'DELETE agent/:agentId/entity/:entityId'],
  ];
  const added = [
    ...['GET agent/:agentId/channels', 'PUT agent/:agentId/channels', 'GET agent/:agentId/intents'],
    'POST agent/:agentId/intent/:intentId/phrases',
  ];
  const used = [bots, stories, intents, entities].flatMap((calls) =>
    Object.values(calls as Record<string, Endpoint>).map(({ method, path }) => `${method} ${path.replace('/chatbird/api/nlp/', '')}`),
  );
  expect(used.sort()).toEqual([...listed, ...added].sort());
});
