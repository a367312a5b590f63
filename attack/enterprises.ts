import { randomBytes, randomUUID } from 'node:crypto';
import { builtInRoles, endpoints } from '@parley/contract';
import { seedContents } from '../apps/server/seed/demo.ts';
import { createFactories, type TestUser } from '../apps/server/test/factories.ts';
import { openVisitor } from '../apps/server/test/sockets.ts';
import { pngUpload, upload } from '../apps/server/test/upload.ts';
import type { Caller, Who } from './caller.ts';
import { clientOf, dataOf } from './client.ts';
import { type Harvest, harvest } from './harvest.ts';
import type { Target } from './target.ts';

/** One enterprise with a user of every role and something of every kind; its texts carry a marker that nobody else may ever read. */
export type Enterprise = {
  enterpriseId: string;
  marker: string;
  widgetKey: string;
  /** Several administrators: limits of single calls are kept by session. */
  administrators: TestUser[];
  byRole: { code: number; name: string; user: TestUser }[];
  /** A new administrator, for a call that ends its own session. */
  makeAdministrator: () => Promise<TestUser>;
  harvest: Harvest;
};

const administratorCount = 6;
const { bots, broadcasts, imports, insights, integrations, phoneBook, templates, training, tryIt } = endpoints;

/** Makes the records that seeds do not make, over HTTP as people do. */
async function fill(caller: Caller, target: Target, owner: Who, enterprise: { marker: string; widgetKey: string }): Promise<void> {
  const { marker, widgetKey } = enterprise;
  const call = clientOf(caller, owner);
  const send = async <T>(path: string, [body, { headers }]: Awaited<ReturnType<typeof pngUpload>>): Promise<T> =>
    dataOf<T>(await caller.send(owner, { method: 'POST', path, headers, body }, `filling ${path}`), path);

  await call('PUT', endpoints.roles.saveRole.path, {
    name: `${marker} role`,
    permissions: ['CHAT.HANDLE', 'CUSTOMER.VIEW'],
    maskedFields: ['phone', 'email'],
  });
  const picture = await send<{ id: string }>(endpoints.files.upload.path, await pngUpload(`${marker}.png`));
  const bucket = await call('POST', endpoints.artifacts.createBucket.path, { name: `${marker} bucket`, isPublic: true });
  await call('POST', endpoints.artifacts.create.path, {
    isPublic: true,
    bucketId: bucket.id,
    data: { type: 'IMAGE', fileId: picture.id, name: marker },
  });
  await call('POST', endpoints.blacklist.create.path, { numbers: ['+919820000009'], reason: marker });
  await call('POST', phoneBook.saveFilter.path, { name: marker, conditions: [{ field: 'name', operator: 'is', value: marker }] });
  await call('POST', phoneBook.startBulk.path, { action: 'export', selection: { filter: {} } });
  await call('POST', phoneBook.save.path, { name: `${marker} customer`, phoneNumber: '+919820000077', data: {} }).catch(() => undefined);
  const file = await send<{ url: string }>(
    imports.uploadFile.path,
    upload(`${marker}.csv`, `Name,Phone Number\nAsha,+919820000001\n${marker},12\n`),
  );
  const parsed = await call<{ uploadId: string; proposal: unknown }>('POST', imports.submit.path, {
    file: { name: `${marker}.csv`, path: file.url, source: 'URL' },
  });
  await call('POST', imports.submit.path, {
    uploadId: parsed.uploadId,
    headerMapping: parsed.proposal,
    group: false,
    groupId: '',
    mappingName: marker,
  });
  await call('POST', integrations.create.path, { name: `${marker} configuration`, authType: 5, llm: 1, apikey: `${marker}-key` });
  const draft = (await call<{ draft: object }>('GET', endpoints.branding.get.path)).draft;
  await call('PUT', endpoints.branding.saveDraft.path, {
    host: `${marker}.example.com`,
    draft: { ...draft, info: { title: marker, supportContact: '' } },
    version: 0,
  }).catch(() => undefined);

  const { agents } = await call<{ agents: { id: string }[] }>('GET', `${bots.list.path}?from=0&perPage=5`);
  const agentId = agents[0]?.id ?? '';
  const of = (path: string) => path.replace(':agentId', agentId);
  await call('POST', of(training.saveTest.path), { name: marker, turns: [{ say: marker }] });
  await call('POST', of(insights.saveRule.path), { name: marker, words: [marker] });
  await call('POST', of(endpoints.knowledge.addNote.path), { title: marker, text: `${marker} text` });
  await call('POST', tryIt.predict.path, {
    message: { type: 'text', suggestionId: '', text: `${marker} question`, lnCode: 'en' },
    sessionId: '',
    agentId,
    metadata: { senderId: randomUUID(), timeZone: 'Asia/Kolkata', appId: 'attack' },
    debug: true,
  }).catch(() => undefined); // the bot may still be learning

  type Listed = { templates: { id: string; name: string; channelId: string }[] };
  const listed = await call<Listed>('GET', `${templates.list.path}?from=0&perPage=20`);
  const template = listed.templates.find(({ name }) => name === 'order_update') ?? listed.templates[0];
  if (template)
    await call('POST', broadcasts.send.path, {
      channelId: template.channelId,
      phoneNumber: ['+919820000042'],
      message: { template: { templateId: template.name, templateUId: template.id } },
    }).catch(() => undefined);

  const visitor = await openVisitor(target.url, widgetKey);
  await visitor.say(`${marker} I want to talk to an agent`);
  visitor.close();
}

export async function makeEnterprise(target: Target, caller: Caller, name: string): Promise<Enterprise> {
  const { deps } = target.inside;
  const factories = createFactories(deps);
  const marker = `canary-${name}-${randomBytes(6).toString('hex')}`;
  const { enterpriseId, ctx } = await factories.makeEnterprise({ name: `${marker} Ltd` });
  await ctx.transaction((tx) => seedContents(ctx, tx, deps.secrets));
  const makeAdministrator = () => factories.makeUser({ enterprise: { enterpriseId }, name: `${marker} administrator` });
  const administrators: TestUser[] = [];
  for (let count = 0; count < administratorCount; count += 1) administrators.push(await makeAdministrator());
  const owner = { name: `administrator of ${name}`, token: administrators[0]?.token ?? '' };
  const { widgetKey } = await ctx.read<{ widgetKey: string }>((tx) =>
    tx.selectFrom('channels').select('widgetKey').where('enterpriseId', '=', enterpriseId).where('type', '=', 12).executeTakeFirstOrThrow(),
  );
  await fill(caller, target, owner, { marker, widgetKey });
  const own = await ctx.read<{ code: number; name: string }[]>((tx) =>
    tx.selectFrom('roles').select(['code', 'name']).where('enterpriseId', '=', enterpriseId).execute(),
  );
  const byRole: Enterprise['byRole'] = [];
  for (const { code, name: roleName } of [...builtInRoles, ...own])
    byRole.push({ code, name: roleName, user: await factories.makeUser({ enterprise: { enterpriseId }, roles: [code] }) });
  return {
    enterpriseId,
    marker,
    widgetKey,
    administrators,
    byRole,
    makeAdministrator,
    harvest: await harvest(caller, owner),
  };
}
