import type { TemplateStatus } from '@parley/contract';

export const statusColors: Record<TemplateStatus, string> = {
  DRAFT: 'gray',
  PENDING: 'yellow',
  APPROVED: 'green',
  REJECTED: 'red',
  PAUSED: 'orange',
  DISABLED: 'red',
};
