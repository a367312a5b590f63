import type { SiteForm, SiteRule, SiteShowStep } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';

const keys = {
  identity: (channelId: string) => ['website', channelId, 'identity'] as const,
  form: (channelId: string) => ['website', channelId, 'form'] as const,
  rules: (channelId: string) => ['website', channelId, 'rules'] as const,
  visitors: (channelId: string) => ['website', channelId, 'visitors'] as const,
};

export const identityQuery = (channelId: string) =>
  queryOptions({
    queryKey: keys.identity(channelId),
    queryFn: ({ signal }) => api.identitySecrets.get({ params: { channelId } }, { signal }),
  });

/** The form that a website asks before a chat. */
export const siteFormQuery = (channelId: string) =>
  queryOptions({
    queryKey: keys.form(channelId),
    queryFn: ({ signal }) => api.siteForms.get({ params: { channelId } }, { signal }),
  });

/** The rules of a website; what came of them changes by itself. */
export const siteRulesQuery = (channelId: string) =>
  queryOptions({
    queryKey: keys.rules(channelId),
    queryFn: ({ signal }) => api.siteRules.list({ params: { channelId } }, { signal }),
  });

export const showsPage = 20;
export const siteShowsQuery = (channelId: string, ruleId: string, step: SiteShowStep, from: number) =>
  queryOptions({
    queryKey: [...keys.rules(channelId), ruleId, step, from],
    queryFn: ({ signal }) =>
      api.siteRules.shows({ params: { channelId, siteRuleId: ruleId }, query: { step, from, perPage: showsPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const siteVisitorsQuery = (channelId: string) =>
  queryOptions({
    queryKey: keys.visitors(channelId),
    queryFn: ({ signal }) => api.siteVisitors.list({ params: { channelId } }, { signal }),
    refetchInterval: 30_000,
    meta: { isQuiet: true },
  });

/** Streams to choose from, by what was changed last. */
export const siteStreamsQuery = queryOptions({
  queryKey: ['website', 'streams'],
  queryFn: async ({ signal }) => (await api.journeys.list({ query: { perPage: -1 } }, { signal })).journeys,
});

function useWebsiteCall<I, A>(queryKey: readonly unknown[], mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({ meta: { isQuiet: true }, mutationFn, onSettled: () => client.invalidateQueries({ queryKey }) });
}

export const useRotateIdentity = (channelId: string) =>
  useWebsiteCall(keys.identity(channelId), () => api.identitySecrets.rotate({ params: { channelId } }));
export const useEndIdentity = (channelId: string) =>
  useWebsiteCall(keys.identity(channelId), (what: 'former' | 'all') =>
    what === 'former' ? api.identitySecrets.finish({ params: { channelId } }) : api.identitySecrets.remove({ params: { channelId } }),
  );

export type FormBody = Omit<SiteForm, 'version'>;
export const useSaveForm = (channelId: string) =>
  useWebsiteCall(keys.form(channelId), ({ fields, ...form }: SiteForm) =>
    api.siteForms.save({
      params: { channelId },
      body: { ...form, fields: fields.map((field) => ({ ...field, attributeId: field.attributeId as '' })) },
    }),
  );

export type RuleBody = Pick<SiteRule, 'name' | 'conditions' | 'act' | 'greeting' | 'journeyId' | 'notAgainDays' | 'inHours' | 'isActive'>;
export const useSaveRule = (channelId: string) =>
  useWebsiteCall(keys.rules(channelId), ({ id, version, ...rule }: RuleBody & { id?: string; version?: number }) => {
    const body = { ...rule, journeyId: rule.journeyId as '' };
    return id === undefined || version === undefined
      ? api.siteRules.create({ params: { channelId }, body })
      : api.siteRules.update({ params: { channelId, siteRuleId: id }, body: { ...body, version } });
  });
export const useRemoveRule = (channelId: string) =>
  useWebsiteCall(keys.rules(channelId), (ruleId: string) => api.siteRules.remove({ params: { channelId, siteRuleId: ruleId } }));
export const useOrderRules = (channelId: string) =>
  useWebsiteCall(keys.rules(channelId), (ids: string[]) => api.siteRules.saveOrder({ params: { channelId }, body: { ids } }));
