import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formNumber, Id, Instant, Page, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { EncapParams, encapEditors, encapReaders, encapsPath } from './encap.ts';
import { givenModes, launchModes, linkKinds, linkStates, mostLinks } from './encap-kinds.ts';

/** Launches of encaps, which the specification calls instances, and their links. */
const tag = 'Encaps';
/** A web address without user and password, which everybody who has the short one would get. */
const WebAddress = z
  .string()
  .max(2000)
  .regex(/^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i)
  .meta({ examples: ['https://shop.example/tea'] });
const LaunchParams = EncapParams.extend({ instanceId: Id });
const Day = z.union([z.iso.date(), z.literal('')]).default('');

/** The equation of a launch: `launched` is the sum of the others, at every moment. */
export const LaunchFigures = z
  .object({
    launched: z.number(),
    /** Skipped and failed messages of its iteration, as they were a minute ago; until then they count as unopened */
    notSent: z.number(),
    unopened: z.number(),
    opened: z.number(),
    inProgress: z.number(),
    handedOver: z.number(),
    completed: z.number(),
    ended: z.number(),
    expired: z.number(),
    closed: z.number(),
  })
  .meta({ id: 'LaunchFigures' });
export type LaunchFigures = z.infer<typeof LaunchFigures>;

/** Reminders of a launch: `made` is the sum of the others, and each is one message of the ledger. */
export const ReminderFigures = z
  .object({
    made: z.number(),
    /** Those that the gate let pass */
    sent: z.number(),
    /** Those that it held back: blocked, opted out, contact pressure, no money */
    heldBack: z.number(),
  })
  .meta({ id: 'ReminderFigures' });
export type ReminderFigures = z.infer<typeof ReminderFigures>;

export const EncapLaunch = z
  .object({
    id: Id,
    name: z.string(),
    mode: z.enum(launchModes),
    /** Version that its links lead through */
    number: z.number(),
    /** 0 created, 1 scheduled, 2 started, 3 paused, 4 stopped, 5 deleted */
    state: z.number(),
    reason: z.string(),
    /** Days that a link lives; 0: as the encap says */
    expiryDays: z.number(),
    /** Day until which all of its links live, in the enterprise's zone; '' for none */
    expiryDate: z.string(),
    scheduledOn: z.union([Instant, z.literal('')]),
    /** Address that everybody may open, of mode LINK */
    openUrl: z.string(),
    /** Iteration that sends its links, of mode BULK */
    activityId: z.string(),
    figures: LaunchFigures,
    /** Hours of its reminders, as the encap had them when it began */
    remindHours: z.array(z.number()),
    reminders: ReminderFigures,
    createdOn: Instant,
    createdBy: z.string(),
    version: z.number(),
  })
  .meta({ id: 'EncapLaunch' });
export type EncapLaunch = z.infer<typeof EncapLaunch>;

export const EncapLink = z
  .object({
    id: Id,
    kind: z.enum(linkKinds),
    /** Masked where the reader may not see it */
    number: z.string(),
    name: z.string(),
    customerId: z.string(),
    state: z.enum(linkStates),
    opens: z.number(),
    /** Openings of programs that look at links before people do */
    previews: z.number(),
    /** Reminders that were made for it */
    reminders: z.number(),
    openedOn: z.union([Instant, z.literal('')]),
    begunOn: z.union([Instant, z.literal('')]),
    endedOn: z.union([Instant, z.literal('')]),
    expiresOn: Instant,
    instanceId: z.string(),
    madeOn: Instant,
  })
  .meta({ id: 'EncapLink' });
export type EncapLink = z.infer<typeof EncapLink>;

const LaunchConfig = z.object({
  name: requiredText(60),
  mode: z.enum(givenModes),
  /** 0: the newest version */
  number: formNumber(0, 100_000).default(0),
  expiryDays: formNumber(0, 365).default(0),
  expiryDate: Day,
  /** Moment from which its links lead anywhere; '' at once */
  scheduledOn: z.union([Instant, z.literal('')]).default(''),
});
export type LaunchConfig = z.infer<typeof LaunchConfig>;

export const encapLaunchEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: `${encapsPath}/:encapId/instances`,
    summary: 'Launches of an encap, the newest first (CAMP-032)',
    tag,
    access: encapReaders,
    params: EncapParams,
    query: Page,
    answer: z.object({ instances: z.array(EncapLaunch), more: z.boolean() }),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: `${encapsPath}/:encapId/instances`,
    summary: 'Make a launch, in state 0 (CAMP-032)',
    audit: leaves('encap_launch', 'create'),
    tag,
    access: encapEditors,
    params: EncapParams,
    body: LaunchConfig,
    answer: EncapLaunch,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${encapsPath}/:encapId/instances/:instanceId`,
    summary: 'One launch with its equation (CAMP-032, CAMP-079)',
    tag,
    access: encapReaders,
    params: LaunchParams,
    answer: EncapLaunch,
  }),
  save: defineEndpoint({
    method: 'PUT',
    path: `${encapsPath}/:encapId/instances/:instanceId`,
    summary: 'Change a launch; its mode and version stay once it has links (CAMP-032)',
    audit: leaves('encap_launch', 'edit'),
    tag,
    access: encapEditors,
    params: LaunchParams,
    body: LaunchConfig.extend({ version: Version }),
    answer: EncapLaunch,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${encapsPath}/:encapId/instances/:instanceId`,
    summary: 'Delete a launch; refused while links of it are open (CAMP-032)',
    audit: leaves('encap_launch', 'delete'),
    tag,
    access: encapEditors,
    params: LaunchParams,
    answer: z.null(),
  }),
  setState: defineEndpoint({
    method: 'PUT',
    path: `${encapsPath}/:encapId/instances/:instanceId/state`,
    summary: 'Move a launch: 1 scheduled, 2 started, 3 paused, 4 stopped, 5 deleted (CAMP-033)',
    audit: leaves('encap_launch', 'edit'),
    tag,
    access: encapEditors,
    params: LaunchParams,
    body: z.object({
      state: formNumber(1, 5),
      reason: text(500)
        .default('')
        .meta({ examples: ['The offer has changed.'] }),
    }),
    answer: EncapLaunch,
  }),
  launch: defineEndpoint({
    method: 'POST',
    path: `${encapsPath}/launch`,
    summary: 'Start a launch, or make one and start it; a request key is taken once (CAMP-034, CAMP-077)',
    audit: leaves('encap_launch', 'create'),
    tag,
    access: encapEditors,
    body: z.object({
      campaignId: Id,
      instanceId: z.union([Id, z.literal('')]).default(''),
      config: LaunchConfig.optional(),
      requestKey: text(100)
        .default('')
        .meta({ examples: ['order-4711'] }),
    }),
    answer: EncapLaunch,
  }),
  links: defineEndpoint({
    method: 'GET',
    path: `${encapsPath}/:encapId/instances/:instanceId/links`,
    summary: 'Links of a launch, the newest first; a figure of the equation opens those that it counts',
    tag,
    access: encapReaders,
    params: LaunchParams,
    query: Page.extend({ state: z.union([z.enum(linkStates), z.literal('')]).default(''), search: text(60).default('') }),
    answer: z.object({ links: z.array(EncapLink), more: z.boolean() }),
  }),
  makeLinks: defineEndpoint({
    method: 'POST',
    path: `${encapsPath}/:encapId/instances/:instanceId/links`,
    summary: 'Make links of people, each with values of its own; the caller sends them. A request key is taken once in 7 days',
    audit: leaves('encap_launch', 'edit'),
    tag,
    access: encapEditors,
    keyScopes: ['send'],
    mostBytes: 4_194_304,
    params: LaunchParams,
    body: z.object({
      people: z
        .array(
          z.object({
            number: z
              .string()
              .regex(/^\+[1-9]\d{6,14}$/)
              .meta({ examples: ['+919876543210'] }),
            name: text(120)
              .default('')
              .meta({ examples: ['Asha Rao'] }),
            /** Values that the stream reads as entry.*, by name */
            values: z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/), text(1000)).default({}),
          }),
        )
        .min(1)
        .max(mostLinks),
      requestKey: requiredText(100),
    }),
    answer: z.object({ links: z.array(z.object({ linkId: Id, number: z.string(), url: z.string(), expiresOn: Instant })) }),
  }),
  closeLink: defineEndpoint({
    method: 'DELETE',
    path: `${encapsPath}/:encapId/instances/:instanceId/links/:linkId`,
    summary: 'Close one link: whoever opens it reads that it is over; a walk that has begun goes on',
    audit: leaves('encap_launch', 'edit'),
    tag,
    access: encapEditors,
    params: LaunchParams.extend({ linkId: Id }),
    answer: EncapLink,
  }),
  urls: defineEndpoint({
    method: 'POST',
    path: `${encapsPath}/urls`,
    summary: 'Short addresses of web addresses, which are counted when people open them (CAMP-035, CAMP-077)',
    audit: leaves('encap', 'edit'),
    tag,
    access: encapEditors,
    keyScopes: ['send'],
    changes: 'something',
    mostBytes: 4_194_304,
    body: z.object({
      campaignId: Id,
      urls: z.array(WebAddress).min(1).max(mostLinks),
      expiresAt: z.union([Instant, z.literal('')]).default(''),
    }),
    answer: z.object({ urls: z.array(z.object({ url: z.string(), shortUrl: z.string() })) }),
  }),
  testLink: defineEndpoint({
    method: 'POST',
    path: `${encapsPath}/:encapId/test`,
    summary: 'An address for a test of the newest version in the sandbox; it lives 24 hours and is never counted',
    audit: leaves('encap', 'test'),
    tag,
    access: encapEditors,
    changes: 'something',
    params: EncapParams,
    body: z.object({}),
    answer: z.object({ url: z.string(), expiresOn: Instant }),
  }),
};
