import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formNumber, Id, isStorable, jsonText, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { channelTypes } from './channel-types.ts';
import { cardHeights, cardLayouts, richCardLimits as limits, richCardKinds, richCardPage, richCardsMost } from './rich-card-kinds.ts';

const Language = z
  .string()
  .regex(/^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/)
  .meta({ examples: ['en'] });
// Longer than a card may be, so that the rules can say by how much, as its vendor counts.
const Words = z.record(Language, text(limits.textLength * 2));
/** Texts by language, as callers may give them too: one text alone is English. */
const GivenWords = z
  .preprocess((value) => (typeof value === 'string' ? (value === '' ? {} : { en: value }) : value), Words)
  .refine((texts) => Object.keys(texts).length <= limits.languages, faultTexts['card.languages']);

const phone = z.string().regex(/^\+[1-9]\d{5,14}$/, faultTexts['phone.invalid']);

/** The act of a press on a suggestion. */
const actionOf = <W extends typeof Words | typeof GivenWords>(title: W) =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('reply'), payload: text(limits.payloadBytes).default('') }),
    z.object({ kind: z.literal('url'), url: text(limits.urlLength) }),
    z.object({ kind: z.literal('call'), phone }),
    z.object({
      kind: z.literal('place'),
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      label: text(limits.labelLength).default(''),
    }),
    z.object({ kind: z.literal('askPlace') }),
    z.object({ kind: z.literal('calendar'), title, startsAt: z.iso.datetime(), endsAt: z.iso.datetime() }),
  ]);

/** A suggestion keeps its id for life: streams join their edges to it. */
const suggestionOf = <W extends typeof Words | typeof GivenWords>(title: W) =>
  z.object({
    id: z
      .string()
      .regex(/^(?=[a-z]*\d)[a-z0-9]{8}$/)
      .meta({ examples: ['reply001'] }),
    title,
    action: actionOf(title),
  });

/** A picture or a film of the library. @property name for people */
const CardMedia = z.object({ id: Id, name: text(200).default('') }).nullable();
const partOf = <W extends typeof Words | typeof GivenWords>(words: W) =>
  z.object({
    title: words.default({}),
    description: words.default({}),
    media: CardMedia.default(null),
    suggestions: z.array(suggestionOf(words)).max(20).default([]),
  });

/** A card without its name: of a carousel the parts stand in `cards`, and those of the card itself are empty. */
const documentOf = <W extends typeof Words | typeof GivenWords>(words: W) =>
  z.object({
    kind: z.enum(richCardKinds).default('card'),
    height: z.enum(cardHeights).default('medium'),
    layout: z.enum(cardLayouts).default('vertical'),
    ...partOf(words).shape,
    cards: z.array(partOf(words)).max(20).default([]),
    variables: z
      .array(
        z.object({
          name: z
            .string()
            .regex(/^[A-Za-z0-9_]{1,60}$/, faultTexts['card.variable_name'])
            .meta({ examples: ['name'] }),
          sample: text(limits.sampleLength).default(''),
        }),
      )
      .max(limits.variables)
      .default([]),
    /** Words for channels that carry words alone; links follow them by themselves */
    smsText: words.default({}),
  });

export const RichCardPart = partOf(Words);
export type RichCardPart = z.infer<typeof RichCardPart>;
export type RichCardSuggestion = RichCardPart['suggestions'][number];
export type SuggestionAction = RichCardSuggestion['action'];
export const RichCardDocument = documentOf(Words);
export type RichCardDocument = z.infer<typeof RichCardDocument>;
const GivenDocument = documentOf(GivenWords);

/** A stream that has a copy. @property isOlder its draft or a version of it that runs is of an earlier version of the card */
const CardUse = z.object({ id: z.string(), name: z.string(), kind: z.enum(['stream']), isOlder: z.boolean() });

export const RichCard = RichCardDocument.extend({
  id: Id,
  name: z.string(),
  usedIn: z.array(CardUse),
  /** Streams with an earlier version of it */
  olderIn: z.number(),
  updatedAt: z.iso.datetime(),
  updatedBy: z.string(),
  version: z.number(),
}).meta({ id: 'RichCard' });
export type RichCard = z.infer<typeof RichCard>;

const saved = GivenDocument.shape;
export const RichCardSave = z
  .object({
    name: requiredText(limits.nameLength).trim(),
    ...saved,
    suggestions: z.preprocess(jsonText, saved.suggestions),
    cards: z.preprocess(jsonText, saved.cards),
  })
  .refine(isStorable, faultTexts['text.unstorable']);
export type RichCardSave = z.infer<typeof RichCardSave>;

/** A part of a card that a channel shows otherwise, or not at all. @property card place in the row, from 0 @property title of the suggestion; '' of others */
export const CardLoss = z.object({
  card: z.number(),
  what: z.enum(['row', 'layout', 'height', 'media', 'title', 'text', 'suggestion']),
  how: z.enum(['gone', 'apart', 'line', 'list', 'numbers', 'words', 'page']),
  title: z.string(),
});
export type CardLoss = z.infer<typeof CardLoss>;

const ShownItem = z.object({ title: z.string(), kind: z.enum(['reply', 'url', 'call', 'place', 'askPlace', 'calendar']) });
const ShownMedia = z.object({ url: z.string(), name: z.string(), type: z.string() }).nullable();
/** A message as a phone shows it. */
export const ShownMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('media'), media: ShownMedia, text: z.string() }),
  z.object({ kind: z.literal('buttons'), media: ShownMedia, text: z.string(), items: z.array(ShownItem) }),
  z.object({ kind: z.literal('list'), text: z.string(), button: z.string(), items: z.array(ShownItem) }),
  z.object({
    kind: z.literal('cards'),
    height: z.enum(cardHeights),
    layout: z.enum(cardLayouts),
    cards: z.array(z.object({ title: z.string(), text: z.string(), media: ShownMedia, items: z.array(ShownItem) })),
  }),
]);
export type ShownMessage = z.infer<typeof ShownMessage>;

/** A card on one type of channel: what goes out, and what is lost. */
export const CardPreview = z
  .object({
    channelType: z.number(),
    level: z.enum(['native', 'reduced', 'text']),
    contents: z.array(ShownMessage),
    lost: z.array(CardLoss),
  })
  .meta({ id: 'CardPreview' });
export type CardPreview = z.infer<typeof CardPreview>;

/** Types of channels that a preview shows, the richest first. */
export const previewedTypes = [
  channelTypes.RCS,
  channelTypes.WHATSAPP,
  channelTypes.WEB,
  channelTypes.FACEBOOK_MESSENGER,
  channelTypes.INSTAGRAM,
  channelTypes.TELEGRAM,
  channelTypes.EMAIL,
  channelTypes.SMS,
] as const;
const ChannelType = formNumber(0, 12);
const CardValues = z
  .preprocess(
    (value) => (value === '' || value === undefined ? {} : jsonText(value)),
    z.record(text(60), text(1000)).refine((values) => Object.keys(values).length <= limits.variables * 2, faultTexts['card.values']),
  )
  .meta({ examples: [{}] });

const tag = 'Rich cards';
const base = '/chatbird/api/richcard';
const CardParams = z.object({ cardId: Id });
/** People who insert a card into a stream or a chat read it too. */
const readers = [...screens.richCards.permissions, 'JOURNEYS.VIEW', 'JOURNEYS.EDIT', 'CHAT.HANDLE'] as const;
const lookers = screens.richCards.permissions;

export const richCardEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: `${base}/list`,
    summary: 'Rich cards of the enterprise, by name (ADMIN-089)',
    tag,
    access: readers,
    query: z.object({
      name: text(limits.nameLength).default(''),
      kind: z.union([z.enum(richCardKinds), z.literal('')]).default(''),
      from: formNumber(0, richCardsMost).default(0),
      perPage: formNumber(1, 200).default(richCardPage),
    }),
    answer: z.object({ cards: z.array(RichCard), more: z.boolean() }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/get/:cardId`,
    summary: 'One rich card with its users (ADMIN-091)',
    tag,
    access: readers,
    params: CardParams,
    answer: RichCard,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: `${base}/create`,
    summary: 'Add a rich card (ADMIN-090); texts are given by language, or as one text, which is English',
    audit: leaves('rich_card', 'create'),
    tag,
    access: ['RICHCARDS.CREATE'],
    body: RichCardSave,
    answer: RichCard,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/update/:cardId`,
    summary: 'Change a rich card (ADMIN-092); streams keep their copies until their drafts are updated',
    audit: leaves('rich_card', 'edit'),
    tag,
    access: ['RICHCARDS.EDIT'],
    params: CardParams,
    body: RichCardSave.safeExtend({ version: Version }),
    answer: RichCard,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/delete/:cardId`,
    summary: 'Move a rich card into the bin (ADMIN-093), unless a stream has it',
    audit: leaves('rich_card', 'delete'),
    tag,
    access: ['RICHCARDS.DELETE'],
    params: CardParams,
    answer: z.null(),
  }),
  preview: defineEndpoint({
    method: 'GET',
    path: `${base}/preview`,
    summary: 'What of a rich card goes out on a type of channel, and what is lost (ADMIN-094); values are JSON, else the samples',
    tag,
    access: readers,
    query: z.object({
      id: Id,
      channelType: ChannelType.default(channelTypes.RCS),
      language: z.union([Language, z.literal('')]).default(''),
      values: CardValues,
    }),
    answer: CardPreview,
  }),
  previewUnsaved: defineEndpoint({
    method: 'POST',
    path: `${base}/preview`,
    summary: 'The same of a card that is not saved, on every type of channel, with what keeps it from being saved',
    audit: leavesNothing('it reads'),
    tag,
    access: lookers,
    changes: 'nothing',
    body: GivenDocument.extend({ language: z.union([Language, z.literal('')]).default(''), values: CardValues }).refine(
      isStorable,
      faultTexts['text.unstorable'],
    ),
    answer: z.object({
      previews: z.array(CardPreview),
      faults: z.array(
        z.object({
          field: z.string(),
          code: z.string(),
          message: z.string(),
          values: z.record(z.string(), z.union([z.string(), z.number()])),
        }),
      ),
    }),
  }),
  /** The link of a calendar suggestion leads here on channels that have no calendar of their own. */
  event: defineEndpoint({
    method: 'GET',
    path: `${base}/event`,
    summary: 'An event of a rich card as an iCalendar file; `event` and `signature` stand in the link',
    tag,
    access: 'public',
    perMinute: 60,
    query: z.object({ event: text(4000).default(''), signature: text(64).default('') }),
  }),
};
