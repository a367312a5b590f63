import { generateKeyPairSync } from 'node:crypto';
import { endpoints, type FormAnswerItem } from '@parley/contract';
import { signBody } from '@parley/vendors';
import { sealFlowRequest } from '@parley/vendors/simulator';
import { expect, test, vi } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createFlowScenes } from '../../../../test/flows.ts';
import { createFormScenes, formAt, loanForm, writeForm } from '../../../../test/forms.ts';
import { createStreamScenes, en, end, makeStream, type Nodes, say } from '../../../../test/journeys.ts';
import { startVendors } from '../../../../test/vendors.ts';
import { flowEndpointOf } from '../flow/flow.address.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as } = app;
const { makePublished, visitorOf } = createFormScenes(app);
const { makeScene, publish, phoneOf, becomes, expectWhole } = createStreamScenes(app, vendors);
const { publish: tryPublish, publishFlow, list, makeKey, keysOf, flowOn } = createFlowScenes(app, vendors);
const { forms } = endpoints;

const answersOf = async (admin: TestUser, formId: string) =>
  (await as(admin).get(`${formAt(forms.answers.path, formId)}?environment=sandbox`)).json().data.answers as FormAnswerItem[];
const saidIn = ({ values }: FormAnswerItem) => Object.fromEntries(values.map(({ name, text }) => [name, text]));

const asking = (formId: string, more: object = {}): Nodes => ({
  form0001: {
    type: 'input.form',
    config: { form: { ref: 'form', id: formId, name: 'Loan' }, text: en('Please fill this in:'), variable: 'loan', ...more },
    to: { ok: 'thank001', closed: 'close001' },
  },
  thank001: say('Thank you, {{ loan.fullName }}: {{ loan.income }}', 'end00001'),
  close001: say('As you like', 'end00002'),
  end00001: end('done'),
  end00002: end('closed'),
});
const loanVariable = { variables: [{ name: 'loan', type: 'Map' }] };

test('A flow without an endpoint runs on the phone, comes back as one message, and the stream goes on with the answers', async () => {
  const scene = await makeScene();
  const { admin, channelId } = scene;
  const form = await makePublished(admin, 'Loan', loanForm());
  const item = await publishFlow(admin, form.id, channelId);
  expect(item).toMatchObject({ state: 'PUBLISHED', mode: 'static', number: 1, errors: [], screens: 2 });
  await publish(scene, 'loan', makeStream(asking(form.id), loanVariable));
  const asha = phoneOf(scene, '+919876502001');
  await asha.say('loan');
  await asha.shows('Please fill this in:');
  const flow = flowOn(channelId, asha.number);
  await flow.open();
  await flow.at('You');
  await flow.fill({ fullName: 'Asha Rao', age: '30' });
  await flow.at('Work');
  await flow.fill({ income: '20000', guarantor: 'Ravi', card: '4111 1111' });
  await flow.isDone();
  await asha.shows('Please fill this in:', 'Thank you, Asha Rao: 20000');
  await becomes(scene, 'COMPLETED done');
  const [answer, ...others] = await answersOf(admin, form.id);
  expect(others).toEqual([]);
  expect(answer && saidIn(answer)).toEqual({ fullName: 'Asha Rao', age: '30', income: '20000', guarantor: 'Ravi', card: '•••' });
  expect(answer?.faces).toEqual(['flow']);
  await expectWhole(scene);
});

/** Words of its second screen name an answer, so that our server writes them. */
const greetingForm = () =>
  writeForm([
    { id: 'screen01', title: 'You', fields: [{ id: 'field001', name: 'fullName', kind: 'text', required: 'true' }] },
    {
      id: 'screen02',
      title: 'Work',
      fields: [
        { id: 'field002', name: 'income', kind: 'number', required: 'true', least: '1', label: { en: 'Income of {{ fullName }}' } },
        { id: 'field003', name: 'card', kind: 'text', isSensitive: true },
      ],
    },
  ]);

/** A stream that asks by a flow with an endpoint, and somebody who has got it. */
async function makeEndpointScene(number: string) {
  const scene = await makeScene();
  const { admin, channelId } = scene;
  const form = await makePublished(admin, 'Income', greetingForm());
  expect((await tryPublish(admin, form.id, { channelId })).json()).toMatchObject({ code: 'flow.no_key' });
  expect((await makeKey(admin, channelId)).statusCode).toBe(200);
  expect(await publishFlow(admin, form.id, channelId)).toMatchObject({ state: 'PUBLISHED', mode: 'endpoint' });
  await publish(scene, 'loan', makeStream(asking(form.id, { face: 'flow' }), loanVariable));
  const asha = phoneOf(scene, number);
  await asha.say('loan');
  await asha.shows('Please fill this in:');
  return { scene, admin, channelId, form, asha, flow: flowOn(channelId, asha.number) };
}

/** Requests of a phone to the endpoint of a channel. */
async function endpointOf(channelId: string) {
  const address = new URL(flowEndpointOf(app.deps, 'http://localhost', channelId)).pathname;
  const post = (sent: string, signature = signBody(sent, 'app-secret-of-a-test')) =>
    app.stranger().post(address, sent, { headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature } });
  const seal = async (admin: TestUser, request: object) => {
    const { publicKey } = await app
      .contextOf(admin)
      .read((tx) =>
        tx
          .selectFrom('flowKeys')
          .select('publicKey')
          .where('channelId', '=', channelId)
          .where('state', '=', 'CURRENT')
          .executeTakeFirstOrThrow(),
      );
    const { sealed, open } = await sealFlowRequest(request, publicKey);
    return { sent: JSON.stringify(sealed), open };
  };
  return { address, post, seal };
}
const tokenOn = async (asha: { ours: () => Promise<{ buttons: { id: string; type: string }[] }[]> }) =>
  (await asha.ours()).flatMap(({ buttons }) => buttons).find(({ type }) => type === 'flow')?.id ?? '';

test('A flow with an endpoint asks it at each screen, sealed by the key of the channel, and a key that is rotated meanwhile opens it too', async () => {
  const { scene, admin, channelId, form, asha, flow } = await makeEndpointScene('+919876502002');
  await flow.open();
  await flow.at('You');
  await flow.fill({ fullName: 'Asha Rao' });
  const work = await flow.at('Work');
  expect(work.screen?.parts.map(({ text }) => text)).toEqual(expect.arrayContaining(['Income of Asha Rao']));
  expect((await makeKey(admin, channelId)).json().data.keys.map(({ state }: { state: string }) => state)).toEqual(['CURRENT', 'OLD']);
  await flow.fill({ income: '0' });
  expect((await flow.at('Work')).screen?.message).toBe('Income of Asha Rao: It must be at least 1.');
  await flow.fill({ income: '30000', card: '4111' });
  await flow.isDone();
  await asha.shows('Please fill this in:', 'Thank you, Asha Rao: 30000');
  await becomes(scene, 'COMPLETED done');
  const [answer, ...others] = await answersOf(admin, form.id);
  expect(others).toEqual([]);
  expect(answer && saidIn(answer)).toEqual({ fullName: 'Asha Rao', income: '30000', card: '•••' });
  expect((await keysOf(admin, channelId)).lastRequestOn).not.toBeNull();
  await expectWhole(scene);
});

test('A body that is sent again gets the same answer and changes nothing, be the form open or sent', async () => {
  const { scene, admin, channelId, form, asha } = await makeEndpointScene('+919876502003');
  const token = await tokenOn(asha);
  const { post, seal } = await endpointOf(channelId);
  const opened = await seal(admin, { version: '3.0', action: 'INIT', flow_token: token });
  expect(await opened.open((await post(opened.sent)).body)).toMatchObject({ screen: 'screenDaDb' });
  const first = await seal(admin, {
    version: '3.0',
    action: 'data_exchange',
    screen: 'screenDaDb',
    flow_token: token,
    data: { fullName: 'Asha', _seen: 'fullName' },
  });
  const answered = await first.open((await post(first.sent)).body);
  expect(answered).toMatchObject({ screen: 'screenDaDc' });
  const filling = () =>
    app.contextOf(admin).read((tx) => tx.selectFrom('formFillings').selectAll().where('code', '=', token).executeTakeFirstOrThrow());
  const before = await filling();
  expect(await first.open((await post(first.sent)).body)).toEqual(answered);
  expect((await filling()).revision).toBe(before.revision);
  const last = await seal(admin, {
    version: '3.0',
    action: 'data_exchange',
    screen: 'screenDaDc',
    flow_token: token,
    data: { income: '5', card: '', _seen: 'income,card' },
  });
  const done = await last.open((await post(last.sent)).body);
  expect(done).toEqual({ screen: 'SUCCESS', data: { extension_message_response: { params: { flow_token: token } } } });
  expect(await last.open((await post(last.sent)).body)).toEqual(done);
  await becomes(scene, 'COMPLETED done');
  expect(await answersOf(admin, form.id)).toHaveLength(1);
  // A screen of a form that was sent is opened no more.
  expect((await post(opened.sent)).statusCode).toBe(427);
  await expectWhole(scene);
});

test('The endpoint tells a stranger, a forged signature, a foreign key, a broken body and a token of nobody apart', async () => {
  const scene = await makeScene();
  const { admin, channelId } = scene;
  const { address, post, seal } = await endpointOf(channelId);
  const { publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const foreign = JSON.stringify((await sealFlowRequest({ action: 'ping' }, publicKey)).sealed);
  expect((await post(foreign)).statusCode).toBe(421);
  expect((await makeKey(admin, channelId)).statusCode).toBe(200);
  expect((await post(foreign)).statusCode).toBe(421);
  const ping = await seal(admin, { version: '3.0', action: 'ping' });
  expect((await post(ping.sent, 'sha256=00')).statusCode).toBe(432);
  expect((await keysOf(admin, channelId)).lastPingOn).toBeNull();
  expect(await ping.open((await post(ping.sent)).body)).toEqual({ data: { status: 'active' } });
  expect((await keysOf(admin, channelId)).lastPingOn).not.toBeNull();
  expect((await post('no json')).statusCode).toBe(400);
  const report = await seal(admin, {
    version: '3.0',
    action: 'INIT',
    data: { error: 'invalid_screen_transition', error_message: 'No way' },
  });
  expect(await report.open((await post(report.sent)).body)).toEqual({ data: { acknowledged: true } });
  expect((await keysOf(admin, channelId)).lastFault?.text).toBe('invalid_screen_transition: No way');
  const nobody = await seal(admin, { version: '3.0', action: 'INIT', flow_token: 'Aa00Bb11Cc22Dd33' });
  expect((await post(nobody.sent)).statusCode).toBe(427);
  const other = `${address.slice(0, -1)}${address.endsWith('A') ? 'B' : 'A'}`;
  for (const path of [other, '/hooks/flow/x', `/hooks/flow/${'0'.repeat(48)}`])
    expect((await app.stranger().post(path, ping.sent, { headers: { 'content-type': 'application/json' } })).statusCode).toBe(404);
});

test('A token of another channel is nobody’s at this one, and another enterprise’s neither', async () => {
  const one = await makeEndpointScene('+919876502004');
  const other = await makeEndpointScene('+919876502005');
  const { post, seal } = await endpointOf(other.channelId);
  const asked = await seal(other.admin, { version: '3.0', action: 'INIT', flow_token: await tokenOn(one.asha) });
  expect((await post(asked.sent)).statusCode).toBe(427);
});

test('A flow that the vendor blocks is sent to nobody: the next person gets the next face, and the flow again once it is released', async () => {
  const scene = await makeScene();
  const { admin, channelId } = scene;
  const form = await makePublished(admin, 'Loan', loanForm());
  const { vendorName } = await publishFlow(admin, form.id, channelId);
  await publish(scene, 'loan', makeStream(asking(form.id), loanVariable));
  const become = async (status: 'BLOCKED' | 'PUBLISHED') => {
    await vendors.control.changeFlow(channelId, { name: vendorName, status });
    await vi.waitFor(async () => expect((await list(admin)).flows).toMatchObject([{ state: status }]));
  };
  await become('BLOCKED');
  const first = phoneOf(scene, '+919876502006');
  await first.say('loan');
  await first.shownLast('fullName');
  expect(await tokenOn(first)).toBe('');
  const notices = (await as(admin).get(endpoints.notifications.list.path)).json().data.notifications as { title: string }[];
  expect(notices.map(({ title }) => title)).toContain('The vendor has blocked the flow Loan');
  await become('PUBLISHED');
  const second = phoneOf(scene, '+919876502007');
  await second.say('loan');
  await second.shows('Please fill this in:');
  expect(await tokenOn(second)).not.toBe('');
});

test('Answers of a flow that do not pass at its end stay open, with the fault in words and a link to the rest', async () => {
  const scene = await makeScene();
  const { admin, channelId } = scene;
  const form = await makePublished(
    admin,
    'Code',
    writeForm([
      {
        id: 'screen01',
        title: 'Code',
        fields: [
          { id: 'field001', name: 'fullName', kind: 'text', required: 'true' },
          { id: 'field002', name: 'income', kind: 'text', required: 'true', check: 'value == "X1"', checkText: { en: 'No such code.' } },
        ],
      },
    ]),
  );
  expect(await publishFlow(admin, form.id, channelId)).toMatchObject({ state: 'PUBLISHED', mode: 'static' });
  await publish(scene, 'loan', makeStream(asking(form.id), loanVariable));
  const asha = phoneOf(scene, '+919876502008');
  await asha.say('loan');
  await asha.shows('Please fill this in:');
  const flow = flowOn(channelId, asha.number);
  await flow.open();
  await flow.at('Code');
  await flow.fill({ fullName: 'Asha', income: 'Z9' });
  await flow.isDone();
  await asha.shownLast('/p/');
  const [, link = ''] = await asha.texts();
  expect(link).toContain('income: No such code.');
  expect(await answersOf(admin, form.id)).toEqual([]);
  const visitor = visitorOf(/http\S+\/p\/\w{16}/.exec(link)?.[0] ?? '');
  await visitor.open();
  await visitor.send('screen01', { field001: 'Asha', field002: 'X1' });
  await asha.shownLast('Thank you, Asha: X1');
  const [answer] = await answersOf(admin, form.id);
  expect(answer?.faces).toEqual(['flow', 'page']);
  await expectWhole(scene);
});
