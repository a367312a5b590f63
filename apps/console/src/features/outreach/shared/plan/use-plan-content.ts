import { type CampaignPlan, contentsOf, type Template, templateKindOf, type VariableGroup, variableGroups } from '@parley/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
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
  /** False for a user without the permission to read templates, who sees none. */
  mayRead: boolean;
};

/** The channel and the template of each content that a plan names, as they are now; its own first. */
export function usePlanContents(
  plan: Pick<CampaignPlan, 'channelId' | 'message' | 'columnMapping' | 'contents'>,
  known?: ChosenChannel,
): [PlanContent, ...PlanContent[]] {
  const mayRead = useCan(templateReaders);
  const { channelId } = plan;
  const isKnown = channelId !== '' && known?.id === channelId;
  const channels = useQuery({ ...channelNamesQuery, enabled: channelId !== '' && !isKnown });
  const wanted = contentsOf(plan).map(({ message: { template } }) => template.templateUId);
  // Two contents may name one template.
  const ids = [...new Set(wanted)].filter((id) => id !== '');
  const templates = useQueries({
    queries: ids.map((id) => ({ ...templateQuery(id), enabled: mayRead, retry: false, meta: { isQuiet: true } })),
  });
  const found = channels.data?.find(({ id, type }) => id === channelId && templateKindOf(type) !== undefined);
  const channel = isKnown ? known : found && { id: found.id, name: found.name, type: found.type };
  const [own, ...further] = wanted.map((id): PlanContent => {
    const { data, isError = false } = templates[ids.indexOf(id)] ?? {};
    return { channel, template: data, groups: data ? variableGroups(data.components) : noGroups, isGone: isError, mayRead };
  });
  return [own as PlanContent, ...further];
}

/** The same of one message with a channel of its own, such as a fallback. */
export const usePlanContent = ({
  channelId,
  message,
  columnMapping,
}: Pick<CampaignPlan, 'channelId' | 'message' | 'columnMapping'>): PlanContent =>
  usePlanContents({ channelId, message, columnMapping, contents: [] })[0];
