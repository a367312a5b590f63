import { type AuditDetail, endpoints } from '@parley/contract';
import { expect, test } from 'vitest';
import { sharedApp } from '../../../../test/app.ts';
import { createScenes } from '../../../../test/scene.ts';
import { changed, createTrail } from '../../../../test/trail.ts';

const app = await sharedApp();
const { as, makeUser } = app;
const { makeScene } = createScenes(app);
const { details: read, putBack } = createTrail(app);
const { chats, roles } = endpoints;

test('chat settings leave what they were, and single ones are put back with their right', async () => {
  const admin = await makeUser();
  await as(admin).post(chats.saveConfiguration.path, { chat: { maxOpenChats: 7, closingMessage: 'Bye' } });
  const [edit] = (await read(admin, 'kind=chat_settings')) as [AuditDetail];
  expect(edit).toMatchObject({ action: 'edit', module: 'chat', actorId: admin.userId, recordId: admin.enterpriseId });
  expect(changed(edit)).toEqual({ maxOpenChats: [5, 7], closingMessage: ['Thank you for talking to us.', 'Bye'] });
  const role = { name: 'Reader', description: '', permissions: ['AUDITTRAIL.VIEW'], dataScope: 'enterprise', maskedFields: [] };
  const { code } = (await as(admin).put(roles.saveRole.path, role)).json().data;
  expect(await putBack(await makeUser({ enterprise: admin, roles: [code] }), edit, ['maxOpenChats'])).toMatchObject({ code: '1403' });
  expect(await putBack(admin, edit, ['maxOpenChats'])).toMatchObject({ status: true });
  expect((await as(admin).get(chats.configuration.path)).json().data.chat).toMatchObject({ maxOpenChats: 5, closingMessage: 'Bye' });
});

test('the status of an agent and a mailed transcript are recorded, the latter as the customer’s', async () => {
  const { enterprise, users, asha, visitor } = await makeScene();
  const supervisor = await makeUser({ enterprise });
  await as(users.asha).put(chats.updateAgentStatus.path, { agentStatus: 2, reason: 'Lunch' });
  const [away] = (await read(supervisor, `kind=agent_status&recordId=${users.asha.userId}`)) as [AuditDetail];
  expect(away).toMatchObject({ recordName: 'Asha', actorId: users.asha.userId });
  expect(changed(away)).toEqual({ status: ['online', 'away'], reason: ['', 'Lunch'] });

  const { chatId } = await visitor.say('Where is it?');
  await asha.ask('agentPickupChat', { chatId });
  await as(users.asha).post(chats.sendTranscript.path, { chatId, emailId: 'someone@customer.example' });
  const [sent] = (await read(supervisor, 'kind=transcript')) as [AuditDetail];
  expect(sent).toMatchObject({ action: 'send', recordId: chatId, counts: { messages: 2 } });
  expect(sent.recordName).not.toBe('');
  expect(changed(sent)).toEqual({ email: [null, 'someone@customer.example'] });
  const kept = await enterprise.ctx.read((tx) =>
    tx
      .selectFrom('auditEntries as e')
      .innerJoin('auditDetails as d', (join) => join.onRef('d.enterpriseId', '=', 'e.enterpriseId').onRef('d.entryId', '=', 'e.entryId'))
      .select(['e.recordName', 'd.customerId'])
      .where('e.enterpriseId', '=', enterprise.enterpriseId)
      .where('e.kind', '=', 'transcript')
      .execute(),
  );
  expect(kept).toEqual([{ recordName: '', customerId: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
});
