import { type ChannelType, channelTypes, RichCardDocument, richCardFaults } from '@parley/contract';
import { expect, test } from 'vitest';
import type { SentContent } from '../engine/effects.ts';
import type { ReducedCard } from './reduce-card.ts';
import { reduceCard } from './reduce-card.ts';
import { shapeOfType } from './shapes.ts';

const picture = { id: '01900000-0000-7000-8000-000000000001', name: 'shoe.png' };
const reply = (id: string, title: string) => ({ id, title, action: { kind: 'reply', payload: id } });
const visit = {
  title: { en: 'Your visit, {{name}}', hi: 'आपकी मुलाक़ात, {{name}}' },
  description: { en: 'We see you on Friday.' },
  media: picture,
  suggestions: [
    reply('accept01', 'I come'),
    reply('cancel02', 'Cancel'),
    { id: 'mapout03', title: 'Way', action: { kind: 'place', latitude: 18.5, longitude: 73.8, label: 'Shop' } },
    {
      id: 'dates004',
      title: 'Into my calendar',
      action: { kind: 'calendar', title: 'Visit of {{name}}', startsAt: '2026-12-04T10:00:00Z', endsAt: '2026-12-04T11:00:00Z' },
    },
  ],
  variables: [{ name: 'name', sample: 'Asha' }],
  smsText: 'Your visit is on Friday, {{name}}.',
};
const words = (text: unknown) => (typeof text === 'string' ? { en: text } : text);
type Given = {
  kind?: unknown;
  height?: unknown;
  title?: unknown;
  description?: unknown;
  smsText?: unknown;
  suggestions?: { title: string; action: object | undefined }[];
};
const inEnglish = <P extends Given>({ title = {}, description = {}, suggestions = [], ...part }: P): object => ({
  ...part,
  title: words(title),
  description: words(description),
  suggestions: suggestions.map((one) => ({
    ...one,
    title: words(one.title),
    action: one.action && 'title' in one.action ? { ...one.action, title: words(one.action.title) } : one.action,
  })),
});
const read = ({ cards = [], smsText = {}, ...part }: Given & { cards?: Given[] }) =>
  RichCardDocument.parse({ ...inEnglish(part), smsText: words(smsText), cards: cards.map(inEnglish) });
const card = (given: object = {}) => read({ ...visit, ...given });
const on = (type: ChannelType, given: object = {}, language = 'en'): ReducedCard =>
  reduceCard(card(given), shapeOfType(type), { name: 'Ravi' }, language, ({ title }) => `https://p.example/event?${title}`);

/** A message as a person sees it: files in <>, buttons in []. */
function picturesOf(content: SentContent): string {
  const file = 'media' in content && content.media ? '<file>' : '';
  switch (content.kind) {
    case 'text':
      return content.text;
    case 'media':
      return `${file} ${content.caption}`.trim();
    case 'buttons':
      return `${file} ${content.text} ${content.buttons.map(({ title }) => `[${title}]`).join(' ')}`.trim();
    case 'list':
      return `${content.text} {${content.rows.map(({ title }) => title).join(' | ')}}`;
    case 'cards':
      return content.cards
        .map((one) =>
          `${one.media ? '<file> ' : ''}*${one.title}* ${one.text} ${one.items.map(({ title }) => `[${title}]`).join(' ')}`.trim(),
        )
        .join(' + ');
    default:
      return content.kind;
  }
}
const shown = ({ level, contents, lost }: ReducedCard) => ({
  level,
  contents: contents.map(picturesOf),
  lost: lost.map(({ card: place, what, how, title }) => `${place} ${what} ${how} ${title}`.trim()),
});

const lines = 'Way: https://maps.google.com/?q=18.5,73.8\nInto my calendar: https://p.example/event?Visit of Ravi';
test('screens 7.2 a card with a calendar and four suggestions, as each type of channel shows it', () => {
  const { RCS, WHATSAPP, WEB, FACEBOOK_MESSENGER, INSTAGRAM, TELEGRAM, EMAIL, SMS } = channelTypes;
  const title = 'Your visit, Ravi';
  const text = 'We see you on Friday.';
  expect(shown(on(RCS))).toEqual({
    level: 'native',
    contents: [`<file> *${title}* ${text} [I come] [Cancel] [Way] [Into my calendar]`],
    lost: [],
  });
  const asLines = ['0 suggestion line Way', '0 suggestion line Into my calendar'];
  const asCard = { level: 'reduced', contents: [`<file> *${title}* ${text}\n${lines} [I come] [Cancel]`], lost: asLines };
  expect(shown(on(WHATSAPP))).toEqual(asCard);
  expect(shown(on(TELEGRAM))).toEqual(asCard);
  expect(shown(on(WEB))).toEqual({
    level: 'reduced',
    contents: [`<file> *${title}* ${text}\nInto my calendar: https://p.example/event?Visit of Ravi [I come] [Cancel] [Way]`],
    lost: ['0 suggestion line Into my calendar'],
  });
  // The lines of the links make the text too long for a card of theirs: it goes as a picture with buttons below.
  const asButtons = { level: 'reduced', contents: [`<file> ${title}\n${text}\n${lines} [I come] [Cancel]`], lost: asLines };
  expect(shown(on(FACEBOOK_MESSENGER))).toEqual(asButtons);
  expect(shown(on(INSTAGRAM))).toEqual(asButtons);
  const short = { description: '', suggestions: visit.suggestions.slice(0, 2) };
  expect(shown(on(FACEBOOK_MESSENGER, short))).toEqual({ level: 'native', contents: [`<file> *${title}*  [I come] [Cancel]`], lost: [] });
  const numbers = ['0 suggestion numbers I come', '0 suggestion numbers Cancel', ...asLines];
  expect(shown(on(EMAIL))).toEqual({
    level: 'reduced',
    contents: ['<file>', `${title}\n${text}\n${lines}\n1. I come\n2. Cancel`],
    lost: ['0 media apart', ...numbers],
  });
  expect(shown(on(SMS))).toEqual({
    level: 'text',
    contents: [`Your visit is on Friday, Ravi.\n${lines}\n1. I come\n2. Cancel`],
    lost: ['0 title words', '0 text words', '0 media gone', ...numbers],
  });
});

test('WhatsApp shows three replies as buttons below the medium, and four as a list behind it', () => {
  const replies = ['One', 'Two', 'Three', 'Four'].map((title, place) => reply(`reply00${place}`, title));
  expect(shown(on(4, { suggestions: replies.slice(0, 3) })).contents).toEqual([
    '<file> *Your visit, Ravi* We see you on Friday. [One] [Two] [Three]',
  ]);
  expect(shown(on(4, { suggestions: replies }))).toEqual({
    level: 'reduced',
    contents: ['<file>', 'Your visit, Ravi\nWe see you on Friday. {One | Two | Three | Four}'],
    lost: ['0 media apart', ...['One', 'Two', 'Three', 'Four'].map((title) => `0 suggestion list ${title}`)],
  });
});

test('a row goes as a row, one by one, or in words; looks that a channel lacks are listed', () => {
  const part = (title: string) => ({ title, description: '', media: picture, suggestions: [reply(`buy${title}001`.slice(0, 8), 'Buy')] });
  const row = { kind: 'carousel', height: 'short', cards: [part('teas'), part('cups')] };
  expect(shown(on(10, row))).toEqual({ level: 'native', contents: ['<file> *teas*  [Buy] + <file> *cups*  [Buy]'], lost: [] });
  expect(shown(on(4, row))).toEqual({
    level: 'reduced',
    contents: ['<file> *teas*  [Buy]', '<file> *cups*  [Buy]'],
    lost: ['0 row apart', '0 height gone'],
  });
  expect(shown(on(0, row)).contents).toEqual(['Your visit is on Friday, Ravi.\n1. teas: Buy\n2. cups: Buy']);
  expect(shown(on(4, { layout: 'horizontal', height: 'tall' })).lost).toEqual(expect.arrayContaining(['0 layout gone', '0 height gone']));
  expect(on(10, { layout: 'horizontal', height: 'tall' }).contents).toMatchObject([{ looks: { height: 'tall', layout: 'horizontal' } }]);
});

test('texts are in the language of the person, else in the first; words too long for a caption go before the buttons', () => {
  expect(shown(on(10, {}, 'hi_IN')).contents[0]).toContain('आपकी मुलाक़ात, Ravi');
  expect(shown(on(10, {}, 'fr')).contents[0]).toContain('Your visit, Ravi');
  const long = 'x'.repeat(1100);
  expect(shown(on(4, { description: long, suggestions: [reply('accept01', 'I come')] }))).toEqual({
    level: 'reduced',
    contents: ['<file>', `Your visit, Ravi\n${long}`, 'Choose [I come]'],
    lost: ['0 text apart'],
  });
});

test('an emoji counts as the vendor of RCS counts it, which is more than one', () => {
  const most = '👋'.repeat(100);
  expect(on(10, { title: most, suggestions: [] }).level).toBe('native');
  expect(on(10, { title: `${most}!`, suggestions: [] }).level).not.toBe('native');
  expect(richCardFaults(card({ title: `${most}!` })).map(({ field, code }) => `${field} ${code}`)).toEqual(['title.en text.too_long']);
  expect(richCardFaults(card({ suggestions: [reply('accept01', `${'👋'.repeat(12)}!!`)] })).map(({ code }) => code)).toEqual([
    'text.too_long',
  ]);
});

/** A generator of numbers that gives the same for the same seed. */
const chance = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed / 2_147_483_648;
};

test('no word of any card is cut on any channel, and each suggestion is shown or listed as lost', () => {
  const types = Object.values(channelTypes);
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const next = chance(seed);
    const below = (most: number) => Math.floor(next() * most);
    const wordsOf = (mark: string, most: number) =>
      next() < 0.3 ? mark : `${mark} ${'é👋a'.repeat(below(most / 4))}`.slice(0, most).toWellFormed().trimEnd();
    const actions = [
      { kind: 'reply', payload: '' },
      { kind: 'url', url: 'https://shop.example/a' },
      { kind: 'call', phone: '+919800000001' },
      { kind: 'place', latitude: below(90), longitude: below(180), label: '' },
      { kind: 'askPlace' },
      visit.suggestions[3]?.action,
    ];
    const part = (at: number) => ({
      title: next() < 0.2 ? '' : wordsOf(`T${at}`, 200),
      description: wordsOf(`D${at}`, 2000),
      media: next() < 0.5 ? picture : null,
      suggestions: Array.from({ length: below(5) }, (_, row) => ({
        id: `item${at}${row}00`,
        title: wordsOf(`S${at}-${row}`, 25),
        action: actions[below(actions.length)],
      })),
    });
    const isRow = next() < 0.4;
    const given = isRow ? { kind: 'carousel', cards: Array.from({ length: 2 + below(9) }, (_, at) => part(at)) } : part(0);
    const made = read({ ...given, smsText: 'SMS', height: next() < 0.5 ? 'short' : 'medium' });
    const type = types[below(types.length)] as ChannelType;
    const { contents, lost } = reduceCard(made, shapeOfType(type), {}, 'en');
    const seen = contents.map(picturesOf).join('\n');
    for (const [place, { title, description, suggestions }] of (isRow ? made.cards : [made]).entries()) {
      for (const [what, text] of [
        ['title', title.en ?? ''],
        ['text', description.en ?? ''],
      ] as const)
        if (!seen.includes(text))
          expect({ seed, lost }).toMatchObject({ lost: expect.arrayContaining([expect.objectContaining({ card: place, what })]) });
      for (const suggestion of suggestions) {
        const isLost = lost.some(({ card: at, title: name }) => at === place && name === suggestion.title.en);
        expect([seed, suggestion.title.en, isLost || seen.includes(suggestion.title.en ?? '')]).toEqual([seed, suggestion.title.en, true]);
      }
    }
  }
});
