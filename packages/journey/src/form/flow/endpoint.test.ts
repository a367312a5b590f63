import { expect, test } from 'vitest';
import { compileForm } from '../compile.ts';
import { openForm } from '../fill.ts';
import { formFacts, makeForm, makeOption, now } from '../form.fixtures.ts';
import { flowAnswers, flowFiles } from './answers.ts';
import { flowEndpoint } from './endpoint.ts';
import { planFlow } from './plan.ts';

const facts = formFacts({ entry: { slots: [{ id: 'm10', title: 'Monday 10:00' }] } });
const form = compileForm(
  makeForm({
    screen01: {
      title: 'You',
      fields: {
        namefie1: { kind: 'text', id: 'namefie1', name: 'name1', required: 'true', prefill: 'customer.name' },
        agefiel1: { kind: 'number', id: 'agefiel1', name: 'age', least: '18', required: 'true', label: { en: 'Age' } },
        reasonf1: { kind: 'text', id: 'reasonf1', name: 'reason', visibleIf: 'name1 == "Nobody"' },
      },
    },
    screen02: {
      fields: {
        slotfie1: { kind: 'choice', id: 'slotfie1', name: 'slot', required: 'true', options: { kind: 'list', source: 'entry.slots' } },
      },
    },
  }),
);
const plan = planFlow(form);
const begun = openForm(form, {}, facts, now);
const ask = (state: typeof begun, request: Record<string, unknown>) =>
  flowEndpoint(plan, state, { version: '3.0', flow_token: 'token', action: 'data_exchange', ...request } as never, facts, now);
const seen = 'name1,age';
const first = (data: Record<string, unknown>) => ({ screen: 'screenDaDb', data: { _seen: seen, ...data } });

test('A ping is answered, an error report is noted, and neither changes anything', () => {
  expect(ask(begun, { action: 'ping' })).toMatchObject({ response: { data: { status: 'active' } }, state: begun });
  expect(ask(begun, { data: { error: 'timeout', error_message: 'Late' } })).toMatchObject({
    response: { data: { acknowledged: true } },
    state: begun,
  });
});

test('The opening shows the open screen with what is known, and the end closes the flow with its token', () => {
  const opened = ask(begun, { action: 'INIT', screen: '' });
  expect(opened.response).toEqual({
    screen: 'screenDaDb',
    data: { init: { name1: 'Asha' }, errors: {}, seen, shown_reason: false },
  });
  const next = ask(begun, first({ name1: 'Asha', age: '30', reason: '' }));
  expect(next.response).toEqual({
    screen: 'screenDaDc',
    data: { init: {}, errors: {}, seen: 'slot', options_slot: [{ id: 'm10', title: 'Monday 10:00' }] },
  });
  const done = ask(next.state, { screen: 'screenDaDc', data: { slot: 'm10', _seen: 'slot' } });
  expect(done.response).toEqual({ screen: 'SUCCESS', data: { extension_message_response: { params: { flow_token: 'token' } } } });
  expect(done.done?.values).toEqual({ namefie1: 'Asha', agefiel1: 30, slotfie1: 'm10' });
});

test('A fault stands beneath its field and whole at the foot; a long one is short beneath it', () => {
  const { response, faults } = ask(begun, first({ name1: 'Asha', age: '7' }));
  expect(response.data).toMatchObject({ errors: { age: 'It must be at least 18.' }, error_message: 'Age: It must be at least 18.' });
  expect(faults.map(({ code }) => code)).toEqual(['TOO_SMALL']);
  const gone = ask(ask(begun, first({ name1: 'Asha', age: '30' })).state, { screen: 'screenDaDc', data: { slot: 'm11', _seen: 'slot' } });
  expect(gone.response.data).toMatchObject({
    errors: { slot: 'Please check this.' },
    error_message: 'slotfie: Please choose one that is offered.',
  });
});

test('A field that an answer of the same screen opens is asked before the screen is left', () => {
  const opened = ask(begun, first({ name1: 'Nobody', age: '30', reason: '' }));
  expect(opened.response).toMatchObject({ screen: 'screenDaDb', data: { shown_reason: true, seen: 'name1,age,reason', errors: {} } });
  const left = ask(opened.state, first({ name1: 'Nobody', age: '30', reason: '', _seen: 'name1,age,reason' }));
  expect(left.response.screen).toBe('screenDaDc');
});

test('A request that comes twice gives the same answer and the same state; an earlier screen is taken again', () => {
  const request = first({ name1: 'Asha', age: '30' });
  const once = ask(begun, request);
  const again = ask(once.state, request);
  expect(JSON.stringify([again.state, again.response])).toBe(JSON.stringify([once.state, once.response]));
  const changed = ask(once.state, first({ name1: 'Asha Rao', age: '31' }));
  expect(changed.state.values).toEqual({ namefie1: 'Asha Rao', agefiel1: 31 });
});

test('Going back shows the screen before, once, however often it is told', () => {
  const next = ask(begun, first({ name1: 'Asha', age: '30' })).state;
  const back = ask(next, { action: 'BACK', screen: 'screenDaDc' });
  expect(back.response).toMatchObject({ screen: 'screenDaDb', data: { init: { name1: 'Asha', age: '30' } } });
  expect(ask(back.state, { action: 'BACK', screen: 'screenDaDc' }).response).toEqual(back.response);
  expect(ask(next, { action: 'BACK', screen: '' }).response.screen).toBe('screenDaDb');
});

test.each([
  ['a screen of another flow', { screen: 'WELCOME', data: { age: '30' } }],
  ['no screen', { data: { age: '30' } }],
  ['a screen that was not come to', { screen: 'screenDaDc', data: { slot: 'm10' } }],
  ['nothing', { screen: 'screenDaDb' }],
  ['wrong shapes', { screen: 'screenDaDb', data: { name1: { a: 1 }, age: ['x'], _seen: 5 } }],
  ['an act that nobody knows', { action: 'dance' }],
])('A request with %s never throws and stays on the open screen', (_name, request) => {
  expect(ask(begun, request).response.screen).toBe('screenDaDb');
});

test('A flow whose last faults are fields that it cannot ask closes, and says what is left', () => {
  const signed = compileForm(
    makeForm({
      screen01: {
        fields: {
          cityfie1: { kind: 'text', id: 'cityfie1', name: 'city', visibleIf: 'customer.name == "Asha"' },
          signfie1: { kind: 'signature', id: 'signfie1', name: 'sign', required: 'true' },
        },
      },
    }),
  );
  const state = openForm(signed, {}, facts, now);
  const closed = flowEndpoint(
    planFlow(signed),
    state,
    { action: 'data_exchange', screen: 'screenDaDb', data: { city: 'Pune', _seen: 'city' }, flow_token: 'token' },
    facts,
    now,
  );
  expect(closed.response.screen).toBe('SUCCESS');
  expect([closed.done, closed.rest.map(({ field, code }) => `${field} ${code}`), closed.state.values]).toEqual([
    null,
    ['signfie1 REQUIRED'],
    { cityfie1: 'Pune' },
  ]);
});

test('Answers come by field, whole or of one screen, with files that were fetched; those that were not are unreadable', () => {
  const filed = planFlow(
    compileForm(
      makeForm({
        screen01: {
          fields: {
            photofi1: { kind: 'photo', id: 'photofi1', name: 'photo' },
            likesfi1: { kind: 'choices', id: 'likesfi1', name: 'likes', options: { kind: 'fixed', items: [makeOption('optiona1', 'A')] } },
          },
        },
        screen02: {
          fields: { dayfiel1: { kind: 'date', id: 'dayfiel1', name: 'day' }, gladfie1: { kind: 'yesNo', id: 'gladfie1', name: 'glad' } },
        },
      }),
    ),
  );
  const payload = {
    photo: [{ id: '77', file_name: 'a.jpg', mime_type: 'image/jpeg', sha256: 'x' }],
    likes: ['optiona1'],
    day: '1772582400000',
    glad: 'yes',
    flow_token: 't',
  };
  expect(flowFiles(filed, payload)).toEqual([
    { field: 'photofi1', key: '77', name: 'a.jpg', mime: 'image/jpeg', sha256: 'x', address: '', sealed: {} },
  ]);
  const media = { $: 'media' as const, id: 'file', kind: 'image', name: 'a.jpg', mime: 'image/jpeg', size: 1 };
  expect(flowAnswers(filed, payload, new Map([['77', media]]))).toEqual({
    photofi1: { files: [media] },
    likesfi1: ['optiona1'],
    dayfiel1: '2026-03-04',
    gladfie1: true,
  });
  expect(flowAnswers(filed, { photo: payload.photo, likes: [] })).toEqual({ photofi1: 'unreadable', likesfi1: null });
  expect(flowAnswers(filed, payload, new Map(), 'screen02')).toEqual({ dayfiel1: '2026-03-04', gladfie1: true });
  expect(
    flowFiles(filed, {
      photo: [{ media_id: 'm', cdn_url: 'https://mmg.example/x', file_name: 'b.jpg', encryption_metadata: { iv: 'i', hmac_key: 'h' } }],
    }),
  ).toEqual([
    {
      field: 'photofi1',
      key: 'm',
      name: 'b.jpg',
      mime: '',
      sha256: '',
      address: 'https://mmg.example/x',
      sealed: { iv: 'i', hmac_key: 'h' },
    },
  ]);
});
