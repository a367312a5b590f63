import { endpoints, type FormAnswerItem } from '@parley/contract';
import { expect, test } from 'vitest';
import { startApp } from '../../../../test/app.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { createFlowScenes } from '../../../../test/flows.ts';
import { createFormScenes, formAt, loanForm } from '../../../../test/forms.ts';
import { createStreamScenes, en, end, makeStream, type Nodes, say } from '../../../../test/journeys.ts';
import { startVendors } from '../../../../test/vendors.ts';

const vendors = await startVendors();
const app = await startApp({ config: { simulator: vendors.address } });
const { as } = app;
const { makePublished } = createFormScenes(app);
const { makeScene, publish, phoneOf, becomes, expectWhole } = createStreamScenes(app, vendors);
const { publishFlow, makeKey, flowOn } = createFlowScenes(app, vendors);
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

test('A flow with an endpoint asks it at each screen, sealed by the key of the channel', async () => {
  const scene = await makeScene();
  const { admin, channelId } = scene;
  expect((await makeKey(admin, channelId)).statusCode).toBe(200);
});
