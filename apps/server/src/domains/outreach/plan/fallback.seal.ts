import type { CampaignPlan } from '@parley/contract';
import type { Prepared } from '../message/message.ts';

type Shown = Readonly<Record<string, unknown>>;

/**
 * Builds the parts of a fallback that an approval covers, with the template as its vendor has approved it; empty for a plan without one, so
 * that older seals stay.
 */
export function sealedFallback({ fallback }: CampaignPlan, prepared: Prepared | undefined): Shown {
  if (!fallback || !prepared) return {};
  const { template, media, cards, mapping } = prepared.message;
  return {
    fallback: {
      on: fallback.on,
      // The hours decide nothing if only failures count.
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

/** Names of the records that it names by ids. */
export const namedFallback = ({ fallback }: CampaignPlan, prepared: Prepared | undefined): Shown =>
  fallback && prepared ? { fallbackChannel: prepared.channel.name, fallbackTemplate: prepared.message.template.name } : {};
