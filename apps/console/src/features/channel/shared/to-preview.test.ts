import { TemplateComponent } from '@parley/contract';
import { expect, test } from 'vitest';
import { toPreview } from './to-preview.ts';

const parse = (...parts: object[]) => parts.map((part) => TemplateComponent.parse(part));

test('BCAST-024 BCAST-025 a template of RCS is drawn from the same components: text, card and carousel', () => {
  const card = {
    header: { format: 'IMAGE', url: '/a.png', height: 'TALL' },
    title: 'Shoes',
    body: { text: 'For {{1}}' },
    buttons: [{ type: 'LOCATION', text: 'Where' }],
  };
  expect(toPreview(parse({ type: 'BODY', text: 'Hi {{1}}' }), { 'messageTags/body.1': 'Asha' })).toEqual({ body: 'Hi Asha' });
  const { cards } = toPreview(parse({ type: 'CAROUSEL', cards: [card, { header: { format: 'NONE' }, body: { text: 'B' } }] }), {
    'cards/0/body.1': 'Asha',
  });
  expect(cards).toEqual([
    { media: { kind: 'IMAGE', url: '/a.png' }, body: '*Shoes*\nFor Asha', buttons: [{ type: 'URL', text: 'Where' }] },
    { body: 'B', buttons: [] },
  ]);
});

test('media that was chosen stands in place of the samples, and a code in place of its variable', () => {
  const header = parse({ type: 'HEADER', format: 'IMAGE', resourceUrl: '/sample.png' }, { type: 'FOOTER', text: 'Bye' });
  const chosen = { fileName: 'a.png', type: 'image/png', url: '/a.png' };
  expect(toPreview(header)).toEqual({ media: { kind: 'IMAGE', url: '/sample.png' }, footer: 'Bye' });
  expect(toPreview(header, {}, { header: chosen }).media).toEqual({ kind: 'IMAGE', url: '/a.png', name: 'a.png' });
  expect(toPreview(parse({ type: 'AUTHENTICATION', codeExpirationMinutes: 5 }), { 'messageTags/code': '991' })).toEqual({
    body: '*991* is your verification code. For your security, do not share this code.',
    footer: 'This code expires in 5 minutes.',
  });
});
