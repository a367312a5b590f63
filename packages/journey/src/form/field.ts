import { z } from '@parley/contract/z';
import { DocumentId, Language, LocalText, refTo, Source, VariableName } from '../document/fields.ts';
import { formLimits } from './limits.ts';

/** Kinds of fields in the order of the palette: those that ask, those that are only shown, and one that nobody sees. */
export const formFieldKinds = [
  'text',
  'longText',
  'number',
  'date',
  'time',
  'phone',
  'email',
  'choice',
  'choices',
  'yesNo',
  'consent',
  'rating',
  'location',
  'file',
  'photo',
  'signature',
  'note',
  'picture',
  'hidden',
] as const;
export type FormFieldKind = (typeof formFieldKinds)[number];

const shownKinds: ReadonlySet<FormFieldKind> = new Set(['note', 'picture']);
const fileKinds: ReadonlySet<FormFieldKind> = new Set(['file', 'photo', 'signature']);
export const isAsked = ({ kind }: { kind: FormFieldKind }): boolean => !shownKinds.has(kind) && kind !== 'hidden';
export const isOfFiles = ({ kind }: { kind: FormFieldKind }): boolean => fileKinds.has(kind);
export const hasOptions = ({ kind }: { kind: FormFieldKind }): boolean => kind === 'choice' || kind === 'choices';

const words = (most: number) => z.record(Language, z.string().max(most));
export const FormLabel = words(200);
const Help = words(1000);

/** One of the things to choose from. */
export const FormOption = z.strictObject({
  id: DocumentId,
  title: FormLabel,
  description: words(200).default({}),
  /** Its value in expressions and answers, in whatever language it was chosen; '' for the title in the form's first language */
  value: z.string().max(200).default(''),
  /** Other words for it, in any language */
  synonyms: z.array(z.string().max(60)).max(30).default([]),
});
export type FormOption = z.infer<typeof FormOption>;

export const FormOptions = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fixed'), items: z.array(FormOption).max(formLimits.options) }),
  /** Texts, or maps with `id`, `title` and `description`, of `entry` or `call` */
  z.strictObject({ kind: z.literal('list'), source: Source }),
]);
export type FormOptions = z.infer<typeof FormOptions>;

/** One thing of a screen. Expressions may name the fields above it, those of earlier screens, and in `check` the `value` itself. */
export const FormField = z.strictObject({
  id: DocumentId,
  /** Name in expressions and columns; '' for what is only shown */
  name: z.union([VariableName, z.literal('')]),
  kind: z.enum(formFieldKinds),
  label: FormLabel.default({}),
  help: Help.default({}),
  /** '' for no, `true` for always */
  required: Source.default(''),
  /** '' for always. A field that is not shown has no value, whatever was typed into it before */
  visibleIf: Source.default(''),
  check: Source.default(''),
  /** Told where `check` or `pattern` refuses */
  checkText: LocalText.default({}),
  /** Bounds: of a number and a date the value, of texts the characters, of choices and files their count */
  least: Source.default(''),
  most: Source.default(''),
  /** RE2 over the whole answer; '' for any */
  pattern: z.string().max(500).default(''),
  options: FormOptions.nullable().default(null),
  /** Steps of a rating */
  steps: z.number().int().min(3).max(10).default(5),
  picture: refTo('media').nullable().default(null),
  prefill: Source.default(''),
  /** True if a link that proves nobody may show what is known already */
  showsByLink: z.boolean().default(false),
  /** Channel for which the person's consents have it, such as WHATSAPP; '' keeps it with the answers alone */
  consentFor: z.string().max(20).default(''),
  saveTo: refTo('attribute').nullable().default(null),
  saveRule: z.enum(['ifEmpty', 'always']).default('ifEmpty'),
  /** Masked in lists, logs and traces, and sealed where it is kept */
  isSensitive: z.boolean().default(false),
});
export type FormField = z.infer<typeof FormField>;
