import { z } from '@parley/contract/z';
import { readVersions, writtenVersion } from './limits.ts';

/** A component as JSON has it: its type, and properties with hyphens in their names. */
export type FlowComponent = { type: string; [property: string]: unknown };
export type FlowScreen = {
  id: string;
  title?: string;
  terminal?: boolean;
  success?: boolean;
  data?: Record<string, unknown>;
  sensitive?: string[];
  layout: { type: 'SingleColumnLayout'; children: FlowComponent[] };
};
export type FlowJson = {
  version: string;
  data_api_version?: string;
  routing_model?: Record<string, string[]>;
  screens: FlowScreen[];
};

/** `${…}`, or an expression between backticks. */
const isBinding = (text: string) => /^\$\{[^}]+\}$/.test(text) || /^`.*`$/s.test(text);
const Binding = z.string().refine(isBinding);
const Words = z.string().min(1);
const Yes = z.union([z.boolean(), Binding]);
const Name = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/);
const ScreenId = z.string().regex(/^[A-Za-z_]+$/);
const Option = z.strictObject({ id: z.string().min(1), title: Words, description: z.string().optional(), enabled: z.boolean().optional() });
const Options = z.union([z.array(Option).min(1), Binding]);
const Payload = z.record(z.string(), z.unknown());
const Action = z.discriminatedUnion('name', [
  z.strictObject({
    name: z.literal('navigate'),
    next: z.strictObject({ type: z.literal('screen'), name: ScreenId }),
    payload: Payload.optional(),
  }),
  z.strictObject({ name: z.literal('data_exchange'), payload: Payload.optional() }),
  z.strictObject({ name: z.literal('complete'), payload: Payload }),
  z.strictObject({ name: z.literal('update_data'), payload: Payload }),
  z.strictObject({ name: z.literal('open_url'), url: z.string() }),
]);

const Component: z.ZodType<FlowComponent> = z.lazy(() => z.discriminatedUnion('type', [...shown, ...inputs, ...holders])) as never;
const Children = z.array(Component);
const shownPart = { visible: Yes.optional() };
const inputPart = { name: Name, required: Yes.optional(), enabled: Yes.optional(), 'init-value': z.unknown().optional(), ...shownPart };
const worded = { 'helper-text': z.string().optional(), 'error-message': z.string().optional() };

const shown = [
  z.strictObject({ type: z.enum(['TextHeading', 'TextSubheading']), text: Words, ...shownPart }),
  z.strictObject({
    type: z.enum(['TextBody', 'TextCaption']),
    text: Words,
    markdown: z.boolean().optional(),
    'font-weight': z.string().optional(),
    ...shownPart,
  }),
  z.strictObject({
    type: z.literal('Image'),
    src: z.string().min(1),
    height: z.number().optional(),
    width: z.number().optional(),
    'scale-type': z.enum(['cover', 'contain']).optional(),
    'aspect-ratio': z.number().optional(),
    'alt-text': z.string().optional(),
    ...shownPart,
  }),
  z.strictObject({ type: z.literal('EmbeddedLink'), text: Words, 'on-click-action': Action, ...shownPart }),
  z.strictObject({ type: z.literal('Footer'), label: Words, 'on-click-action': Action, enabled: Yes.optional() }),
] as const;

const group = { label: Words, description: z.string().optional(), 'data-source': Options, ...inputPart };
const picker = {
  label: Words,
  description: z.string().optional(),
  'max-file-size-kb': z.number().int().min(1).max(25_600).optional(),
  'error-message': z.unknown().optional(),
  ...inputPart,
};
const inputs = [
  z.strictObject({
    type: z.literal('TextInput'),
    label: Words,
    'input-type': z.enum(['text', 'number', 'email', 'password', 'passcode', 'phone']).optional(),
    'min-chars': z.number().int().min(0).optional(),
    'max-chars': z.number().int().min(1).optional(),
    pattern: z.string().optional(),
    ...worded,
    ...inputPart,
  }),
  z.strictObject({ type: z.literal('TextArea'), label: Words, 'max-length': z.number().int().min(1).optional(), ...worded, ...inputPart }),
  z.strictObject({ type: z.literal('RadioButtonsGroup'), ...group, 'error-message': z.string().optional() }),
  z.strictObject({
    type: z.literal('CheckboxGroup'),
    'min-selected-items': z.number().int().min(0).optional(),
    'max-selected-items': z.number().int().min(1).optional(),
    ...group,
    'error-message': z.string().optional(),
  }),
  z.strictObject({ type: z.literal('Dropdown'), label: Words, 'data-source': Options, ...worded, ...inputPart }),
  z.strictObject({ type: z.literal('OptIn'), label: Words, 'on-click-action': Action.optional(), ...inputPart }),
  z.strictObject({
    type: z.literal('DatePicker'),
    label: Words,
    'min-date': z.string().optional(),
    'max-date': z.string().optional(),
    ...worded,
    ...inputPart,
  }),
  z.strictObject({
    type: z.literal('PhotoPicker'),
    'photo-source': z.enum(['camera_gallery', 'camera', 'gallery']).optional(),
    'min-uploaded-photos': z.number().int().min(0).max(30).optional(),
    'max-uploaded-photos': z.number().int().min(1).max(30).optional(),
    ...picker,
  }),
  z.strictObject({
    type: z.literal('DocumentPicker'),
    'min-uploaded-documents': z.number().int().min(0).max(30).optional(),
    'max-uploaded-documents': z.number().int().min(1).max(30).optional(),
    'allowed-mime-types': z.array(z.string()).optional(),
    ...picker,
  }),
] as const;

const holders = [
  z.strictObject({
    type: z.literal('Form'),
    name: Name,
    'init-values': z.unknown().optional(),
    'error-messages': z.unknown().optional(),
    children: Children,
  }),
  // biome-ignore lint/suspicious/noThenProperty: the vendor's own name
  z.strictObject({ type: z.literal('If'), condition: z.string().min(1), then: Children.min(1), else: Children.min(1).optional() }),
  z.strictObject({ type: z.literal('Switch'), value: z.string().min(1), cases: z.record(z.string(), Children) }),
] as const;

const Screen = z.strictObject({
  id: ScreenId,
  title: z.string().optional(),
  terminal: z.boolean().optional(),
  success: z.boolean().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  sensitive: z.array(z.string()).optional(),
  refresh_on_back: z.boolean().optional(),
  layout: z.strictObject({ type: z.literal('SingleColumnLayout'), children: Children }),
});

/** Flow JSON as it is written, closed: a property that the version does not have is a fault. */
export const WrittenFlow: z.ZodType<FlowJson> = z.strictObject({
  version: z.literal(writtenVersion),
  data_api_version: z.literal('3.0').optional(),
  routing_model: z.record(z.string(), z.array(z.string())).optional(),
  screens: z.array(Screen).min(1),
}) as never;

/** Flow JSON of others: its frame alone, so that one strange component does not stop the reading of the rest. */
export const ForeignFlow = z.looseObject({
  version: z.union([z.string(), z.number()]).transform(String),
  data_api_version: z.union([z.string(), z.number()]).optional(),
  routing_model: z.record(z.string(), z.unknown()).optional(),
  screens: z
    .array(
      z.looseObject({
        id: z.string(),
        title: z.unknown().optional(),
        layout: z.looseObject({ children: z.array(z.unknown()).optional() }).optional(),
      }),
    )
    .min(1),
});
export type ForeignFlow = z.infer<typeof ForeignFlow>;
export const isReadVersion = (version: string): boolean => (readVersions as readonly string[]).includes(version);
