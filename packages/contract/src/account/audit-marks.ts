/** Who acted: a person, an API key, the program itself, whoever runs the installation, or an identity provider. */
export const auditActorKinds = ['user', 'key', 'system', 'operator', 'provider'] as const;

/** Groups of nouns, as the filter of the trail offers them. */
export const auditModules = [
  'account',
  'content',
  'customers',
  'channels',
  'templates',
  'chat',
  'sending',
  'bots',
  'integrations',
] as const;
export type AuditModule = (typeof auditModules)[number];

/** Nouns whose changes the trail records. */
export const auditKinds = [
  'session',
  'factor',
  'two_factor',
  'sso_connection',
  'scim_group',
  'user',
  'role',
  'invitation',
  'department',
  'company',
  'security',
  'branding',
  'artifact',
  'bucket',
  'attribute',
  'customer',
  'group',
  'label',
  'filter',
  'import',
  'mapping',
  'bulk_job',
  'erasure',
  'privacy',
  'channel',
  'template',
  'sandbox',
  'chat_settings',
  'chat_label',
  'agent_status',
  'transcript',
  'blacklist',
  'sending_settings',
  'broadcast',
  'report',
  'bot',
  'story',
  'intent',
  'entity',
  'knowledge',
  'training',
  'bot_test',
  'bot_data',
  'sentiment',
  'class',
  'unanswered',
  'integration',
  'audit_settings',
  'api_key',
  'webhook',
  'relay',
  'bin',
] as const;
export type AuditKind = (typeof auditKinds)[number];

export const auditActions = [
  'create',
  'edit',
  'delete',
  'restore',
  'merge',
  'import',
  'export',
  'undo',
  'cancel',
  'send',
  'retry',
  'submit',
  'publish',
  'roll_back',
  'test',
  'train',
  'move',
  'activate',
  'deactivate',
  'login',
  'login_failed',
  'prove',
  'logout',
  'reset_password',
  'change_password',
  'give_roles',
  'put_back',
  'erase',
  'purge',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What a call leaves in the trail: the entry that its success makes, or why it makes none. */
export type AuditMark = { kind: AuditKind | 'any'; action: AuditAction } | { none: string };
export const leaves = (kind: AuditKind | 'any', action: AuditAction): AuditMark => ({ kind, action });
/** @param why in one clause, for whoever reads the list of calls */
export const leavesNothing = (why: string): AuditMark => ({ none: why });
