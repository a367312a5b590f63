// biome-ignore-all lint/suspicious/noTemplateCurlyInString: bindings of Flow JSON look so
import { expect, test } from 'vitest';
import { compileForm } from '../compile.ts';
import { openForm } from '../fill.ts';
import { formFacts, loanForm, makeForm, makeOption, now } from '../form.fixtures.ts';
import { checkFlow, componentsOf } from './check-flow.ts';
import { fromFlowId, toFlowId } from './flow-id.ts';
import { planFlow } from './plan.ts';
import { flowOpening, toFlow } from './to-flow.ts';

const colours = { kind: 'fixed', items: [makeOption('optiona1', 'Red'), makeOption('optionb1', 'Blue', { value: 'B' })] };
const one = (fields: Parameters<typeof makeForm>[0][string]['fields'], next: { when: string; to: string }[] = []) =>
  compileForm(
    makeForm({ screen01: { fields, next }, screen02: { fields: { lastfie1: { kind: 'text', id: 'lastfie1', name: 'last1' } } } }),
  );
const choice = { kind: 'choice', id: 'colourf1', name: 'colour', required: 'true', options: colours };
const number = { kind: 'number', id: 'agefiel1', name: 'age', required: 'true' };
const asking = (fields: Parameters<typeof one>[0]) => {
  const { json, notes } = toFlow(one(fields));
  return { parts: componentsOf(json.screens[0] as never).filter(({ type }) => type !== 'Form' && type !== 'Footer'), notes, json };
};

test.each(['screen01', 'abcdefg0', '01234567', 'a1b2c3d4'])('An id %s comes back from the flow', (id) => {
  expect(toFlowId(id)).toMatch(/^[A-Za-z_]+$/);
  expect(fromFlowId(toFlowId(id))).toBe(id);
});
test('An id of somebody else is not taken for one of ours', () => {
  expect(['SUCCESS', 'FINISH', 'WELCOME', 'Dz', 'a_b', ''].map(fromFlowId)).toEqual(Array(6).fill(undefined));
});

test('The loan form runs without an endpoint: its way is a condition with two footers, its values travel by global references', () => {
  const { json, mode, notes } = toFlow(compileForm(loanForm()));
  expect([mode, notes, checkFlow(json)]).toEqual(['static', [], []]);
  expect(json).toMatchObject({
    version: '7.3',
    screens: [{ id: 'screenDaDb' }, { id: 'screenDaDc' }, { id: 'screenDaDd', terminal: true }],
  });
  expect(json.data_api_version).toBeUndefined();
  const [you, work, plan] = json.screens.map(componentsOf);
  expect(you?.find(({ type }) => type === 'If')).toEqual({
    type: 'If',
    condition: '(${form.age} > 70)',
    ...JSON.parse(
      '{"then":[{"type":"Footer","label":"Continue","on-click-action":{"name":"navigate","next":{"type":"screen","name":"screenDaDd"},"payload":{}}}]}',
    ),
    else: [
      {
        type: 'Footer',
        label: 'Continue',
        'on-click-action': { name: 'navigate', next: { type: 'screen', name: 'screenDaDc' }, payload: {} },
      },
    ],
  });
  expect(work?.find(({ type }) => type === 'If')).toMatchObject({ condition: '(${form.income} < 25000)' });
  expect(plan?.find(({ type }) => type === 'Footer')).toMatchObject({
    label: 'Send',
    'on-click-action': {
      name: 'complete',
      payload: {
        fullname: '${screen.screenDaDb.form.fullname}',
        age: '${screen.screenDaDb.form.age}',
        income: '${screen.screenDaDc.form.income}',
        guarantor: '${screen.screenDaDc.form.guarantor}',
        plan: '${form.plan}',
        agree: '${form.agree}',
      },
    },
  });
});

test.each([
  ['age > 50', { agefiel1: number }, '(${form.age} > 50)'],
  ['!(age <= 50 && age != -5)', { agefiel1: number }, '!((${form.age} <= 50) && (${form.age} != -5))'],
  ['colour == "B"', { colourf1: choice }, "(${form.colour} == 'optionb1')"],
  ['"Red" != colour', { colourf1: { ...choice, required: '' } }, "!(${form.colour} == 'optiona1')"],
  ['glad', { gladfie1: { kind: 'yesNo', id: 'gladfie1', name: 'glad', required: 'true' } }, "(${form.glad} == 'yes')"],
  ['agree == false', { agreefi1: { kind: 'consent', id: 'agreefi1', name: 'agree', required: 'true' } }, '!(${form.agree} == true)'],
  [
    'stars > 3',
    { starsfi1: { kind: 'rating', id: 'starsfi1', name: 'stars', required: 'true' } },
    "(${form.stars} == '4' || ${form.stars} == '5')",
  ],
])('A condition %s stands in the flow itself', (visibleIf, fields, condition) => {
  const { json, mode } = toFlow(one({ ...fields, morefie1: { kind: 'text', id: 'morefie1', name: 'more', visibleIf } }));
  expect(mode).toBe('static');
  expect(componentsOf(json.screens[0] as never).find(({ type }) => type === 'If')).toMatchObject({ condition });
  // The screen behind it says the same by a global reference.
  const later = toFlow(
    compileForm(
      makeForm({ screen01: { fields }, screen02: { fields: { morefie1: { kind: 'text', id: 'morefie1', name: 'more', visibleIf } } } }),
    ),
  );
  expect(componentsOf(later.json.screens[1] as never).find(({ type }) => type === 'If')).toMatchObject({
    condition: condition.replaceAll('${form.', '${screen.screenDaDb.form.'),
  });
});

test.each([
  ['age > 50', { agefiel1: { ...number, required: '' } }, 'visibleIf: “age” may be left out.'],
  ['age > 50', { agefiel1: { ...number, visibleIf: 'customer.old' } }, 'visibleIf: “age” may be left out.'],
  [
    'name1 == "Asha"',
    { namefie1: { kind: 'text', id: 'namefie1', name: 'name1', required: 'true' } },
    'visibleIf: “name1” is read by our server before it is compared.',
  ],
  ['customer.city == "Pune"', { agefiel1: number }, 'visibleIf: The flow compares answers with numbers alone.'],
  ['double > 50', { agefiel1: number }, 'visibleIf: “double” is known to our server alone.'],
  [
    'size(likes) > 1',
    { likesfi1: { kind: 'choices', id: 'likesfi1', name: 'likes', required: 'true', options: colours } },
    'visibleIf: The flow compares answers with numbers alone.',
  ],
  [
    '"Red" in likes',
    { likesfi1: { kind: 'choices', id: 'likesfi1', name: 'likes', required: 'true', options: colours } },
    'visibleIf: The flow does not know “in”.',
  ],
])('A condition %s asks our server, and the author reads why', (visibleIf, fields, reason) => {
  const { json, mode, notes } = toFlow(one({ ...fields, morefie1: { kind: 'text', id: 'morefie1', name: 'more', visibleIf } }));
  expect(mode).toBe('endpoint');
  expect(notes.filter(({ field }) => field === 'morefie1')).toEqual([
    { kind: 'endpoint', screen: 'screen01', field: 'morefie1', text: reason },
  ]);
  expect(json).toMatchObject({ data_api_version: '3.0', routing_model: { screenDaDb: ['screenDaDc'], screenDaDc: [] } });
  expect(checkFlow(json)).toEqual([]);
});

test('Several ways by one choice are a switch; by different answers they ask our server; an early end gets a last screen', () => {
  const ways = [
    { when: 'colour == "Red"', to: 'end' },
    { when: 'colour == "B"', to: 'screen02' },
  ];
  const { json, mode } = toFlow(one({ colourf1: choice }, ways));
  expect(mode).toBe('static');
  const found = componentsOf(json.screens[0] as never).find(({ type }) => type === 'Switch') as unknown as {
    value: string;
    cases: Record<string, { 'on-click-action': { next: { name: string } } }[]>;
  };
  expect(found.value).toBe('${form.colour}');
  expect(Object.entries(found.cases).map(([id, [footer]]) => [id, footer?.['on-click-action'].next.name])).toEqual([
    ['optiona1', 'FINISH'],
    ['optionb1', 'screenDaDc'],
  ]);
  expect(json.screens.at(-1)).toMatchObject({ id: 'FINISH', terminal: true });
  expect(checkFlow(json)).toEqual([]);
  const mixed = toFlow(one({ colourf1: choice, agefiel1: number }, [...ways.slice(0, 1), { when: 'age > 5', to: 'end' }]));
  expect([mixed.mode, mixed.notes.map(({ text }) => text)]).toEqual(['endpoint', ['next: Several ways hang on more than one choice.']]);
});

test('Fields that a flow cannot show are noted with what it shows instead, and nothing is cut in silence', () => {
  const { parts, notes } = asking({
    signfiel: { kind: 'signature', id: 'signfie1', name: 'sign', label: { en: 'Sign here' } },
    placefie: { kind: 'location', id: 'placefi1', name: 'place' },
    photofie: { kind: 'photo', id: 'photofi1', name: 'photo' },
    paperfie: { kind: 'file', id: 'paperfi1', name: 'paper' },
    picfield: { kind: 'picture', id: 'picfiel1', name: '' },
    longfiel: {
      kind: 'choice',
      id: 'longfie1',
      name: 'long',
      label: { en: 'A question that is much longer than any label' },
      options: {
        kind: 'fixed',
        items: [makeOption('optiona1', 'A title that is longer than thirty characters'), makeOption('optionb1', 'B')],
      },
    },
    manyfiel: {
      kind: 'choices',
      id: 'manyfie1',
      name: 'many',
      options: {
        kind: 'fixed',
        items: Array.from({ length: 21 }, (_, place) => makeOption(`option${String(place).padStart(2, '0')}`, `T${place}`)),
      },
    },
  });
  expect(notes.map(({ field, kind, text }) => [field, kind, text])).toEqual([
    ['signfie1', 'reduced', 'A flow has no signature: a link follows.'],
    ['placefi1', 'reduced', 'A flow has no place: a link follows.'],
    ['paperfi1', 'reduced', 'A flow takes files in one field of a screen: a link follows.'],
    ['picfiel1', 'reduced', 'The picture is left out.'],
    ['longfie1', 'shortened', '“A title that is longer than thirty characters” stands whole beneath its title.'],
    ['manyfie1', 'reduced', 'A flow offers at most 20 boxes to tick: a link follows.'],
  ]);
  expect(parts.map(({ type, text, label }) => [type, text ?? label])).toEqual([
    ['TextBody', 'We will send you a link for this: Sign here'],
    ['TextBody', 'We will send you a link for this: placefi'],
    ['PhotoPicker', 'photofi'],
    ['TextBody', 'We will send you a link for this: paperfi'],
    ['TextBody', 'A question that is much longer than any label'],
    ['RadioButtonsGroup', 'Your answer'],
    ['TextBody', 'We will send you a link for this: manyfie'],
  ]);
  expect(parts.find(({ name }) => name === 'long')?.['data-source']).toEqual([
    { id: 'optiona1', title: 'A title that is longer than t…', description: 'A title that is longer than thirty characters' },
    { id: 'optionb1', title: 'B' },
  ]);
});

test('Bounds that are constants stand on the phone too, and each kind has its component', () => {
  const { parts } = asking({
    textfiel: { kind: 'text', id: 'textfie1', name: 'text1', least: '2', most: '12', help: { en: 'Short' } },
    longfiel: { kind: 'longText', id: 'longfie1', name: 'long' },
    dayfield: { kind: 'date', id: 'dayfiel1', name: 'day', least: 'date("2026-01-01")', most: 'today()' },
    mailfiel: { kind: 'email', id: 'mailfie1', name: 'mail' },
    phonefie: { kind: 'phone', id: 'phonefi1', name: 'phone' },
    timefiel: { kind: 'time', id: 'timefie1', name: 'time1' },
    likesfie: { kind: 'choices', id: 'likesfi1', name: 'likes', least: '1', most: '2', options: colours },
    hiddenfi: { kind: 'hidden', id: 'hiddenf1', name: 'hidden1' },
  });
  expect(parts.map(({ type, label: _, name: __, required: ___, 'data-source': ____, ...rest }) => ({ type, ...rest }))).toEqual([
    { type: 'TextInput', 'input-type': 'text', 'min-chars': 2, 'max-chars': 12, 'helper-text': 'Short' },
    { type: 'TextArea', 'max-length': 4000 },
    { type: 'DatePicker', 'min-date': '2026-01-01' },
    { type: 'TextInput', 'input-type': 'email', 'max-chars': 254 },
    { type: 'TextInput', 'input-type': 'phone' },
    { type: 'TextInput', 'input-type': 'text', 'helper-text': 'Such as 14:30' },
    { type: 'CheckboxGroup', 'min-selected-items': 1, 'max-selected-items': 2 },
  ]);
});

test('A static flow is opened with what is known of the person, screen by screen, and with words that name them', () => {
  const form = compileForm(
    makeForm({
      screen01: {
        fields: {
          namefie1: { kind: 'text', id: 'namefie1', name: 'name1', prefill: 'customer.name', label: { en: 'Hello {{ customer.name }}' } },
        },
      },
      screen02: {
        fields: { colourf1: { ...choice, prefill: '"B"' }, gladfie1: { kind: 'yesNo', id: 'gladfie1', name: 'glad', prefill: 'true' } },
      },
    }),
  );
  const plan = planFlow(form);
  const facts = formFacts();
  expect(plan.mode).toBe('static');
  expect(flowOpening(plan, openForm(form, {}, facts, now), facts, now)).toEqual({
    screen: 'screenDaDb',
    data: { init_screenDaDb: { name1: 'Asha' }, init_screenDaDc: { colour: 'optionb1', glad: 'yes' }, text_1: 'Hello Asha' },
  });
  const [first, second] = plan.json.screens;
  expect(Object.keys(first?.data ?? {})).toEqual(['init_screenDaDb', 'init_screenDaDc', 'text_1']);
  expect(first?.layout.children[0]).toMatchObject({ 'init-values': '${data.init_screenDaDb}' });
  expect(second?.layout.children[0]).toMatchObject({ 'init-values': '${screen.screenDaDb.data.init_screenDaDc}' });
});

test('A flow speaks the language that is asked for, its own buttons too', () => {
  const { json } = toFlow(one({ gladfie1: { kind: 'yesNo', id: 'gladfie1', name: 'glad' } }), { language: 'hi' });
  const parts = componentsOf(json.screens[0] as never);
  expect(parts.find(({ type }) => type === 'Footer')).toMatchObject({ label: 'आगे बढ़ें' });
  expect(parts.find(({ name }) => name === 'glad')?.['data-source']).toEqual([
    { id: 'yes', title: 'हाँ' },
    { id: 'no', title: 'नहीं' },
  ]);
});
