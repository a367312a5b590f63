import { type CampaignPlan, pageColumn, partOf, type TemplateComponent } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';
import type { SendDraft } from '../send-draft.ts';

type Values = SendDraft['values'];
const codeLength = 16;

/** Puts the address of a page in place of the column that stands for it; a button whose address begins so takes the code alone. */
export function withTestPage(values: Values, url: string, components: readonly TemplateComponent[]): Values {
  const base = url.slice(0, -codeLength);
  const buttons = partOf(components, 'BUTTONS')?.buttons ?? [];
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      if (value.type !== 'column' || value.value !== pageColumn) return [key, value];
      const button = /^url\/button\.(\d+)$/.exec(key);
      const isTail = button !== null && (buttons[Number(button[1])]?.url ?? '').startsWith(base);
      return [key, { ...value, type: 'static' as const, value: isTail ? url.slice(-codeLength) : url }];
    }),
  );
}

/** A page for a test of a plan that leads to one: it lives a day in the sandbox, and is counted nowhere. */
export const useTestPage = (page: CampaignPlan['page']) =>
  useQuery({
    queryKey: ['campaigns', 'testPage', page?.encapId ?? ''],
    queryFn: () => api.encapLaunches.testLink({ params: { encapId: page?.encapId ?? '' }, body: {} }),
    enabled: page !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
