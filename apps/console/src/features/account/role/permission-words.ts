/** Permission ids that run their words together. */
const written: Record<string, string> = {
  NLP: 'NLP',
  VIEW_CHATHISTORY: 'View chat history',
  CHAT_CONFIG: 'Chat configuration',
  VIEW_REJECTEDLIST: 'View rejected list',
  VIEW_CAMPAIGNREPORT: 'View campaign report',
  VIEW_JOURNEYMONITOR: 'View journey monitor',
  VIEW_MILESTONEREPORT: 'View milestone report',
  VIEW_EXECUTIONLOGS: 'View execution logs',
  MSG_TEMPLATES: 'Message templates',
  RICHCARDS: 'Rich cards',
  AUDITTRAIL: 'Audit trail',
  'MANAGE.DELIVERYREPORT.VIEW': 'View delivery report',
};

/** 'VIEW_ANALYTICS' → 'View analytics': a permission is an opaque string, and any of them reads as words. */
export function toPermissionLabel(id: string): string {
  const words = id.replaceAll('_', ' ').replaceAll('.', ' ').toLowerCase();
  return written[id] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** Maker and checker of campaigns in one role: allowed, and told. */
export function makesAndChecks(permissions: readonly string[]): boolean {
  return permissions.includes('CAMPAIGNS.APPROVE') && (permissions.includes('CAMPAIGNS.CREATE') || permissions.includes('CAMPAIGNS.EDIT'));
}
