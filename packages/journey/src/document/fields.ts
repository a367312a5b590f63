import { journeyRefKinds } from '@parley/contract/journey/ref-kinds';
import { z } from '@parley/contract/z';
import { limits, secondsOfDay } from './limits.ts';

/**
 * Ids of nodes, items, cases and milestones: 8 characters, kept for life, so that renaming breaks no edge. At least one is a digit: the id of
 * an item is the name of its exit, and no fixed name of an exit has one.
 */
export const DocumentId = z.string().regex(/^(?=[a-z]*\d)[a-z0-9]{8}$/);

/** BCP 47, as templates and customers have it */
export const Language = z.string().regex(/^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/);
const words = (most: number) => z.record(Language, z.string().max(most));
/** Text for people, by language; a language that lacks it shows the document's first. Placeholders stand in {{ }}. */
export const LocalText = words(limits.textLength);
export type LocalText = z.infer<typeof LocalText>;
/** A title on a button or a row, in full: what a channel cannot show in full has a short one beside it. */
export const LocalTitle = words(120);

export const Source = z.string().max(4000);
export const VariableName = z.string().regex(/^[a-z][a-zA-Z0-9_]{0,59}$/);
/** '' where nothing is kept */
export const MaybeVariable = z.union([VariableName, z.literal('')]).default('');

/** Kinds of records outside of the document that it refers to; their names are for people and for imports into another enterprise. */
export const refKinds = journeyRefKinds;
export type RefKind = (typeof refKinds)[number];
export const refTo = <Kind extends RefKind>(kind: Kind) =>
  z.strictObject({ ref: z.literal(kind), id: z.string().max(100), name: z.string().max(512).default('') });
export type Ref = { ref: RefKind; id: string; name: string };

const longestWait = limits.lifeDays * secondsOfDay;
export const Seconds = z.number().int().min(1).max(longestWait);
/** Timeout of an answer; null: as long as the stream lives */
export const Timeout = Seconds.nullable().default(null);

/** An item that a customer can tap: each is an exit of its own unless it opens a link or calls. */
export const ChoiceItem = z.strictObject({
  id: DocumentId,
  title: LocalTitle,
  /** Short title for channels that show fewer characters; {} where the title is short enough everywhere */
  short: LocalTitle.default({}),
  description: words(200).default({}),
  /** Other words for it, in any language */
  synonyms: z.array(z.string().max(60)).max(30).default([]),
  action: z
    .discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('reply') }),
      z.strictObject({ kind: z.literal('url'), url: z.string().max(2000) }),
      z.strictObject({ kind: z.literal('call'), phone: z.string().max(30) }),
      z.strictObject({
        kind: z.literal('place'),
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        label: z.string().max(100),
      }),
      z.strictObject({ kind: z.literal('askPlace') }),
      z.strictObject({ kind: z.literal('calendar'), title: words(4000), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() }),
    ])
    .default({ kind: 'reply' }),
});
export type ChoiceItem = z.infer<typeof ChoiceItem>;

/** A file: of the library, or what a variable holds. */
export const MediaSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('library'), media: refTo('media') }),
  z.strictObject({ kind: z.literal('variable'), source: Source }),
]);
export type MediaSource = z.infer<typeof MediaSource>;

/** Settings of a node that sends. */
export const Sending = z.strictObject({
  /** null: by the channel of the conversation; otherwise by another one on which the customer can be reached */
  via: refTo('channel').nullable().default(null),
  /** Template for sending after the 24 hours of a conversation, when free text is refused */
  outsideWindow: refTo('template').nullable().default(null),
  pauseSeconds: z.number().int().min(0).max(30).default(0),
  /** Goes on only when the message has come so far */
  until: z.enum(['queued', 'accepted', 'delivered']).default('queued'),
});
export type Sending = z.infer<typeof Sending>;

/** Settings of a node that asks. */
export const Asking = z.strictObject({
  variable: MaybeVariable,
  /** Number of times it asks again; null: as the stream's settings say */
  tries: z.number().int().min(0).max(10).nullable().default(null),
  /** Texts for asking again, one for each try; the last one is repeated */
  retryTexts: z.array(LocalText).max(10).default([]),
  timeoutSeconds: Timeout,
  /** True if a text from before the question may answer it */
  takesEarlier: z.boolean().default(false),
  /** Texts within so many seconds are one answer; 0: the first one is it */
  gatherSeconds: z.number().int().min(0).max(10).default(0),
});
export type Asking = z.infer<typeof Asking>;
