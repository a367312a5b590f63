import type { CampaignPlan } from '@parley/contract';
import type { Prepared } from '../shared/message.ts';

type Shown = Readonly<Record<string, unknown>>;

/** What an approval covers of a fallback, as its vendor has approved the template; nothing of a plan without one, so that older seals stay. */
export function sealedFallback({ fallback }: CampaignPlan, prepared: Prepared | undefined): Shown {
  if (!fallback || !prepared) return {};
  const { template, media, cards, mapping } = prepared.message;
  return {
    fallback: {
      on: fallback.on,
      // Where only failures count the hours decide nothing.
      ...(fallback.on === 'not_delivered' ? { afterHours: fallback.afterHours } : {}),
      channelId: fallback.channelId,
      templateId: prepared.templateId,
      vendorTemplateId: template.vendorTemplateId,
      language: template.language,
      category: template.category,
      components: template.components,
      extra: template.extra,
      media,
      cards,
      columnMapping: mapping,
    },
  };
}

/** Names of what it names by ids. */
export const namedFallback = ({ fallback }: CampaignPlan, prepared: Prepared | undefined): Shown =>
  fallback && prepared ? { fallbackChannel: prepared.channel.name, fallbackTemplate: prepared.message.template.name } : {};
