import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, formList, Id, saidText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { askedKinds } from './site-form-check.ts';

/** `closed`: outside the hours of the channel's department; `unknown`: the enterprise's server has not said who the visitor is. */
export const siteFormWhens = ['never', 'always', 'closed', 'unknown'] as const;
export type SiteFormWhen = (typeof siteFormWhens)[number];

/** `own`: a field of the phone book. */
export const siteFormKinds = ['name', 'email', 'phone', 'own'] as const;
export type SiteFormKind = (typeof siteFormKinds)[number];

/** @property bytes of what each page of the website loads */
export const siteFormMost = { fields: 6, label: 80, consent: 500, languages: 30, value: 500, choices: 50, bytes: 8192 } as const;

/** Languages of the widget's own words. */
export const siteLanguages = [
  ...['ar', 'bn', 'de', 'en', 'es', 'fa', 'fr', 'gu', 'hi', 'id', 'it', 'ja', 'kn', 'ko', 'ml'],
  ...['mr', 'nl', 'pa', 'pl', 'pt', 'ru', 'sv', 'ta', 'te', 'th', 'tr', 'uk', 'ur', 'vi', 'zh'],
] as const;

const LanguageCode = z.string().regex(/^[a-z]{2,3}$/);
const wordings = (longest: number) =>
  z.record(LanguageCode, text(longest)).refine((words) => Object.keys(words).length <= siteFormMost.languages, 'Too many languages.');

export const SiteFormField = z.object({
  kind: z.enum(siteFormKinds),
  /** The field of the phone book, of an own one */
  attributeId: z.union([Id, z.literal('')]).default(''),
  isRequired: formBoolean.default(false),
  /** Stands where the visitor's language has no label; '': the widget's own word, or the name in the phone book */
  label: text(siteFormMost.label).default(''),
  labels: wordings(siteFormMost.label).default({}),
});
export type SiteFormField = z.infer<typeof SiteFormField>;

const FormFields = {
  when: z.enum(siteFormWhens),
  fields: formList(SiteFormField).refine((fields) => fields.length <= siteFormMost.fields, `Use at most ${siteFormMost.fields} fields.`),
  /** Text to which the visitor agrees before the chat; '': none is asked for */
  consent: text(siteFormMost.consent).default(''),
  consents: wordings(siteFormMost.consent).default({}),
};

export const SiteForm = z
  .object({
    when: z.enum(siteFormWhens),
    fields: z.array(SiteFormField),
    consent: z.string(),
    consents: z.record(z.string(), z.string()),
    /** 0: nobody has saved one */
    version: z.number(),
  })
  .meta({ id: 'SiteForm' });
export type SiteForm = z.infer<typeof SiteForm>;

/** The form as the widget gets it: only where it is asked, and without what is known of the visitor. */
export const WidgetForm = z.object({
  fields: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(askedKinds),
      isRequired: z.boolean(),
      label: z.string(),
      labels: z.record(z.string(), z.string()).optional(),
      choices: z.array(z.string()).optional(),
      most: z.number(),
    }),
  ),
  consent: z.string(),
  consents: z.record(z.string(), z.string()).optional(),
});
export type WidgetForm = z.infer<typeof WidgetForm>;

/** Answers by the ids of the form's fields. */
export const FilledForm = z.object({
  values: z
    .record(text(64), saidText(siteFormMost.value))
    .refine((values) => Object.keys(values).length <= 2 * siteFormMost.fields, 'Too many fields.'),
  agreed: z.boolean().default(false),
});
export type FilledForm = z.infer<typeof FilledForm>;

const tag = 'Website';
const path = '/e/enterprise/channels/:channelId/site_form';
const ChannelParams = z.object({ channelId: Id });

export const siteFormEndpoints = {
  get: defineEndpoint({
    method: 'GET',
    path,
    summary: 'The form that a website asks before a chat; a website without one never asks',
    tag,
    access: ['CHANNELS.VIEW', 'CHANNELS.EDIT'],
    params: ChannelParams,
    answer: SiteForm,
  }),
  save: defineEndpoint({
    method: 'PUT',
    path,
    summary: 'Say what a website asks before a chat, and when',
    audit: leaves('site_form', 'edit'),
    tag,
    access: ['CHANNELS.EDIT'],
    params: ChannelParams,
    body: z.object({ ...FormFields, version: Version }),
    answer: SiteForm,
  }),
};
