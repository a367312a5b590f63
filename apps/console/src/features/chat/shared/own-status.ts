import type { OwnStatus } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** Own statuses of the enterprise in their order, retired ones too. */
export const statusKindsQuery = queryOptions({
  queryKey: ['agent-statuses'],
  queryFn: ({ signal }) => api.agentStatuses.list({}, { signal }),
});

/** Returns the name of an own status in the reader's language, as far as somebody has given it. */
export const nameOfStatus = ({ name, nameHi }: Pick<OwnStatus, 'name' | 'nameHi'>, language: string): string =>
  language === 'hi' && nameHi !== '' ? nameHi : name;
