import { type BotExample, type BotLanguage, entityPickerPage, type IntentSave, intentPage, type Story } from '@parley/contract';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { botKeys } from '../shared/bot.queries.ts';

export const storiesQuery = (botId: string) =>
  queryOptions({
    queryKey: botKeys.stories(botId),
    queryFn: ({ signal }) => api.stories.tree({ params: { agentId: botId } }, { signal }),
    refetchOnMount: 'always',
  });

export type StoryRow = { story: Story; depth: number };

/** The stories below the root in the order of the tree, with how deep each is (STORY-011, STORY-012). */
export function toStoryRows(root: Story | undefined, depth = 0): StoryRow[] {
  return (root?.childStories ?? []).flatMap((story) => [{ story, depth }, ...toStoryRows(story, depth + 1)]);
}

/** Intents 200 at a time from 0 (INTENT-051); the search asks the server (INTENT-052). */
export const intentListQuery = (botId: string, storyId: string, name: string) =>
  infiniteQueryOptions({
    queryKey: [...botKeys.intents(botId), 'list', storyId, name],
    queryFn: ({ pageParam, signal }) =>
      api.intents.list({ params: { agentId: botId, storyId }, query: { from: pageParam, perPage: intentPage, name } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.more ? pages.length * intentPage : undefined),
    placeholderData: (old, oldQuery) => (oldQuery?.queryKey.at(-2) === storyId ? old : undefined),
    enabled: storyId !== '',
  });

/** Read anew whenever it is opened, or old words would be offered to save. */
export const intentQuery = (botId: string, storyId: string, intentId: string) =>
  queryOptions({
    queryKey: [...botKeys.intents(botId), 'one', storyId, intentId],
    queryFn: ({ signal }) => api.intents.get({ params: { agentId: botId, storyId, intentId } }, { signal }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });

/** Custom and system entities, 100 from 0; the picker filters them itself (INTENT-013, INTENT-063). */
export const pickerEntitiesQuery = (botId: string) =>
  queryOptions({
    queryKey: [...botKeys.entities(botId), 'picker'],
    queryFn: ({ signal }) => api.entities.list({ params: { agentId: botId }, query: { from: 0, perPage: entityPickerPage } }, { signal }),
  });

/** A custom entity of one value, made while a phrase is marked; the intent that is open is not read anew, since it has unsaved changes. */
export function useCreateEntity(botId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: ({ name, value }: { name: string; value: string }) =>
      api.entities.save({ body: { agentId: botId, name, values: [{ value, type: 'synonyms', synonyms: [value], pattern: [] }] } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: botKeys.entities(botId) }),
        client.invalidateQueries({ queryKey: botKeys.details(botId) }),
      ]),
  });
}

export type StoryDraft = { id?: string; name: string; parentId: string; version?: number };

export function useSaveStory(botId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (draft: StoryDraft) => api.told.stories.save({ body: { ...draft, agentId: botId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: botKeys.stories(botId) }),
  });
}

export function useRemoveStory(botId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (storyId: string) => api.told.stories.remove({ params: { agentId: botId, storyId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: botKeys.one(botId) }),
  });
}

export function useSaveIntent(botId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: IntentSave) => api.told.intents.save({ body }),
    onSuccess: ({ answer }) => {
      if (!answer) return;
      client.setQueryData(intentQuery(botId, answer.storyId, answer.id).queryKey, answer);
      // The training label follows what is trained; the open editor has its answer already.
      return Promise.all([
        client.invalidateQueries({ queryKey: botKeys.details(botId) }),
        client.invalidateQueries({ queryKey: [...botKeys.intents(botId), 'list'] }),
        client.invalidateQueries({ queryKey: [...botKeys.intents(botId), 'names'] }),
      ]);
    },
  });
}

export function useRemoveIntent(botId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: ({ storyId, intentId }: { storyId: string; intentId: string }) =>
      api.told.intents.remove({ params: { agentId: botId, storyId, intentId } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: botKeys.details(botId) }),
        client.invalidateQueries({ queryKey: [...botKeys.intents(botId), 'list'] }),
        client.invalidateQueries({ queryKey: [...botKeys.intents(botId), 'names'] }),
      ]),
  });
}

/** An example's stories, intents and entities; its training is on the way when this answers. */
export function useStartExample(botId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: { example: BotExample; language: BotLanguage }) => api.training.startExample({ params: { agentId: botId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: botKeys.one(botId) }),
  });
}
