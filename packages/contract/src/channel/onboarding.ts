import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { Id, Page, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { environments } from './vendor-fields.ts';

/** Steps of bringing a WhatsApp number in, in their order. The first three are the account's, `numbers` adds to it, the others are each number's. */
export const accountSteps = ['permissions', 'account', 'choice', 'numbers'] as const;
export const numberSteps = ['verify', 'profile', 'callbacks', 'message', 'channel'] as const;
export const onboardingSteps = [...accountSteps, ...numberSteps] as const;
export type AccountStep = (typeof accountSteps)[number];
export type NumberStep = (typeof numberSteps)[number];
export type OnboardingStep = (typeof onboardingSteps)[number];

/** UNKNOWN: the provider has not answered and may have done it; the next try asks before it does anything. */
export const stepStates = ['OPEN', 'RUNNING', 'DONE', 'FAILED', 'UNKNOWN'] as const;
export type StepState = (typeof stepStates)[number];

/** The sign-in is OVER: the token has ended, and one signs in again; nothing else is lost. */
export const signInStates = ['NONE', 'VALID', 'OVER'] as const;
export type SignInState = (typeof signInStates)[number];

/** Seconds before another code may be asked for, and wrong codes after which a new one is needed. */
export const codeResendSeconds = 60;
export const mostCodeTries = 5;
export const codeMethods = ['SMS', 'VOICE'] as const;
/** The length that the provider allows a callback's address. */
export const longestCallback = 200;

/** The code that the phones of the sandbox's provider are told. */
export const sandboxCode = '123456';
/** Code that the sandbox's dialog hands out: it says itself which account was chosen, and how long its token lasts. `nonce` makes it one of its own. */
export const SandboxGrant = z.object({
  wabaId: z.string().regex(/^1\d{5,29}$/),
  wabaName: z.string().max(100),
  lifeSeconds: z.number().int().min(1),
  nonce: z.string().max(100),
});
export type SandboxGrant = z.infer<typeof SandboxGrant>;
export const toSandboxGrant = (grant: SandboxGrant): string => encodeURIComponent(JSON.stringify(grant));
export function readSandboxGrant(code: string): SandboxGrant | undefined {
  try {
    return SandboxGrant.parse(JSON.parse(decodeURIComponent(code)));
  } catch {
    return undefined;
  }
}

const step = z.object({
  state: z.enum(stepStates),
  /** Instant of the last try; null: none yet */
  at: z.iso.datetime().nullable(),
  by: z.string(),
  /** The provider's answer in its own words */
  text: z.string(),
});
const OnboardingAccountStep = step.extend({ step: z.enum(accountSteps) });
const OnboardingNumberStep = step.extend({ step: z.enum(numberSteps) });
export type OnboardingStepRecord = z.infer<typeof step> & { step: OnboardingStep };

export const OnboardingNumber = z.object({
  /** The provider's id of the number */
  phoneNumberId: z.string(),
  phone: z.string(),
  verifiedName: z.string(),
  channelId: Id,
  channelName: z.string(),
  /** The channel sends and is connected */
  isConnected: z.boolean(),
  steps: z.array(OnboardingNumberStep),
  code: z.object({ method: z.enum(codeMethods), sentAt: z.iso.datetime(), againAt: z.iso.datetime(), triesLeft: z.number() }).nullable(),
  /** The newest message that somebody has written to the number; null: none yet */
  heard: z.object({ from: z.string(), at: z.iso.datetime() }).nullable(),
  /** State of the first message in the ledger; '': none was sent */
  messageStatus: z.string(),
});
export type OnboardingNumber = z.infer<typeof OnboardingNumber>;

export const Onboarding = z
  .object({
    id: Id,
    environment: z.enum(environments),
    startedBy: z.string(),
    createdAt: z.iso.datetime(),
    changedAt: z.iso.datetime(),
    isFinished: z.boolean(),
    signIn: z.enum(signInStates),
    tokenExpiresAt: z.iso.datetime().nullable(),
    wabaId: z.string(),
    wabaName: z.string(),
    steps: z.array(OnboardingAccountStep),
    numbers: z.array(OnboardingNumber),
    /** Rises with each step; a step sends the one that its caller has read */
    revision: z.number(),
  })
  .meta({ id: 'Onboarding' });
export type Onboarding = z.infer<typeof Onboarding>;

export const WabaAccount = z.object({ id: z.string(), name: z.string(), reviewStatus: z.string() });
export type WabaAccount = z.infer<typeof WabaAccount>;
export const WabaNumber = z.object({
  id: z.string(),
  phone: z.string(),
  verifiedName: z.string(),
  nameStatus: z.string(),
  isVerified: z.boolean(),
  status: z.string(),
  quality: z.string(),
  limit: z.string(),
});
export type WabaNumber = z.infer<typeof WabaNumber>;

/** The installation's account at the provider, without its secret. */
export const PartnerDetails = z.object({
  environment: z.enum(environments),
  appId: z.string(),
  appName: z.string(),
  configId: z.string(),
  /** Opens the provider's dialog; the state in it belongs to this onboarding and ends after an hour */
  dialogUrl: z.string(),
  state: z.string(),
});
export type PartnerDetails = z.infer<typeof PartnerDetails>;

export const neededScopes = ['whatsapp_business_management', 'whatsapp_business_messaging'] as const;
export const PartnerPermissions = z.object({
  scopes: z.array(z.object({ scope: z.string(), isGranted: z.boolean() })),
  signIn: z.enum(signInStates),
  tokenExpiresAt: z.iso.datetime().nullable(),
});

export const onboardingChecks = ['token', 'callback', 'templates', 'number', 'limit'] as const;
export const OnboardingCheck = z.object({ name: z.enum(onboardingChecks), isOk: z.boolean(), text: z.string() });
export type OnboardingCheck = z.infer<typeof OnboardingCheck>;

const tag = 'WhatsApp onboarding';
const base = '/chatbird/api/mcmi';
const own = `${base}/onboardings`;
const params = z.object({ onboardingId: Id });
const ofOnboarding = z.object({ onboardingId: Id });
const behind = 'WABAONBOARD.VIEW';
const create = ['CHANNELS.CREATE'] as const;
const view = ['CHANNELS.VIEW', 'CHANNELS.CREATE', 'CHANNELS.EDIT'] as const;
const saved = leaves('onboarding', 'edit');

const ProviderId = z
  .string()
  .trim()
  .regex(/^\d{5,30}$/, faultTexts['onboarding.id'])
  .meta({ examples: ['102290129340398'] });
const optionalText = (most: number) =>
  text(most)
    .default('')
    .meta({ examples: [''] });
const revision = Version;
const OfNumber = z.object({ revision, phoneNumberId: ProviderId });

export const EmbeddedSignup = z.object({
  onboardingId: Id,
  revision,
  /** A sign-in is made by the provider's dialog, or by ids and a token that the provider's own pages show */
  method: z.enum(['dialog', 'ids']).default('dialog'),
  code: optionalText(2000),
  state: optionalText(500),
  wabaId: z.union([ProviderId, z.literal('')]).default(''),
  /** Write-only */
  accessToken: optionalText(2000),
});
export type EmbeddedSignup = z.infer<typeof EmbeddedSignup>;

export const NewNumber = z.object({
  /** Country calling code and national number, digits with or without separators */
  cc: z
    .string()
    .trim()
    .regex(/^\+?[1-9]\d{0,2}$/, faultTexts['onboarding.country'])
    .meta({ examples: ['91'] }),
  phoneNumber: z
    .string()
    .trim()
    .regex(/^[\d\s()-]{4,24}$/, faultTexts['phone.invalid'])
    .meta({ examples: ['98200 10001'] }),
  verifiedName: requiredText(60).meta({ examples: ['Lucky Shrub'] }),
});
export type NewNumber = z.infer<typeof NewNumber>;

const httpAddress = text(256).refine((value) => value === '' || /^https?:\/\/[^\s]+$/i.test(value), faultTexts['link.invalid']);
export const NumberProfile = z.object({
  about: text(139).default(''),
  address: text(256).default(''),
  description: text(512).default(''),
  email: z.union([z.email(faultTexts['email.invalid']).max(128), z.literal('')]).default(''),
  website: httpAddress.default('').meta({ examples: [''] }),
});
export type NumberProfile = z.infer<typeof NumberProfile>;

export const onboardingEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: own,
    summary: 'Onboardings of WhatsApp numbers, unfinished ones first',
    tag,
    access: view,
    behind,
    query: Page,
    answer: z.object({ onboardings: z.array(Onboarding), more: z.boolean(), environments: z.array(z.enum(environments)) }),
  }),
  start: defineEndpoint({
    method: 'POST',
    path: own,
    summary: 'Begin to bring WhatsApp numbers in',
    audit: leaves('onboarding', 'create'),
    tag,
    access: create,
    behind,
    /** A request that is repeated under its key begins nothing again. */
    body: z.object({ environment: z.enum(environments), requestKey: text(80).default('') }),
    answer: Onboarding,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${own}/:onboardingId`,
    summary: 'One onboarding with its steps and numbers',
    tag,
    access: view,
    behind,
    params,
    answer: Onboarding,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${own}/:onboardingId`,
    summary: 'Discard an unfinished onboarding, with its channels that were never connected',
    audit: leaves('onboarding', 'delete'),
    tag,
    access: create,
    behind,
    params,
    answer: z.null(),
  }),
  details: defineEndpoint({
    method: 'GET',
    path: `${base}/partner/details`,
    summary: 'The installation’s account at the provider, and where its dialog opens',
    tag,
    access: create,
    behind,
    query: ofOnboarding,
    answer: PartnerDetails,
  }),
  permissions: defineEndpoint({
    method: 'GET',
    path: `${base}/partner/permissions`,
    summary: 'What the sign-in allows at the provider, asked now',
    tag,
    access: create,
    behind,
    perMinute: 60,
    query: ofOnboarding,
    answer: PartnerPermissions,
  }),
  checkPartner: defineEndpoint({
    method: 'POST',
    path: `${own}/:onboardingId/permissions`,
    summary: 'Step 1: ask the provider whether it knows the installation’s app',
    audit: saved,
    tag,
    access: create,
    behind,
    perMinute: 60,
    params,
    body: z.object({ revision }),
    answer: Onboarding,
  }),
  signUp: defineEndpoint({
    method: 'POST',
    path: `${base}/embedded_signup`,
    summary: 'Step 2: sign in to the business account, by the dialog’s code or by entered ids',
    audit: saved,
    tag,
    access: create,
    behind,
    perMinute: 30,
    body: EmbeddedSignup,
    answer: Onboarding,
  }),
  accounts: defineEndpoint({
    method: 'GET',
    path: `${base}/waba/list`,
    summary: 'Business accounts that the sign-in reaches, asked now',
    tag,
    access: create,
    behind,
    perMinute: 60,
    query: ofOnboarding,
    answer: z.object({ accounts: z.array(WabaAccount) }),
  }),
  choose: defineEndpoint({
    method: 'POST',
    path: `${own}/:onboardingId/account`,
    summary: 'Step 3: choose the business account',
    audit: saved,
    tag,
    access: create,
    behind,
    perMinute: 60,
    params,
    body: z.object({ revision, wabaId: ProviderId }),
    answer: Onboarding,
  }),
  numbers: defineEndpoint({
    method: 'GET',
    path: `${base}/waba/phone_numbers`,
    summary: 'Numbers of the business account, asked now',
    tag,
    access: create,
    behind,
    perMinute: 60,
    query: ofOnboarding,
    answer: z.object({ numbers: z.array(WabaNumber) }),
  }),
  add: defineEndpoint({
    method: 'POST',
    path: `${base}/waba/phone_numbers`,
    summary: 'Step 4: add a number to the business account',
    audit: saved,
    tag,
    access: create,
    behind,
    perMinute: 30,
    body: NewNumber.extend({ onboardingId: Id, revision }),
    answer: Onboarding,
  }),
  take: defineEndpoint({
    method: 'POST',
    path: `${own}/:onboardingId/number`,
    summary: 'Step 4: take a number that the business account has',
    audit: saved,
    tag,
    access: create,
    behind,
    perMinute: 60,
    params,
    body: OfNumber,
    answer: Onboarding,
  }),
  sendCode: defineEndpoint({
    method: 'POST',
    path: `${base}/waba/phone_numbers/send_code`,
    summary: 'Step 5: have a code sent to the number by SMS or voice',
    audit: saved,
    tag,
    access: create,
    behind,
    perMinute: 30,
    body: OfNumber.extend({
      onboardingId: Id,
      method: z.enum(codeMethods).default('SMS'),
      language: z
        .string()
        .regex(/^[a-z]{2}(_[A-Z]{2})?$/, faultTexts['value.invalid'])
        .default('en_US')
        .meta({ examples: ['en_US'] }),
    }),
    answer: Onboarding,
  }),
  verify: defineEndpoint({
    method: 'POST',
    path: `${base}/waba/phone_numbers/verify`,
    summary: 'Step 5: enter the code; the number is registered with it',
    audit: saved,
    tag,
    access: create,
    behind,
    perMinute: 30,
    body: OfNumber.extend({
      onboardingId: Id,
      code: z
        .string()
        .transform((value) => value.replace(/[\s-]/g, ''))
        .pipe(z.string().regex(/^(\d{6})?$/, faultTexts['onboarding.code']))
        .default('')
        .meta({ examples: ['123456'] }),
      /** The number's own PIN of two-step verification, where it has one already. Write-only */
      pin: z
        .string()
        .regex(/^(\d{6})?$/, faultTexts['onboarding.code'])
        .default('')
        .meta({ examples: [''] }),
    }),
    answer: Onboarding,
  }),
  profile: defineEndpoint({
    method: 'POST',
    path: `${own}/:onboardingId/profile`,
    summary: 'Step 6: set what customers see of the number',
    audit: saved,
    tag,
    access: create,
    behind,
    perMinute: 30,
    params,
    body: OfNumber.extend(NumberProfile.shape),
    answer: Onboarding,
  }),
  callbacks: defineEndpoint({
    method: 'GET',
    path: `${base}/callbacks`,
    summary: 'Where the provider calls back for a number, asked now',
    tag,
    access: create,
    behind,
    perMinute: 60,
    query: ofOnboarding.extend({ phoneNumberId: ProviderId }),
    answer: z.object({
      /** The address without its last part, which is a secret */
      address: z.string(),
      isSubscribed: z.boolean(),
      isOurs: z.boolean(),
      lastReceivedAt: z.iso.datetime().nullable(),
    }),
  }),
  subscribe: defineEndpoint({
    method: 'POST',
    path: `${own}/:onboardingId/callbacks`,
    summary: 'Step 7: have the provider call back here',
    audit: saved,
    tag,
    access: create,
    behind,
    perMinute: 30,
    params,
    body: OfNumber,
    answer: Onboarding,
  }),
  greet: defineEndpoint({
    method: 'POST',
    path: `${own}/:onboardingId/message`,
    summary: 'Step 8: answer the person who has written to the number',
    audit: saved,
    tag,
    access: create,
    behind,
    perMinute: 30,
    params,
    body: OfNumber.extend({ text: requiredText(1000) }),
    answer: Onboarding,
  }),
  checks: defineEndpoint({
    method: 'GET',
    path: `${own}/:onboardingId/checks`,
    summary: 'Checks at the end: token, callback, templates, number, limit',
    tag,
    access: create,
    behind,
    perMinute: 60,
    params,
    query: z.object({ phoneNumberId: ProviderId }),
    answer: z.object({ checks: z.array(OnboardingCheck) }),
  }),
  connect: defineEndpoint({
    method: 'POST',
    path: `${base}/channels/onboard`,
    summary: 'Step 9: connect the channel of a number',
    audit: saved,
    tag,
    access: create,
    behind,
    perMinute: 30,
    body: OfNumber.extend({ onboardingId: Id, name: requiredText(80), deptId: z.union([Id, z.literal('')]).default('') }),
    answer: Onboarding,
  }),
};
