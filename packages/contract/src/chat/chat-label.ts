import { leaves } from '../account/audit-marks.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, formList, Id, requiredText, Version } from '../fields.ts';
import { z } from '../z.ts';

/** Labels of one department; more than an agent could choose from anyway. */
export const chatLabelsMax = 200;

/** Topic of chats, as a department names it (ADMIN-056). */
export const ChatLabel = z
  .object({
    id: Id,
    /** Empty: of all departments that have no labels of their own. */
    deptId: z.string(),
    name: z.string(),
    colour: z.string(),
    /** Position from 0, in its department. */
    order: z.number(),
    /** Retired labels are offered no more. */
    isActive: z.boolean(),
    /** Chats have it: it can be retired, not deleted. */
    isUsed: z.boolean(),
    version: z.number(),
  })
  .meta({ id: 'ChatLabel' });
export type ChatLabel = z.infer<typeof ChatLabel>;

const Choice = z.union([Id, z.literal('')]).default('');
const LabelForm = z.object({
  name: requiredText(80),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, faultTexts['colour.format'])
    .default('#868e96'),
  isActive: formBoolean.default(true),
});

const tag = 'Chat labels';
const base = '/e/chat/config';
const LabelParams = z.object({ configId: Id });
const readers = ['CHAT.HANDLE', 'CHAT.CHAT_CONFIG'] as const;
const editors = ['CHAT.CHAT_CONFIG'] as const;

export const chatLabelEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: `${base}/`,
    summary: 'The chat labels of a department in their order, retired ones too; or those that one chat may get',
    tag,
    access: readers,
    keyScopes: ['chats', 'chat_work'],
    query: z.object({ deptId: Choice, chatId: Choice }),
    answer: z.array(ChatLabel),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: `${base}/`,
    summary: 'Add a chat label at the end; chats whose agents wrote the same words have it from then on',
    audit: leaves('chat_label', 'create'),
    tag,
    access: editors,
    body: LabelForm.extend({ deptId: Choice }),
    answer: ChatLabel,
  }),
  details: defineEndpoint({
    method: 'GET',
    path: `${base}/details`,
    summary: 'One chat label as seen from one chat',
    tag,
    access: readers,
    query: z.object({ chatId: Id, configId: Id }),
    answer: z.object({ label: ChatLabel, isOnChat: z.boolean(), isOffered: z.boolean() }),
  }),
  saveOrder: defineEndpoint({
    method: 'PUT',
    path: `${base}/order`,
    summary: 'Put the chat labels of a department into an order',
    audit: leaves('chat_label', 'move'),
    tag,
    access: editors,
    /** All of the department, each once. */
    body: z.object({ deptId: Choice, ids: formList(Id) }),
    answer: z.array(ChatLabel),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:configId`,
    summary: 'One chat label',
    tag,
    access: readers,
    params: LabelParams,
    answer: ChatLabel,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:configId`,
    summary: 'Rename, colour, retire or revive a chat label',
    audit: leaves('chat_label', 'edit'),
    tag,
    access: editors,
    params: LabelParams,
    body: LabelForm.extend({ version: Version }),
    answer: ChatLabel,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:configId`,
    summary: 'Delete a chat label that no chat has; one that chats have is retired',
    audit: leaves('chat_label', 'delete'),
    tag,
    access: editors,
    params: LabelParams,
    answer: z.object({ isRetired: z.boolean() }),
  }),
};
