import { type Attachment, agentNamesPage, type ChatDetail, type ServerTab } from '@parley/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { lastWhole, mergeActions, mergeDetail, mergeSides } from './chat.rules.ts';
import type { ChatSearch } from './chat.search.ts';

export const chatKeys = {
  all: ['chats'] as const,
  list: () => [...chatKeys.all, 'list'] as const,
  detail: (chatId: string) => [...chatKeys.all, 'detail', chatId] as const,
  waiting: () => [...chatKeys.all, 'waiting'] as const,
  counts: () => [...chatKeys.all, 'counts'] as const,
  inbox: () => [...chatKeys.all, 'inbox'] as const,
  search: () => [...chatKeys.all, 'search'] as const,
  customerChats: () => [...chatKeys.all, 'customerChats'] as const,
  status: () => [...chatKeys.all, 'status'] as const,
  agents: () => [...chatKeys.all, 'agents'] as const,
  config: () => [...chatKeys.all, 'config'] as const,
  playable: (fileId: string) => [...chatKeys.all, 'playable', fileId] as const,
  mentions: () => [...chatKeys.all, 'mentions'] as const,
  mentionable: (chatId: string, name: string) => [...chatKeys.all, 'mentionable', chatId, name] as const,
  later: (chatId: string) => [...chatKeys.all, 'later', chatId] as const,
  calls: (chatId: string) => [...chatKeys.all, 'calls', chatId] as const,
  translations: (chatId: string) => [...chatKeys.all, 'translations', chatId] as const,
  labels: (chatId: string) => [...chatKeys.all, 'labels', chatId] as const,
  mail: (chatId: string) => [...chatKeys.all, 'mail', chatId] as const,
};

/** All chats of the agent at once: perPage -1, screenType CHAT. Live events keep them fresh. */
export const chatListQuery = queryOptions({
  queryKey: chatKeys.list(),
  queryFn: ({ signal }) => api.chats.summary({ query: { perPage: -1, screenType: 'CHAT' } }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const chatCountsQuery = queryOptions({
  queryKey: chatKeys.counts(),
  queryFn: ({ signal }) => api.chats.counts({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isQuiet: true },
});

/** Pages of a tab whose rows the server cuts; read anew when a live event says that something has changed. */
const waitingAgainMs = 5_000;

type InboxFilter = Pick<ChatSearch, 'sort' | 'channel' | 'label' | 'department' | 'priority'>;

export const inboxQuery = (tab: ServerTab, { sort, channel, label, department, priority }: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: [...chatKeys.inbox(), tab, { sort, channel, label, department, priority }],
    queryFn: ({ pageParam, signal }) =>
      api.inbox.list({ query: { tab, sort, channel, label, department: department as '', priority, before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 10_000,
    // No event tells an agent what somebody who waits has said since.
    refetchInterval: ({ state }) => (tab === 'waiting' && (state.data?.pages.length ?? 0) < 2 ? waitingAgainMs : false),
    meta: { isQuiet: true },
  });

/** Words of a message are searched a second behind it: who looks for what was said just now is not told for good that there is none. */
const searchAgainMs = [1_000, 2_000, 4_000, 8_000, 16_000];

/** Messages and customers with the words; the next page looks further back. */
export const chatSearchQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: [...chatKeys.search(), text],
    queryFn: ({ pageParam, signal }) => api.inbox.search({ query: { q: text, before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 10_000,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.hits.length === 0 ? (searchAgainMs[state.dataUpdateCount - 1] ?? false) : false),
    meta: { isQuiet: true },
  });

/** Entries so near the end are read again with what was missed, since their statuses may have changed meanwhile. */
const overlap = 50;
const catchUpPage = 200;

/** One chat. A second read asks only for what came since, page after page, until it has caught up. */
export const chatDetailQuery = (chatId: string) =>
  queryOptions({
    queryKey: chatKeys.detail(chatId),
    queryFn: async ({ client, signal }): Promise<ChatDetail> => {
      const params = { chatId };
      const read = () => client.getQueryData<ChatDetail>(chatKeys.detail(chatId));
      const known = read();
      if (!known || known.messages.length === 0) return api.chats.get({ params }, { signal });
      let after = Math.max(0, (known.messages[0]?.number ?? 1) - 1, lastWhole(known.messages) - overlap);
      let sidesAfter = known.sides.at(-1)?.number ?? 0;
      let merged = known;
      for (;;) {
        const fresh = await api.chats.get({ params, query: { after, sidesAfter, perPage: catchUpPage } }, { signal });
        // Live events may have changed the cached record while the answer was on its way.
        const now = read();
        const sides = mergeSides(merged.sides, now?.sides ?? []);
        merged = mergeDetail({ ...merged, sides, messages: mergeActions(merged.messages, now?.messages ?? []) }, fresh);
        const reached = fresh.messages.at(-1)?.number ?? after;
        const sidesReached = fresh.sides.at(-1)?.number ?? fresh.lastSide;
        if ((reached >= fresh.lastNumber || reached <= after) && sidesReached >= fresh.lastSide) return merged;
        after = reached;
        sidesAfter = sidesReached;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isQuiet: true },
  });

const mentionsShown = 30;

/** Notes that mention the user, unread, newest first; live events keep them fresh. */
export const mentionsQuery = queryOptions({
  queryKey: chatKeys.mentions(),
  queryFn: ({ signal }) => api.chatSides.mentions({ query: { perPage: mentionsShown } }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isQuiet: true },
});

/** The same page after page, for their tab. */
export const mentionPagesQuery = infiniteQueryOptions({
  queryKey: [...chatKeys.mentions(), 'pages'],
  queryFn: ({ pageParam, signal }) => api.chatSides.mentions({ query: { before: pageParam, perPage: mentionsShown } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ mentions, more }) => (more ? mentions.at(-1)?.id : undefined),
  staleTime: 10_000,
  meta: { isQuiet: true },
});

/** Users who may see the chat, by the beginning of a name. */
export const mentionableQuery = (chatId: string, name: string) =>
  queryOptions({
    queryKey: chatKeys.mentionable(chatId, name),
    queryFn: ({ signal }) => api.chatSides.mentionable({ params: { chatId }, query: { name } }, { signal }),
    staleTime: 30_000,
    meta: { isQuiet: true },
  });

export const ownStatusQuery = queryOptions({
  queryKey: chatKeys.status(),
  queryFn: ({ signal }) => api.chats.agentStatus({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { isQuiet: true },
});

const handleChatsRole = 3;
const anyStatus = -1;

/** getAllAgents: role 3, any status, 200 a page. */
export const agentsQuery = queryOptions({
  queryKey: chatKeys.agents(),
  queryFn: ({ signal }) =>
    api.chats.agents({ query: { roles: [handleChatsRole], agentStatus: anyStatus, perPage: agentNamesPage } }, { signal }),
  staleTime: 15_000,
});

export const chatConfigQuery = queryOptions({
  queryKey: chatKeys.config(),
  queryFn: ({ signal }) => api.chats.chatConfig({}, { signal }),
  staleTime: 60_000,
  meta: { isQuiet: true },
});

/** Settings in force for the chats of a department. @param deptId '': for chats of none */
export const departmentConfigQuery = (deptId: string) =>
  queryOptions({
    queryKey: [...chatKeys.config(), deptId],
    queryFn: ({ signal }) => api.chats.chatConfig({ query: { deptId: deptId as '' } }, { signal }),
    staleTime: 60_000,
    meta: { isQuiet: true },
  });

/** The labels that a chat may get; none where nobody has made some. */
export const chatLabelsQuery = (chatId: string) =>
  queryOptions({
    queryKey: chatKeys.labels(chatId),
    queryFn: ({ signal }) => api.chatLabels.list({ query: { chatId: chatId as '' } }, { signal }),
    staleTime: 15_000,
  });

const whyAgainMs = 5_000;

/** Reasons for which an agent got a chat, or it still waits: asked again while it waits. @param state of the chat, with which the answer changes */
export const whyQuery = (chatId: string, state: number) =>
  queryOptions({
    queryKey: ['chats', 'why', chatId, state],
    queryFn: ({ signal }) => api.chatRouting.why({ params: { chatId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.wait ? whyAgainMs : false),
  });

/** Transcripts of a chat's recordings. */
export const transcriptsQuery = (chatId: string) =>
  queryOptions({
    queryKey: ['chats', 'transcripts', chatId],
    queryFn: ({ signal }) => api.chats.transcripts({ params: { chatId } }, { signal }),
  });

/** Calls of a chat; a recording that has just ended is prepared for a moment. */
export const callsQuery = (chatId: string) =>
  queryOptions({
    queryKey: chatKeys.calls(chatId),
    queryFn: ({ signal }) => api.video.history({ params: { chatId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(({ recordings }) => recordings.some(isPreparing)) ? preparingMs : false),
  });
const preparingMs = 2_000;
const isPreparing = ({ isReady, parts }: { isReady: boolean; parts: number }): boolean => !isReady && parts > 0;

/** Tells whether agents can invite to video calls. */
export const meetingsQuery = queryOptions({
  queryKey: ['chats', 'meetings'],
  queryFn: ({ signal }) => api.video.meetings({}, { signal }),
});

const firstAskedMs = 2_000;
const mostAskedMs = 30_000;

/** State of the playable copy of a recording or video; refetched less and less often until there is an answer. */
export const playableQuery = ({ id, url }: Pick<Attachment, 'id' | 'url'>) =>
  queryOptions({
    queryKey: chatKeys.playable(id),
    queryFn: ({ signal }) => {
      const accessId = new URL(url, location.href).searchParams.get('x-access-id') ?? '';
      return api.files.playable({ params: { fileId: id }, query: { 'x-access-id': accessId } }, { signal });
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.state === 'waiting' ? Math.min(mostAskedMs, firstAskedMs * 1.2 ** dataUpdateCount) : false,
    meta: { isQuiet: true },
  });
