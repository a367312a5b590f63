import { endpoints, SandboxBehaviour } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createFlowScenes } from '../../../../test/flows.ts';
import { createFormScenes, loanForm, writeForm } from '../../../../test/forms.ts';
import { createStreamScenes, en, end, makeStream } from '../../../../test/journeys.ts';
import { body, createVendorScenes, startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as, makeUser } = app;
const { makeForm, makePublished } = createFormScenes(app);
const { makeScene, publish: publishStream, phoneOf } = createStreamScenes(app, vendors);
const { makeSms, makeTemplate } = createVendorScenes(app, vendors);
const { publish, publishFlow, deprecate, list, makeKey, keysOf } = createFlowScenes(app, vendors);
const { flows, roles } = endpoints;
const noId = '00000000-0000-0000-0000-000000000000';

async function makeReader(admin: TestUser, ...permissions: string[]) {
  const { code } = (await as(admin).put(roles.saveRole.path, { name: permissions.join(), permissions })).json().data;
  return makeUser({ enterprise: admin, roles: [code] });
}
const behave = (channelId: string, behaviour: Partial<SandboxBehaviour>) =>
  vendors.control.behave(channelId, SandboxBehaviour.parse(behaviour));
const atVendor = (channelId: string) => vendors.control.flows(channelId);

test('A trial hands a form over and publishes nothing; publishing goes on from there, and once more changes nothing', async () => {
  const { admin, channelId } = await makeScene();
  const form = await makePublished(admin, 'Loan', loanForm());
  expect((await list(admin)).flows).toMatchObject([{ formId: form.id, state: '', channelId: '', number: 1, newest: 1 }]);
  const trial = await publish(admin, form.id, { channelId, isTrial: true });
  expect(trial.json()).toMatchObject({ message: 'The vendor finds no errors.', data: { state: 'UPLOADED', errors: [] } });
  expect((await list(admin, '?stage=draft')).flows).toHaveLength(1);
  expect(await publishFlow(admin, form.id, channelId)).toMatchObject({ state: 'PUBLISHED' });
  expect(await publishFlow(admin, form.id, channelId)).toMatchObject({ state: 'PUBLISHED' });
  expect(await atVendor(channelId)).toMatchObject([{ status: 'PUBLISHED', name: expect.stringMatching(/^Loan v1 \w{4}$/) }]);
  const shown = await list(admin, `?stage=published&channelId=${channelId}&name=loa`);
  expect(shown.flows).toMatchObject([{ name: 'Loan', environment: 'sandbox', mode: 'static' }]);
  expect(shown.channels).toMatchObject([{ id: channelId }]);
  expect((await list(admin, '?stage=deprecated')).flows).toEqual([]);
});

test('An answer of the vendor that is lost leaves one flow, whichever step it was of', async () => {
  const { admin, channelId } = await makeScene();
  const form = await makePublished(admin, 'Loan', loanForm());
  await behave(channelId, { cut: 'after' });
  // The flow is made and nobody hears of it.
  expect((await publish(admin, form.id, { channelId })).json()).toMatchObject({ code: 'flow.refused' });
  // It is found by its name, and its JSON arrives without an answer.
  expect((await publish(admin, form.id, { channelId })).json()).toMatchObject({ code: 'flow.refused' });
  await behave(channelId, {});
  expect(await publishFlow(admin, form.id, channelId)).toMatchObject({ state: 'PUBLISHED', reason: '' });
  expect(await atVendor(channelId)).toMatchObject([{ status: 'PUBLISHED' }]);
  const other = await makePublished(admin, 'Other', loanForm());
  await publish(admin, other.id, { channelId, isTrial: true });
  await behave(channelId, { cut: 'after' });
  await publish(admin, other.id, { channelId });
  await behave(channelId, {});
  expect(await publishFlow(admin, other.id, channelId)).toMatchObject({ state: 'PUBLISHED' });
  expect(await atVendor(channelId)).toHaveLength(2);
});

test('A refusal of the vendor stands at the flow in its words, and the next try goes on', async () => {
  const { admin, channelId } = await makeScene();
  const form = await makePublished(admin, 'Loan', loanForm());
  await behave(channelId, { failNext: { count: 1, code: '139000' } });
  const refused = await publish(admin, form.id, { channelId });
  expect([refused.statusCode, refused.json().code]).toEqual([502, 'flow.refused']);
  expect((await list(admin)).flows).toMatchObject([{ state: 'LOCAL', reason: expect.stringContaining('Blocked by Integrity') }]);
  expect(await publishFlow(admin, form.id, channelId)).toMatchObject({ state: 'PUBLISHED', reason: '' });
});

test('A form without a version, a channel without flows and a form beyond the vendor’s limits are refused', async () => {
  const { admin, channelId } = await makeScene();
  const draft = await makeForm(admin, 'Draft', loanForm());
  expect((await publish(admin, draft.id, { channelId })).json()).toMatchObject({ code: 'form.not_published' });
  const form = await makePublished(admin, 'Loan', loanForm());
  const { channelId: sms } = await makeSms(admin);
  expect((await publish(admin, form.id, { channelId: sms })).json()).toMatchObject({ code: 'flow.no_channel' });
  expect((await makeKey(admin, sms)).json()).toMatchObject({ code: 'flow.no_channel' });
  const fields = Array.from({ length: 49 }, (_, place) => ({ id: `field${100 + place}`, name: `text${place}`, kind: 'text' }));
  const large = await makePublished(
    admin,
    'Large',
    writeForm([{ id: 'screen01', title: 'Large', fields: fields.map((field) => ({ ...field, help: { en: 'x'.repeat(300) } })) }]),
  );
  expect((await publish(admin, large.id, { channelId })).json()).toMatchObject({ code: 'flow.invalid' });
  expect((await publish(admin, noId, { channelId })).statusCode).toBe(404);
  expect((await publish(admin, form.id, { channelId: noId })).statusCode).toBe(404);
});

test('A draft goes at the vendor and here, a published flow is out of use for good, and one that people fill in stays', async () => {
  const scene = await makeScene();
  const { admin, channelId } = scene;
  const form = await makePublished(admin, 'Loan', loanForm());
  await publish(admin, form.id, { channelId, isTrial: true });
  expect((await deprecate(admin, form.id, { channelId, number: 1 })).statusCode).toBe(200);
  expect([await atVendor(channelId), (await list(admin)).flows[0]?.state]).toEqual([[], '']);
  expect((await deprecate(admin, form.id, { channelId, number: 1 })).json()).toMatchObject({ code: 'flow.not_found' });
  await publishFlow(admin, form.id, channelId);
  const asking = {
    form0001: {
      type: 'input.form',
      config: { form: { ref: 'form', id: form.id, name: 'Loan' }, text: en('Fill') },
      to: { ok: 'end00001' },
    },
    end00001: end(),
  };
  await publishStream(scene, 'loan', makeStream(asking));
  expect((await list(admin)).flows[0]?.usedIn).toMatchObject([{ name: 'loan' }]);
  const asha = phoneOf(scene, '+919876503001');
  await asha.say('loan');
  await asha.shows('Fill');
  expect((await deprecate(admin, form.id, { channelId, number: 1 })).json()).toMatchObject({ code: 'flow.in_use', data: { open: 1 } });
  const other = await makePublished(admin, 'Other', loanForm());
  await publishFlow(admin, other.id, channelId);
  expect((await deprecate(admin, other.id, { channelId, number: 1 })).statusCode).toBe(200);
  expect((await list(admin, '?stage=deprecated')).flows).toMatchObject([{ name: 'Other', state: 'DEPRECATED' }]);
  expect((await deprecate(admin, other.id, { channelId, number: 1 })).statusCode).toBe(200);
  expect((await publish(admin, other.id, { channelId })).json()).toMatchObject({ code: 'flow.out_of_use' });
});

test('A key that the vendor did not confirm is handed over again, and a replaced one is read for two days', async () => {
  const { admin, channelId } = await makeScene();
  await behave(channelId, { cut: 'after' });
  expect((await makeKey(admin, channelId)).json()).toMatchObject({ code: 'flow.refused' });
  const [waiting] = (await keysOf(admin, channelId)).keys;
  expect(waiting).toMatchObject({ state: 'NEXT', uploadedOn: null });
  await behave(channelId, {});
  const [current, ...others] = (await makeKey(admin, channelId)).json().data.keys;
  expect([current.id, current.state, others]).toEqual([waiting?.id, 'CURRENT', []]);
  const [, old] = (await makeKey(admin, channelId)).json().data.keys;
  expect(old).toMatchObject({ id: waiting?.id, state: 'OLD', readUntil: expect.any(String) });
  const stored = await app
    .contextOf(admin)
    .read((tx) => tx.selectFrom('flowKeys').select('sealedPrivate').where('channelId', '=', channelId).execute());
  for (const { sealedPrivate } of stored) expect(sealedPrivate).not.toContain('PRIVATE KEY');
});

test('FLOW.VIEW looks, forms and channels together publish, and another enterprise’s forms, channels and keys are not there', async () => {
  const { admin, channelId } = await makeScene();
  const form = await makePublished(admin, 'Loan', loanForm());
  await publishFlow(admin, form.id, channelId);
  const viewer = await makeReader(admin, 'FLOW.VIEW');
  expect((await list(viewer)).flows).toHaveLength(1);
  expect((await as(viewer).get(flows.json.path.replace(':formId', form.id))).json().data).toMatchObject({
    mode: 'static',
    json: { version: '7.3' },
  });
  expect((await publish(viewer, form.id, { channelId })).statusCode).toBe(403);
  const writer = await makeReader(admin, 'JOURNEYS.EDIT', 'FLOW.VIEW');
  expect((await publish(writer, form.id, { channelId })).statusCode).toBe(403);
  expect((await deprecate(writer, form.id, { channelId, number: 1 })).statusCode).toBe(403);
  expect((await makeKey(writer, channelId)).statusCode).toBe(403);
  const both = await makeReader(admin, 'JOURNEYS.EDIT', 'CHANNELS.EDIT');
  expect((await publish(both, form.id, { channelId })).statusCode).toBe(200);
  expect((await as(both).get(flows.list.path)).statusCode).toBe(403);
  const { admin: stranger, channelId: theirs } = await makeScene();
  expect((await list(stranger)).flows).toEqual([]);
  const own = await makePublished(stranger, 'Own', loanForm());
  for (const answer of [
    await publish(stranger, form.id, { channelId: theirs }),
    await publish(stranger, own.id, { channelId }),
    await deprecate(stranger, form.id, { channelId, number: 1 }),
    await makeKey(stranger, channelId),
    await as(stranger).get(flows.keys.path.replace(':channelId', channelId)),
    await as(stranger).get(flows.json.path.replace(':formId', form.id)),
  ])
    expect(answer.statusCode).toBe(404);
});

test('A simulator that was started anew has the flows of its channels again, and the key', async () => {
  const { admin, channelId } = await makeScene();
  const form = await makePublished(admin, 'Loan', loanForm());
  await publishFlow(admin, form.id, channelId);
  await makeKey(admin, channelId);
  // The registration has changed, so that the next look registers the channel again.
  await makeTemplate(admin, channelId, [body('Hello')]);
  await vendors.control.remove(channelId);
  await expect(atVendor(channelId)).rejects.toThrow('No such connection.');
  expect((await as(admin).get(endpoints.sandbox.flows.path.replace(':channelId', channelId))).json().data.flows).toMatchObject([
    { status: 'PUBLISHED' },
  ]);
});
