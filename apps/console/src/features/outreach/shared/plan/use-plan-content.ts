import { type CampaignPlan, type Template, templateKindOf, type VariableGroup, variableGroups } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useCan } from '../../../account/shared/me.ts';
import { channelNamesQuery } from '../../../channel/shared/channel-options.ts';
import { templateQuery } from '../../../channel/shared/template.queries.ts';
import type { ChosenChannel } from '../channel-picker.tsx';

const noGroups: VariableGroup[] = [];
const templateReaders = ['CAMPAIGNS.CREATE', 'CAMPAIGNS.EDIT', 'CAMPAIGNS.VIEW', 'MSG_TEMPLATES.VIEW', 'CHAT.HANDLE'] as const;

export type PlanContent = {
  channel: ChosenChannel | undefined;
  template: Template | undefined;
  groups: readonly VariableGroup[];
  isGone: boolean;
  /** Whoever may not read templates sees none. */
  mayRead: boolean;
};

/** The channel and the template that a plan names, as they are now. */
export function usePlanContent(plan: Pick<CampaignPlan, 'channelId' | 'message'>, known?: ChosenChannel): PlanContent {
  const mayRead = useCan(templateReaders);
  const { channelId } = plan;
  const isKnown = channelId !== '' && known?.id === channelId;
  const channels = useQuery({ ...channelNamesQuery, enabled: channelId !== '' && !isKnown });
  const { templateUId } = plan.message.template;
  const template = useQuery({
    ...templateQuery(templateUId),
    enabled: templateUId !== '' && mayRead,
    retry: false,
    meta: { isQuiet: true },
  });
  const found = channels.data?.find(({ id, type }) => id === channelId && templateKindOf(type) !== undefined);
  return {
    channel: isKnown ? known : found && { id: found.id, name: found.name, type: found.type },
    template: template.data,
    groups: template.data ? variableGroups(template.data.components) : noGroups,
    isGone: template.isError,
    mayRead,
  };
}
