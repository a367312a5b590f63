import { z } from './z.ts';

/**
 * Every error that the product answers: its code, the HTTP status it travels with, and what its `data` holds.
 * Codes are for programs and never change; "1403" and "login_required" are the specification's own.
 */
const nothing = z.object({});
const fieldErrors = z.object({ errors: z.array(z.object({ field: z.string(), message: z.string() })) });
const users = z.object({ users: z.array(z.string()) });
const retry = z.object({ retryAfterSeconds: z.number() });

export const errorCatalog = {
  'request.invalid': { status: 400, data: z.object({ issues: z.array(z.object({ field: z.string(), reason: z.string() })) }) },
  'request.malformed': { status: 400, data: z.object({ reason: z.string() }) },
  'request.too_large': { status: 413, data: z.object({ limitBytes: z.number() }) },
  'request.type_unsupported': { status: 415, data: nothing },
  'request.rate_limited': { status: 429, data: retry },
  'request.origin_refused': { status: 403, data: nothing },
  'route.not_found': { status: 404, data: nothing },
  'server.unexpected': { status: 500, data: z.object({ requestId: z.string() }) },
  'server.unavailable': { status: 503, data: retry },
  login_required: { status: 401, data: z.object({ login_required: z.literal(true) }) },
  '1403': { status: 403, data: z.object({ permissions: z.array(z.string()) }) },

  'captcha.wrong': { status: 422, data: nothing },
  'login.failed': { status: 422, data: nothing },
  'login.locked': { status: 429, data: retry },
  'login.session_exists': { status: 409, data: z.object({ sessionCount: z.number() }) },
  'login.not_activated': { status: 422, data: nothing },
  'account.email_taken': { status: 409, data: nothing },
  'account.link_invalid': { status: 410, data: nothing },
  'account.signup_closed': { status: 403, data: nothing },
  'password.wrong': { status: 422, data: nothing },

  'record.changed': { status: 409, data: z.object({ changedBy: z.string(), changedAt: z.string() }) },
  'user.not_found': { status: 404, data: nothing },
  'user.last_administrator': { status: 409, data: nothing },
  'user.self': { status: 409, data: nothing },
  'user.has_open_chats': { status: 409, data: z.object({ openChats: z.number() }) },
  'session.not_found': { status: 404, data: nothing },
  'role.not_found': { status: 404, data: nothing },
  'role.built_in': { status: 409, data: nothing },
  'role.in_use': { status: 409, data: z.object({ users: z.array(z.string()) }) },
  'role.name_taken': { status: 409, data: nothing },
  'role.beyond_own': { status: 409, data: z.object({ permissions: z.array(z.string()) }) },
  'file.not_found': { status: 404, data: nothing },
  'file.type_not_allowed': { status: 415, data: nothing },
  'file.too_large': { status: 413, data: z.object({ limitBytes: z.number() }) },
  'file.image_limits': { status: 422, data: nothing },
  'channel.not_found': { status: 404, data: nothing },
  'channel.in_use': { status: 409, data: z.object({ chatCount: z.number() }) },
  'branding.contrast': { status: 422, data: z.object({ colours: z.array(z.string()) }) },
  'branding.host_taken': { status: 409, data: nothing },
  'branding.host_foreign': { status: 422, data: z.object({ domain: z.string() }) },
  'branding.not_found': { status: 404, data: nothing },
  'notification.not_found': { status: 404, data: nothing },
  'customer.not_found': { status: 404, data: nothing },
  'customer.invalid': { status: 422, data: fieldErrors },
  'customer.duplicate': {
    status: 409,
    data: z.object({
      customerId: z.string(),
      name: z.string(),
      isInBin: z.boolean(),
      errors: z.array(z.object({ field: z.string(), message: z.string() })),
    }),
  },
  'customer.merge_open_chats': { status: 409, data: nothing },
  'attribute.not_found': { status: 404, data: nothing },
  'attribute.invalid': { status: 422, data: fieldErrors },
  'attribute.in_use': { status: 409, data: users },
  'attribute.too_many': { status: 409, data: nothing },
  'group.not_found': { status: 404, data: nothing },
  'group.name_taken': { status: 409, data: nothing },
  'group.in_use': { status: 409, data: users },
  'filter.not_found': { status: 404, data: nothing },
  'filter.name_taken': { status: 409, data: nothing },
  'filter.invalid': { status: 422, data: fieldErrors },
  'bulk.not_found': { status: 404, data: nothing },
  'bulk.finished': { status: 409, data: nothing },
  'import.not_found': { status: 404, data: nothing },
  'import.file_invalid': { status: 422, data: z.object({ reason: z.string() }) },
  'import.mapping_invalid': { status: 422, data: fieldErrors },
  'import.state_invalid': { status: 409, data: z.object({ phase: z.string() }) },
  'mapping.not_found': { status: 404, data: nothing },

  'chat.not_found': { status: 404, data: nothing },
  'chat.none_waiting': { status: 409, data: nothing },
  'chat.already_picked': { status: 409, data: z.object({ agentName: z.string() }) },
  'chat.not_owner': { status: 409, data: nothing },
  'chat.state_invalid': { status: 409, data: z.object({ state: z.number() }) },
  'chat.agent_full': { status: 409, data: z.object({ maxOpenChats: z.number() }) },
  'chat.agent_unavailable': { status: 409, data: nothing },
  'chat.empty_message': { status: 400, data: nothing },
  'chat.visitor_unknown': { status: 401, data: nothing },
} as const satisfies Record<string, { status: number; data: z.ZodType }>;

export type ErrorCode = keyof typeof errorCatalog;
export type ErrorData<C extends ErrorCode> = z.input<(typeof errorCatalog)[C]['data']>;
