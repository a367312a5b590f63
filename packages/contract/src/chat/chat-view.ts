import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, formList, Id, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { InboxDepartment, InboxPriority } from './inbox.ts';
import { inboxSorts, inboxViewTabs } from './inbox-kinds.ts';

export const chatViewScopes = ['own', 'department', 'enterprise'] as const;
export type ChatViewScope = (typeof chatViewScopes)[number];
/** Most views of a person, of a department and of the enterprise, each. */
export const chatViewsMax = 50;

/** A tab of the inbox with what narrows it. */
export const ChatViewFilter = z.object({
  tab: z.enum(inboxViewTabs),
  sort: z.enum(inboxSorts).default('newest'),
  text: text(120).default(''),
  /** Type of the channel; null: every one */
  channel: z.coerce.number().int().min(0).max(99).nullable().default(null),
  /** Name of a label; empty: every chat */
  label: text(80).default(''),
  department: InboxDepartment,
  priority: InboxPriority.nullable().default(null),
  /** Own chats alone: those with unread messages, and those whose customer waits */
  unread: formBoolean.default(false),
  waiting: formBoolean.default(false),
});
export type ChatViewFilter = z.infer<typeof ChatViewFilter>;

/** Filters of the inbox under a name. */
export const ChatView = z
  .object({
    id: Id,
    scope: z.enum(chatViewScopes),
    /** Empty: of no department */
    deptId: z.string(),
    name: z.string(),
    /** The filters that still hold: a label or department that has gone is left out of them */
    filter: ChatViewFilter,
    /** Name of the label that has gone; empty where nothing has */
    goneLabel: z.string(),
    /** Its department has gone */
    isDepartmentGone: z.boolean(),
    /** The caller may change it */
    isChangeable: z.boolean(),
    /** Position from 0, in its scope */
    order: z.number(),
    version: z.number(),
  })
  .meta({ id: 'ChatView' });
export type ChatView = z.infer<typeof ChatView>;

const ChatViewSave = z.object({ name: requiredText(60), filter: ChatViewFilter });
const Scope = z.object({ scope: z.enum(chatViewScopes).default('own'), deptId: z.union([Id, z.literal('')]).default('') });

const tag = 'Views of the inbox';
const base = '/e/enterprise/chat_views';
const ChatViewParams = z.object({ viewId: Id });
const handle = screens.conversation.permissions;

export const chatViewEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: "Saved views of the inbox: the caller's own, then those of their departments, then those of all",
    tag,
    access: handle,
    answer: z.array(ChatView),
  }),
  create: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Save filters of the inbox as a view at the end of its scope; one that is shared needs CHAT.CHAT_CONFIG',
    audit: leaves('chat_view', 'create'),
    tag,
    access: handle,
    body: ChatViewSave.extend(Scope.shape),
    answer: ChatView,
  }),
  saveOrder: defineEndpoint({
    method: 'PUT',
    path: `${base}/order`,
    summary: 'Put the views of a scope into an order',
    audit: leaves('chat_view', 'move'),
    tag,
    access: handle,
    /** All of the scope, each once. */
    body: Scope.extend({ ids: formList(Id) }),
    answer: z.array(ChatView),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:viewId`,
    summary: 'One saved view of the inbox',
    tag,
    access: handle,
    params: ChatViewParams,
    answer: ChatView,
  }),
  update: defineEndpoint({
    method: 'PUT',
    path: `${base}/:viewId`,
    summary: 'Rename a saved view of the inbox, or save other filters in it',
    audit: leaves('chat_view', 'edit'),
    tag,
    access: handle,
    params: ChatViewParams,
    body: ChatViewSave.extend({ version: Version }),
    answer: ChatView,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: `${base}/:viewId`,
    summary: 'Delete a saved view of the inbox',
    audit: leaves('chat_view', 'delete'),
    tag,
    access: handle,
    params: ChatViewParams,
    answer: z.null(),
  }),
};
