import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fieldError } from '../faults.ts';
import { broadcastEndpoints } from '../outreach/broadcast.ts';
import { campaignEndpoints } from '../outreach/campaign.ts';
import { countSegments } from './sms-segments.ts';
import { templateEndpoints } from './template.ts';
import { checkTemplate } from './template-check.ts';
import { TemplateComponent, TemplateExtra, templateLimits } from './template-components.ts';
import { type TemplateForm, templateFaults, variableFaults } from './template-rules.ts';
import { sampleValues, variableGroups, variableKey } from './template-variables.ts';

type Loose = { type: TemplateComponent['type'] } & Record<string, unknown>;
const form = (components: Loose[], more: Partial<TemplateForm> = {}): TemplateForm => ({
  kind: 'whatsapp',
  name: 'order_ready',
  category: 'MARKETING',
  components: components.map((component) => TemplateComponent.parse(component)),
  extra: TemplateExtra.parse({}),
  ...more,
});
const body = (text = 'Your order is ready.', samples = {}) => ({ type: 'BODY' as const, text, samples });
const buttons = (...list: object[]) => ({ type: 'BUTTONS' as const, buttons: list });
const link = { type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}', example: 'a1' };
const reply = { type: 'QUICK_REPLY', text: 'Stop' };
const card = (more: object = {}) => ({
  header: { format: 'IMAGE', url: 'https://x.example/a.png' },
  body: { text: 'One card' },
  buttons: [reply],
  ...more,
});
const carousel = (...cards: object[]) => ({ type: 'CAROUSEL' as const, cards });
const offer = [
  { type: 'LIMITED_TIME_OFFER' as const, text: 'Ends tonight', hasExpiration: true },
  body('Everything for less.'),
  buttons({ type: 'COPY_CODE', example: 'SAVE' }, { ...link, url: 'https://shop.example/' }),
];
const fields = (given: TemplateForm) => templateFaults(given).map(({ field }) => field);

test('TMPL-003 TMPL-004 TMPL-005 TMPL-006 TMPL-007 TMPL-008 TMPL-011 templates of every form are accepted', () => {
  const good: TemplateForm[] = [
    form([
      { type: 'HEADER', format: 'TEXT', text: 'Hi {{1}}', samples: { 1: 'Asha' } },
      body(),
      { type: 'FOOTER', text: 'Shop' },
      buttons(reply, link),
    ]),
    form([
      { type: 'HEADER', format: 'DOCUMENT', resourceUrl: 'https://x.example/a.pdf' },
      body(),
      buttons({ type: 'PHONE_NUMBER', text: 'Call', phoneNumber: '+919820012345' }),
    ]),
    form(offer),
    form([body(), carousel(card(), card())]),
    form([body(), carousel(card({ buttons: [reply, link] }), card({ buttons: [reply, link] }))]),
    form([{ type: 'AUTHENTICATION' }, buttons({ type: 'OTP' })], { category: 'AUTHENTICATION' }),
    form([body('Hi {{1}}', { 1: 'Asha' })], { kind: 'sms', category: 'UTILITY' }),
    form([carousel(card({ title: 'T', buttons: [reply, reply, reply, reply] }))], { kind: 'rcs' }),
  ];
  expect(good.flatMap(templateFaults)).toEqual([]);
  // NONE is no header.
  expect(fields(form([{ type: 'HEADER', format: 'NONE' }, body()]))).toEqual([]);
});

test('TMPL-009 TMPL-010 TMPL-012 TMPL-023 each limit holds to the character, and refuses one more', () => {
  const many = (length: number) => '😀'.repeat(length);
  const at: [string, number, (text: string) => TemplateForm][] = [
    ['header', templateLimits.header, (text) => form([{ type: 'HEADER', format: 'TEXT', text }, body()])],
    ['body', templateLimits.body, (text) => form([body(text)])],
    ['footer', templateLimits.footer, (text) => form([body(), { type: 'FOOTER', text }])],
    ['buttons.0.text', templateLimits.quickReply, (text) => form([body(), buttons({ ...reply, text })])],
    ['buttons.0.text', templateLimits.action, (text) => form([body(), buttons({ ...link, text })])],
    ['cards.1.body', templateLimits.cardBody, (text) => form([body(), carousel(card(), card({ body: { text } }))])],
    ['offer', templateLimits.offerText, (text) => form([{ ...offer[0], text } as Loose, ...offer.slice(1)])],
  ];
  expect(at.map(([, limit]) => limit)).toEqual([60, 1024, 60, 25, 25, 160, 15]);
  for (const [field, limit, make] of at) {
    expect([field, fields(make(many(limit)))]).toEqual([field, []]);
    expect(fields(make(many(limit + 1)))).toEqual([field]);
  }
  expect(fields(form([body(), carousel(card({ buttons: [reply, reply, reply] }), card({ buttons: [reply, reply, reply] }))]))).toEqual([
    'cards.0.buttons',
    'cards.1.buttons',
  ]);
  for (const wrong of [
    buttons(link),
    buttons(link, { type: 'COPY_CODE', example: 'S' }),
    buttons({ type: 'COPY_CODE', example: 'S' }, link, reply),
  ])
    expect(fields(form([offer[0] as Loose, body(), wrong]))).toContain('buttons');
});

test('cards of one carousel are alike, and 2 to 10', () => {
  expect(fields(form([body(), carousel(card(), card({ buttons: [link] }))]))).toEqual(['cards']);
  expect(fields(form([body(), carousel(card(), card({ header: { format: 'VIDEO', url: 'https://x.example/a.mp4' } }))]))).toEqual([
    'cards',
  ]);
  expect(fields(form([body(), carousel(card())]))).toEqual(['cards']);
  expect(fields(form([body(), buttons(reply), carousel(card(), card())]))).toEqual(['cards']);
  expect(fields(form([carousel(card({ header: { format: 'IMAGE', url: 'u', height: 'TALL' } }), card())], { kind: 'rcs' }))).toEqual([
    'cards.0.header',
  ]);
});

test('variables have no gaps, are not at the edges of a body and not side by side; each has a sample', () => {
  const table: [string, number][] = [
    ['Hi {{1}}, order {{2}} is ready.', 0],
    ['Hi {{name}}, welcome.', 0],
    ['Hi {{2}}.', 1],
    ['Hi {{1}} and {{3}}.', 1],
    ['Hi {{1}} and {{name}}.', 1],
    ['{{1}} is ready.', 1],
    ['Ready: {{1}}', 1],
    ['Hi {{1}} {{2}}.', 1],
    ['Hi {{1}.', 1],
    ['{{1}}', 1],
  ];
  for (const [text, count] of table) expect([text, variableFaults(text, true).length]).toEqual([text, count]);
  expect(templateFaults(form([body('Hi {{1}}, hello.')]))).toEqual([
    { ...fieldError('body.samples.1', 'template.sample'), isMissing: true },
  ]);
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 1 }), (numbers) => {
      const text = `Hi ${numbers.map((number) => `{{${number}}} x`).join(' ')}.`;
      const hasGap = Math.max(...numbers) !== numbers.length;
      expect(variableFaults(text, true).length > 0).toBe(hasGap);
    }),
  );
});

test('a likely rejection is reported beside what is missing', () => {
  const say = (given: TemplateForm) => checkTemplate(given).map(({ field }) => field);
  expect(say(form([body('Get 20% off today only, everybody.')], { category: 'UTILITY' }))).toEqual(['body']);
  expect(say(form([body('Get 20% off today only, everybody.')]))).toEqual([]);
  expect(say(form([body('See https://bit.ly/abc for more.')]))).toEqual(['body']);
  expect(say(form([body(), buttons({ ...link, url: 'https://tinyurl.com/{{1}}' })]))).toEqual(['buttons.0.url']);
  expect(say(form([body('See https://habit.ly/abc for more.')]))).toEqual([]);
  expect(say(form([body('A {{1}} b {{2}} c.', { 1: 'x', 2: 'y' })]))).toEqual(['body']);
});

test('any components get an answer, not a failure, and groups name each place once', () => {
  const texts = fc.oneof(fc.string(), fc.constantFrom('{{1}}', '{{2}} {{a}}', 'Hi {{1}} x', '{{', 'https://x.example/{{1}}'));
  const samples = fc.dictionary(fc.constantFrom('1', '2', 'a'), fc.string());
  const button = fc.record({
    type: fc.constantFrom('QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'OTP', 'LOCATION'),
    text: texts,
    url: texts,
  });
  const part = fc.oneof(
    fc.record({ type: fc.constant('HEADER'), format: fc.constantFrom('NONE', 'TEXT', 'IMAGE'), text: texts, samples }),
    fc.record({ type: fc.constant('BODY'), text: texts, samples }),
    fc.record({ type: fc.constant('BUTTONS'), buttons: fc.array(button, { maxLength: 4 }) }),
    fc.record({ type: fc.constant('LIMITED_TIME_OFFER'), text: texts }),
    fc.record({
      type: fc.constant('CAROUSEL'),
      cards: fc.array(
        fc.record({ header: fc.constant({}), body: fc.record({ text: texts, samples }), buttons: fc.array(button, { maxLength: 3 }) }),
        { maxLength: 4 },
      ),
    }),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(part, { maxLength: 5, selector: ({ type }) => type }),
      fc.constantFrom('whatsapp', 'rcs', 'sms'),
      (parts, kind) => {
        const given = form(parts as Loose[], { kind: kind as TemplateForm['kind'] });
        checkTemplate(given);
        const places = variableGroups(given.components).flatMap((group) =>
          group.variables.map(({ variable }) => variableKey(group, variable)),
        );
        expect(new Set(places).size).toBe(places.length);
        expect(Object.keys(sampleValues(given.components)).sort()).toEqual([...places].sort());
      },
    ),
  );
});

test('BCAST-027 BCAST-065 the places of a template in groups, each with its sample', () => {
  const { components } = form([
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', samples: { 1: '7' } },
    body('Hi {{1}}, see {{2}} now.', { 1: 'Asha', 2: 'it' }),
    buttons({ ...reply, payload: 'STOP' }, link),
    carousel(card({ body: { text: 'Hi {{1}}.' } }), card({ buttons: [] })),
  ]);
  expect(variableGroups(components).map(({ type, card: at, variables }) => [type, at, variables.map(({ variable }) => variable)])).toEqual([
    ['messageTags', null, ['header.1', 'body.1', 'body.2']],
    ['buttonPayload', null, ['button.0']],
    ['url', null, ['button.1']],
    ['cards', 0, ['body.1', 'button.0']],
  ]);
  expect(sampleValues(components)).toMatchObject({ 'messageTags/header.1': '7', 'url/button.1': 'a1', 'cards/0/body.1': '' });
});

test('BCAST-075 TMPL-021 TMPL-022 calls of broadcasts, templates and campaigns lie under their prefixes, each a verb', () => {
  const pathsOf = (calls: object) => Object.values(calls).map(({ path }: { path: string }) => path);
  const paths = pathsOf(templateEndpoints);
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) expect(path).toMatch(/^\/chatbird\/api\/templates\/[a-z]+(\/:templateId)?$/);
  const verbs = pathsOf(broadcastEndpoints).filter((path) => path !== '/e/enterprise/media/validate');
  expect(verbs.length).toBeGreaterThan(5);
  for (const path of verbs) expect(path).toMatch(/^\/chatbird\/api\/broadcast\/[a-zA-Z]+(\/:\w+)?$/);
  const ofCampaigns = pathsOf(campaignEndpoints);
  expect(ofCampaigns.length).toBeGreaterThan(5);
  for (const path of ofCampaigns) expect(path).toMatch(/^\/chatbird\/api\/campaign\/[a-zA-Z]+(\/:campaignId(\/csv)?)?$/);
});

test('segments: 160 and 153 plain, 70 and 67 otherwise; what is not split stays together', () => {
  const of = (text: string) => [countSegments(text).encoding, countSegments(text).segmentCount];
  expect([of(''), of('a'.repeat(160)), of('a'.repeat(161)), of('a'.repeat(306)), of('a'.repeat(307))]).toEqual([
    ['GSM-7', 0],
    ['GSM-7', 1],
    ['GSM-7', 2],
    ['GSM-7', 2],
    ['GSM-7', 3],
  ]);
  expect([of('€'.repeat(80)), of('€'.repeat(81)), of(`${'a'.repeat(152)}€${'a'.repeat(152)}`)]).toEqual([
    ['GSM-7', 1],
    ['GSM-7', 2],
    ['GSM-7', 3],
  ]);
  expect([of('अ'.repeat(70)), of('अ'.repeat(71)), of('😀'.repeat(35)), of('😀'.repeat(36)), of('😀'.repeat(67))]).toEqual([
    ['UCS-2', 1],
    ['UCS-2', 2],
    ['UCS-2', 1],
    ['UCS-2', 2],
    ['UCS-2', 3],
  ]);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const { encoding, units, segmentCount, unitsLeft } = countSegments(text);
      const size = segmentCount > 1 ? (encoding === 'GSM-7' ? 153 : 67) : encoding === 'GSM-7' ? 160 : 70;
      expect(unitsLeft).toBeGreaterThanOrEqual(0);
      expect(segmentCount * size).toBeGreaterThanOrEqual(units);
      expect(countSegments(`${text}a`).segmentCount).toBeGreaterThanOrEqual(segmentCount);
    }),
  );
});
