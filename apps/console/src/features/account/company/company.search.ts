import { z } from '@parley/contract';

export const companyTabs = ['general', 'security', 'messaging', 'privacy', 'apiKeys', 'sql'] as const;

export const CompanySearch = z.object({ tab: z.enum(companyTabs).default('general').catch('general') });
export const noCompanySearch: z.infer<typeof CompanySearch> = { tab: 'general' };
