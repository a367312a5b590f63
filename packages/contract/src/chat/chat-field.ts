import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, formList, Id, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { chatFieldKinds, chatFieldOptionsMax, chatFieldsMax, chatFieldValueMax } from './chat-field-kinds.ts';

/** A field that an enterprise gives its chats. */
export const ChatField = z
  .object({
    id: Id,
    /** Empty: of the chats of all departments */
    deptId: z.string(),
    name: z.string(),
    /** Stays as it is: values are of it */
    kind: z.enum(chatFieldKinds),
    /** Values of a choice; none of another kind */
    options: z.array(z.string()),
    /** An agent closes no chat without a value */
    isRequired: z.boolean(),
    /** Retired fields are asked for no more; chats keep their values. */
    isActive: z.boolean(),
    /** Position from 0, in its scope */
    order: z.number(),
    version: z.number(),
  })
  .meta({ id: 'ChatField' });
export type ChatField = z.infer<typeof ChatField>;

/** A field with its value in one chat; empty: it has none. */
export const ChatFieldValue = ChatField.pick({ id: true, name: true, kind: true, options: true, isRequired: true, isActive: true })
  .extend({ value: z.string() })
  .meta({ id: 'ChatFieldValue' });
export type ChatFieldValue = z.infer<typeof ChatFieldValue>;

const Choice = z.union([Id, z.literal('')]).default('');
const FieldSave = z.object({
  name: requiredText(80),
  options: formList(requiredText(80)).pipe(z.array(z.string()).max(chatFieldOptionsMax)).default([]),
  isRequired: formBoolean.default(false),
  isActive: formBoolean.default(true),
});

const tag = 'Fields of chats';
const base = '/e/enterprise/chat_fields';
const FieldParams = z.object({ fieldId: Id });
const editors = ['CHAT.CHAT_CONFIG'] as const;
const handle = screens.conversation.permissions;
const ChatParams = z.object({ chatId: Id });

export const chatFieldEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Fields of the chats of a department, or of all, in their order; retired ones too',
    tag,
    access: editors,
    query: z.object({ deptId: Choice }),
    answer: z.array(ChatField),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Add a field at the end of its scope',
    audit: leaves('chat_field', 'create'),
    tag,
    access: editors,
    body: FieldSave.extend({ deptId: Choice, kind: z.enum(chatFieldKinds) }),
    answer: ChatField,
  }),
  saveOrder: defineEndpoint({
    method: 'PUT',
    path: `${base}/order`,
    summary: 'Put the fields of a scope into an order',
    audit: leaves('chat_field', 'move'),
    tag,
    access: editors,
    /** All of the scope, each once. */
    body: z.object({ deptId: Choice, ids: formList(Id) }),
    answer: z.array(ChatField),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:fieldId`,
    summary: 'One field of chats',
    tag,
    access: editors,
    params: FieldParams,
    answer: ChatField,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:fieldId`,
    summary: 'Rename, retire or revive a field, or change its choices; its kind stays',
    audit: leaves('chat_field', 'edit'),
    tag,
    access: editors,
    params: FieldParams,
    body: FieldSave.extend({ version: Version }),
    answer: ChatField,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:fieldId`,
    summary: 'Delete a field that no chat has a value of; one with values is retired',
    audit: leaves('chat_field', 'delete'),
    tag,
    access: editors,
    params: FieldParams,
    answer: z.object({ isRetired: z.boolean() }),
  }),
  ofChat: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/:chatId/fields',
    summary: 'The fields of a chat with their values: those of all chats, of its department, and retired ones that it has a value of',
    tag,
    access: handle,
    keyScopes: ['chats', 'chat_work'],
    params: ChatParams,
    answer: z.array(ChatFieldValue),
  }),
  saveOfChat: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/chat/:chatId/fields',
    summary: 'Set fields of a chat, by their ids; an empty value takes it away, and fields that are left out stay',
    audit: leavesNothing("the chat's own record holds it"),
    tag,
    access: handle,
    keyScopes: ['chat_work'],
    params: ChatParams,
    body: z.object({
      values: z
        .record(Id, text(chatFieldValueMax))
        .refine((values) => Object.keys(values).length <= 2 * chatFieldsMax, 'Too many fields.')
        .meta({ examples: [{ '01900000-0000-7000-8000-000000000001': 'Gold' }] }),
    }),
    answer: z.array(ChatFieldValue),
  }),
};
