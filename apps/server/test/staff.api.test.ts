import { channelTypes, type Endpoint, endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from './app.ts';
import { visitCard } from './cards.ts';
import { webData } from './scene.ts';
import { body, createVendorScenes, startVendors } from './vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { makeWhatsApp, makeTemplate } = createVendorScenes(app, vendors);

const pathOf = ({ path }: { path: string }, id: string) => path.replace(/:\w+/, id);

test('ADMIN-102 staff make, find and end each kind of record that is theirs, send a broadcast, and read what was delivered', async () => {
  const admin = await app.makeUser();
  const client = app.as(admin);
  const { channelId: sender } = await makeWhatsApp(admin);
  const template = await makeTemplate(admin, sender, [body('Hello')]);
  /** @returns the answer of a call, which must be a success */
  const ask = async ({ method, path }: Pick<Endpoint, 'method' | 'path'>, id = '', given?: object) => {
    const call = client[method.toLowerCase() as 'get'] as (url: string, body?: object) => ReturnType<typeof client.post>;
    const answer = await (method === 'GET' ? client.get(pathOf({ path }, id)) : call(pathOf({ path }, id), given));
    expect([path, answer.statusCode, answer.body]).toEqual([path, 200, expect.stringContaining('"status":true')]);
    return answer.body;
  };
  /** The list names the record once it is made, and no more once it is ended. */
  const manage = async (list: Endpoint, create: Endpoint, remove: Endpoint, name: string, given: object, why = '') => {
    const made = await ask(create, '', given);
    const listed = await ask(list);
    expect([create.path, made.includes(name), listed.includes(name)]).toEqual([create.path, true, true]);
    const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(made)?.[0] ?? '';
    await ask({ ...remove, path: `${remove.path}${why}` }, id, {});
    expect([remove.path, (await ask(list)).includes(name)]).toEqual([remove.path, false]);
  };

  const { invitations, departments, channels, templates, campaigns, journeys, blacklist, apiKeys, richCards, broadcasts, reports } =
    endpoints;
  await manage(invitations.list, invitations.invite, invitations.revoke, 'staff-user@example.com', {
    emailId: 'staff-user@example.com',
    roles: [3],
  });
  await manage(departments.list, departments.create, departments.remove, 'Staff desk', { name: 'Staff desk' });
  await manage(channels.list, channels.create, channels.remove, 'Staff site', {
    name: 'Staff site',
    type: channelTypes.WEB,
    data: webData(),
  });
  const components = [{ type: 'BODY', text: 'Hello.' }];
  const written = { channelId: sender, name: 'staff_words', language: 'en', category: 'UTILITY', components, extra: {} };
  await manage(templates.list, templates.create, templates.remove, 'staff_words', written);
  const message = { template: { templateId: template.name, templateUId: template.templateId, cards: [] } };
  await manage(campaigns.list, campaigns.create, campaigns.remove, 'Staff campaign', {
    name: 'Staff campaign',
    plan: { channelId: sender, message },
  });
  await manage(journeys.list, journeys.create, journeys.remove, 'Staff stream', { name: 'Staff stream', example: 'nps' });
  await manage(
    blacklist.list,
    blacklist.create,
    blacklist.remove,
    '+919820000077',
    { numbers: ['+919820000077'], reason: 'Asked' },
    '?reason=Mistake',
  );
  await manage(apiKeys.getAll, apiKeys.add, apiKeys.remove, 'Staff key', { name: 'Staff key', scopes: ['reports'] });
  await manage(richCards.list, richCards.create, richCards.remove, 'Staff card', { name: 'Staff card', ...visitCard });

  await ask(broadcasts.send, '', { channelId: sender, phoneNumber: ['+919820000078'], message, columnMapping: [], country: 'IN' });
  expect(await ask(broadcasts.list)).toContain(template.name);
  expect(await ask(reports.messageStatus)).toContain('data');
});
