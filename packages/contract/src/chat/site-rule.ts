import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, formList, Id, requiredText, saidText, text, Version } from '../fields.ts';
import { z } from '../z.ts';

/** Rules of one channel, and bytes of what of them the widget gets. */
export const siteRulesMax = 20;
export const siteRulesMostBytes = 4096;
/** A visitor is spoken to so often at most, by whatever rules. */
export const greetingsMost = { perHour: 1, perDay: 3 } as const;

export const siteRuleActs = ['greeting', 'stream'] as const;

/** Conditions that the widget judges by the page that it is on; each that is left empty holds. */
export const SiteConditions = z.object({
  /** A path or host and path in which * stands for anything; '': every page */
  page: text(200).default(''),
  /** Seconds on the page */
  seconds: z.coerce.number().int().min(0).max(3600).default(0),
  /** Share of the page that was scrolled through, in percent */
  scroll: z.coerce.number().int().min(0).max(100).default(0),
  /** The visitor is here for the so-manieth time at least */
  visits: z.coerce.number().int().min(0).max(1000).default(0),
  /** Language of the page, such as `en`; '': any */
  language: text(35).default(''),
  /** Values that the page has told by `parley('set')` */
  attributes: z
    .array(z.object({ name: requiredText(60), value: text(200) }))
    .max(3)
    .default([]),
  /** The page's `cart` is this much at least; 0: it is not asked */
  cart: z.coerce.number().min(0).max(1_000_000_000).default(0),
});
export type SiteConditions = z.infer<typeof SiteConditions>;

/** A rule as the widget gets it. */
export const WidgetRule = SiteConditions.extend({ id: Id });
export type WidgetRule = z.infer<typeof WidgetRule>;

/** Most days for which a rule may leave a visitor alone: so long it is kept whom it has met. */
export const notAgainDaysMost = 90;

const SiteRuleFields = z.object({
  name: requiredText(80),
  conditions: SiteConditions,
  act: z.enum(siteRuleActs),
  /** Words of a greeting */
  greeting: saidText(500).default(''),
  /** The stream that begins */
  journeyId: z.union([Id, z.literal('')]).default(''),
  /** Days for which the same visitor does not meet the rule again */
  notAgainDays: z.coerce.number().int().min(0).max(notAgainDaysMost).default(7),
  /** Only while the channel's department is open */
  inHours: formBoolean.default(false),
  isActive: formBoolean.default(true),
});

export const SiteRule = z
  .object({
    id: Id,
    name: z.string(),
    conditions: SiteConditions,
    act: z.enum(siteRuleActs),
    greeting: z.string(),
    journeyId: z.string(),
    notAgainDays: z.number(),
    inHours: z.boolean(),
    isActive: z.boolean(),
    order: z.number(),
    version: z.number(),
    /** Counts of the last 90 days */
    counts: z.object({ shown: z.number(), opened: z.number(), answered: z.number() }),
  })
  .meta({ id: 'SiteRule' });
export type SiteRule = z.infer<typeof SiteRule>;

export const siteShowSteps = ['shown', 'opened', 'answered'] as const;
export type SiteShowStep = (typeof siteShowSteps)[number];

/** One time that a rule spoke to somebody. */
export const SiteShow = z
  .object({
    id: Id,
    at: z.iso.datetime(),
    /** '' for somebody who has not written, and is not known */
    visitor: z.string(),
    pageUrl: z.string(),
    openedAt: z.iso.datetime().nullable(),
    answeredAt: z.iso.datetime().nullable(),
    /** The chat that the answer began or went on with; '' where the caller may not read it */
    chatId: z.string(),
  })
  .meta({ id: 'SiteShow' });
export type SiteShow = z.infer<typeof SiteShow>;

const tag = 'Website';
const base = '/e/enterprise/channels/:channelId/site_rules';
const ChannelParams = z.object({ channelId: Id });
const RuleParams = ChannelParams.extend({ siteRuleId: Id });
const edit = ['CHANNELS.EDIT'] as const;
const view = ['CHANNELS.VIEW', 'CHANNELS.EDIT'] as const;

export const siteRuleEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Rules by which a website speaks to visitors first, in their order, with what came of them',
    tag,
    access: view,
    params: ChannelParams,
    answer: z.array(SiteRule),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Add a rule at the end',
    audit: leaves('site_rule', 'create'),
    tag,
    access: edit,
    params: ChannelParams,
    body: SiteRuleFields,
    answer: SiteRule,
  }),
  saveOrder: defineEndpoint({
    method: 'PUT',
    path: `${base}/order`,
    summary: 'Put the rules of a website into an order: the first that holds speaks',
    audit: leaves('site_rule', 'move'),
    tag,
    access: edit,
    params: ChannelParams,
    body: z.object({ ids: formList(Id) }),
    answer: z.array(SiteRule),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:siteRuleId`,
    summary: 'One rule of a website',
    tag,
    access: view,
    params: RuleParams,
    answer: SiteRule,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:siteRuleId`,
    summary: 'Change a rule, or switch it off',
    audit: leaves('site_rule', 'edit'),
    tag,
    access: edit,
    params: RuleParams,
    body: SiteRuleFields.extend({ version: Version }),
    answer: SiteRule,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:siteRuleId`,
    summary: 'Delete a rule with its counts; whom it has spoken to counts for the caps of greetings still',
    audit: leaves('site_rule', 'delete'),
    tag,
    access: edit,
    params: RuleParams,
    answer: z.null(),
  }),
  shows: defineEndpoint({
    method: 'GET',
    path: `${base}/:siteRuleId/shows`,
    summary: 'The visitors to whom a rule has spoken, newest first: the rows of its counts',
    tag,
    access: view,
    params: RuleParams,
    query: z.object({
      step: z.enum(siteShowSteps).default('shown'),
      from: z.coerce.number().int().min(0).max(10_000).default(0),
      perPage: z.coerce.number().int().min(1).max(100).default(20),
    }),
    answer: z.object({ shows: z.array(SiteShow), more: z.boolean() }),
  }),
};
