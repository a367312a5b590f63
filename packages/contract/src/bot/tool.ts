import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { builderPermissions } from '../account/permissions.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, Id, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { BotParams, botTag, nlp } from './bot.ts';
import {
  boundInputsMax,
  boundSources,
  toolCallStates,
  toolConfirms,
  toolFieldsMax,
  toolFieldTypes,
  toolKinds,
  toolLimits,
  toolMethods,
  toolNamePattern,
  toolOptionsMax,
  toolPicksMax,
} from './tool-kinds.ts';

/** A name as models write it: it is a key of JSON, and a part of a path. */
const ToolName = z.string().regex(toolNamePattern, faultTexts['tool.name']);

/** An input that the model fills. */
export const ToolField = z.object({
  name: ToolName,
  type: z.enum(toolFieldTypes),
  description: text(300).default(''),
  isRequired: formBoolean.default(true),
  /** Values of an `enum`; of other types none. */
  options: z.array(requiredText(100)).max(toolOptionsMax).default([]),
  /** The attribute that the input of a tool of the phone book stands for; '' for other tools. */
  attributeId: z.union([Id, z.literal('')]).default(''),
});
export type ToolField = z.infer<typeof ToolField>;

/** Limit of calls. @property customer in 24 hours, as is `day`, which counts those of everybody */
const limit = ({ most, initial }: { most: number; initial: number }) => z.coerce.number().int().min(1).max(most).default(initial);

/** Everything that a version keeps of a tool. */
export const ToolContent = z.object({
  name: ToolName,
  /** The words by which people know it, in a question and in the record of a chat. */
  title: requiredText(80),
  /** Told to the model: when it is of use. */
  description: requiredText(1000),
  kind: z.enum(toolKinds),
  fields: z.array(ToolField).max(toolFieldsMax).default([]),
  /** The path stands below the address of the service, with inputs in braces; empty for other kinds than `service`. */
  service: z
    .object({ integrationId: z.union([Id, z.literal('')]), method: z.enum(toolMethods), path: text(500) })
    .default({ integrationId: '', method: 'GET', path: '' }),
  /** The published stream that talks with the customer; left out by other kinds. It ends after so many minutes at the latest. */
  stream: z
    .object({
      journeyId: z.union([Id, z.literal('')]),
      minutes: z.coerce.number().int().min(1).max(toolLimits.minutes.most).default(toolLimits.minutes.initial),
    })
    .optional(),
  bound: z
    .array(z.object({ name: ToolName, source: z.enum(boundSources) }))
    .max(boundInputsMax)
    .default([]),
  /**
   * Names of the parts that a model reads of an answer in JSON, such as `order.state`; none: all of it. Of a stream the variables that it reads
   * at the end; none: the outcome alone.
   */
  picks: z.array(requiredText(200)).max(toolPicksMax).default([]),
  /** It changes something outside of the conversation. */
  hasEffect: formBoolean,
  confirm: z.enum(toolConfirms),
  /** The builder's tick: with an effect, and asked of nobody. */
  isUnasked: formBoolean.default(false),
  /** The question to the customer, with inputs in braces; empty: one of ours, with all inputs. */
  question: text(300).default(''),
  limits: z
    .object({ chat: limit(toolLimits.chat), customer: limit(toolLimits.customer), day: limit(toolLimits.day) })
    .default({ chat: toolLimits.chat.initial, customer: toolLimits.customer.initial, day: toolLimits.day.initial }),
  timeoutSeconds: z.coerce.number().int().min(1).max(toolLimits.seconds.most).default(toolLimits.seconds.initial),
  /** The answer of a dry run, in JSON: Try it calls nobody. */
  dryAnswer: text(4000).default(''),
});
export type ToolContent = z.infer<typeof ToolContent>;

export const BotTool = ToolContent.extend({ id: Id, version: z.number() }).meta({ id: 'BotTool' });
export type BotTool = z.infer<typeof BotTool>;
export const BotToolSave = ToolContent.extend({ id: z.union([Id, z.literal('')]).optional(), version: Version.optional() });
export type BotToolSave = z.infer<typeof BotToolSave>;

/** A call as people read it: what was asked, and what came of it. */
export const ToolTrace = z.object({
  tool: z.string(),
  state: z.enum(toolCallStates),
  arguments: z.array(z.object({ name: z.string(), value: z.string() })),
  answer: z.string(),
  error: z.string(),
  tookMs: z.number(),
});
export type ToolTrace = z.infer<typeof ToolTrace>;

/** A published stream, with the variables that a tool may fill and read. */
export const ToolStream = z.object({
  id: Id,
  name: z.string(),
  variables: z.array(z.object({ name: z.string(), type: z.string(), isSensitive: z.boolean() })),
});
export type ToolStream = z.infer<typeof ToolStream>;

const ToolParams = BotParams.extend({ toolId: Id });
const base = `${nlp}/agent/:agentId/tools`;

export const toolEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'The tools of a bot, and for builders the services, attributes and streams of which one may make use',
    tag: botTag,
    access: 'session',
    params: BotParams,
    answer: z.object({
      tools: z.array(BotTool),
      /** Builders alone read services, attributes and streams. */
      services: z.array(z.object({ id: Id, name: z.string() })),
      attributes: z.array(z.object({ id: Id, name: z.string() })),
      streams: z.array(ToolStream),
    }),
  }),
  save: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Create a tool, or with id change one; the version that is trained next has it',
    audit: leaves('bot_tool', 'edit'),
    tag: botTag,
    access: builderPermissions,
    params: BotParams,
    body: BotToolSave,
    answer: BotTool,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:toolId`,
    summary: 'Delete a tool; no version calls it any more from this moment on',
    audit: leaves('bot_tool', 'delete'),
    tag: botTag,
    access: builderPermissions,
    params: ToolParams,
    answer: z.null(),
  }),
  decide: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/chat/:chatId/tools/:callId',
    summary: 'Approve or refuse a call of a tool that an agent has to confirm; the chat takes part in the work of the actor',
    audit: leavesNothing("the chat's own record holds it"),
    tag: 'Chat',
    access: screens.conversation.permissions,
    params: z.object({ chatId: Id, callId: Id }),
    body: z.object({ isApproved: formBoolean }),
    answer: z.object({ state: z.enum(toolCallStates) }),
  }),
};
