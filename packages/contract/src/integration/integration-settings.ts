import { faultTexts } from '../faults.ts';
import { Email, formBoolean, formNumber, requiredText, text } from '../fields.ts';
import { z } from '../z.ts';
import { authTypes, databaseTypes, meetingKinds, mostDatabaseRows, type SavedAuthType } from './auth-types.ts';

export const llmTypes = { OpenAI: 1, GPT: 2 } as const;

const llmEmpty = faultTexts['integration.no_llm'];
/** A name or an address without scheme, port or path. */
const hostPattern = /^[\da-z](?:[\w.-]{0,251}[\da-z])?$|^[\da-f:.]{2,45}$/i;

/** Address for HTTP calls of streams from the sandbox, signed in as at the base address; '': to the base address there too. */
const sandboxUrl = text(500)
  .default('')
  .meta({ examples: [''] });

const WorkflowSettings = z.object({ baseUrl: requiredText(500), sandboxUrl, emailId: Email });
/** `turn:host`, `turns:host:port?transport=tcp` or `stun:host`: as browsers take addresses of relays. */
const relayPattern = /^(?:turns?|stun):[\da-z](?:[\w.-]{0,251}[\da-z])?(?::\d{1,5})?(?:\?transport=(?:udp|tcp))?$/i;
/** One address a line or between commas. */
export const relayAddresses = (value: string): string[] => value.split(/[\s,]+/).filter((address) => address !== '');

const VideoSettings = z.object({
  kind: z.enum(meetingKinds).default('outside'),
  /** Address of the meeting server; '' where calls are held here */
  baseUrl: text(500).default(''),
  appId: text(200).default(''),
  /** Relays for calls that are held here; '': browsers that see each other alone reach each other. */
  relays: text(1000)
    .refine((value) => relayAddresses(value).every((address) => relayPattern.test(address)), faultTexts['integration.relays'])
    .refine((value) => relayAddresses(value).length <= 6, faultTexts['integration.relays'])
    .default('')
    .meta({ examples: [''] }),
  /** Agents may ask customers whether a call is recorded. */
  canRecord: formBoolean.default(true),
});
const DatabaseSettings = z.object({
  databaseType: z.enum(databaseTypes).default('MySQL'),
  host: requiredText(253).regex(hostPattern, faultTexts['integration.host']),
  port: formNumber(1, 65_535).default(3306),
  database: requiredText(64),
  user: requiredText(80),
  isTlsRequired: formBoolean.default(true),
  /** Certificate in PEM of the authority that signed the server's; '': a well-known one. */
  certificate: text(20_000)
    .refine((pem) => pem.trim() === '' || /^-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----$/.test(pem.trim()), {
      error: faultTexts['integration.certificate'],
    })
    .default('')
    .meta({ examples: [''] }),
  isReadOnly: formBoolean.default(true),
  rowLimit: formNumber(1, mostDatabaseRows).default(100),
});
const GenAiSettings = z.object({
  llm: z.coerce.number({ error: llmEmpty }).int().min(1, llmEmpty).max(2, llmEmpty),
  /** Address of the OpenAI-compatible endpoint; empty for the vendor's own. */
  baseUrl: text(500).default(''),
  sandboxUrl,
  model: text(120).default(''),
  /** The endpoint's model that embeds passages and questions; empty: knowledge is ranked by words alone. */
  embeddingModel: text(120).default(''),
});
const SpeechSettings = z.object({
  baseUrl: requiredText(500),
  sandboxUrl,
  model: requiredText(120),
  /** ISO 639-1; '': the service finds out. */
  language: text(2)
    .refine((code) => code === '' || /^[a-z]{2}$/.test(code), faultTexts['integration.language'])
    .default('')
    .meta({ examples: ['en'] }),
  /** Price of a minute in the enterprise's currency, as it is written; '': none is known */
  pricePerMinute: text(14)
    .refine((price) => /^(\d{1,6}(\.\d{1,6})?)?$/.test(price), faultTexts['number.type'])
    .default('')
    .meta({ examples: ['0.5'] }),
});

/** Non-secret settings of a configuration, by its type: as it is saved, and as it is checked when it is read. */
export const integrationSettings = {
  [authTypes.workflow]: WorkflowSettings,
  [authTypes.video]: VideoSettings,
  [authTypes.database]: DatabaseSettings,
  [authTypes.genAi]: GenAiSettings,
  [authTypes.speech]: SpeechSettings,
} as const satisfies Record<SavedAuthType, z.ZodObject>;
export type SettingsOf<T extends SavedAuthType> = z.output<(typeof integrationSettings)[T]>;

/** Name of each type's secret, and whether the type needs it. */
export const integrationSecrets = {
  [authTypes.workflow]: { field: 'password', isNeeded: true },
  [authTypes.video]: { field: 'secret', isNeeded: false },
  [authTypes.database]: { field: 'password', isNeeded: false },
  [authTypes.genAi]: { field: 'apikey', isNeeded: true },
  [authTypes.speech]: { field: 'apikey', isNeeded: true },
} as const satisfies Record<SavedAuthType, { field: 'apikey' | 'password' | 'secret'; isNeeded: boolean }>;

export const isSavedAuthType = (type: unknown): type is SavedAuthType => Object.hasOwn(integrationSettings, String(type));
