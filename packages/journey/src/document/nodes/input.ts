import { z } from '@parley/contract/z';
import { Asking, ChoiceItem, LocalText, MaybeVariable, refTo, Sending, Source, Timeout } from '../fields.ts';
import { limits } from '../limits.ts';

const asked = { text: LocalText, asking: Asking.prefault({}), sending: Sending.prefault({}) };
/** Bounds and defaults are expressions: "18", "today", "income * 2". '' for none */
const Bound = Source.default('');
export const mediaKinds = ['image', 'audio', 'video', 'document'] as const;
const Pattern = z.string().max(500).default('');

export const inputNodes = {
  'input.text': z.strictObject({
    ...asked,
    least: z.number().int().min(0).max(limits.textLength).default(1),
    most: z.number().int().min(1).max(limits.textLength).default(limits.textLength),
    /** RE2 over the whole answer; '' for any */
    pattern: Pattern,
  }),
  'input.number': z.strictObject({ ...asked, least: Bound, most: Bound, isWhole: z.boolean().default(false) }),
  'input.date': z.strictObject({ ...asked, least: Bound, most: Bound, hasTime: z.boolean().default(false) }),
  'input.phone': z.strictObject({ ...asked, country: z.string().max(2).default('') }),
  'input.email': z.strictObject(asked),
  'input.choice': z.strictObject({
    ...asked,
    options: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('fixed'), items: z.array(ChoiceItem).min(1).max(limits.items) }),
      /** Fields of a list's items: the one that is shown and the one that is kept */
      z.strictObject({
        kind: z.literal('list'),
        source: Source,
        item: z.string().max(60).default('item'),
        title: Source,
        value: Source.default(''),
      }),
    ]),
    isSeveral: z.boolean().default(false),
    /** Each option an exit of its own, instead of `ok` */
    isSplit: z.boolean().default(false),
    style: z.enum(['buttons', 'list']).default('list'),
  }),
  'input.media': z.strictObject({
    ...asked,
    kinds: z.array(z.enum(mediaKinds)).min(1).default(['image', 'document']),
    mostBytes: z.number().int().min(1024).max(100_000_000).default(16_000_000),
    count: z.number().int().min(1).max(10).default(1),
  }),
  'input.location': z.strictObject({
    ...asked,
    within: z.strictObject({ latitude: Source, longitude: Source, km: Source }).nullable().default(null),
  }),
  'input.form': z.strictObject({
    form: refTo('form'),
    text: LocalText,
    prefill: z.record(z.string().max(60), Source).default({}),
    variable: MaybeVariable,
    timeoutSeconds: Timeout,
    sending: Sending.prefault({}),
  }),
};
