import { conversationPage, endpoints } from '@parley/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { botKeys } from '../shared/bot.queries.ts';

/** @property start with `end` days of the enterprise's zone */
export type ReportRange = { botId: string; start: string; end: string; sandbox: boolean };
export type MessageFilter = ReportRange & { scope: number; session: string; intent: string; person: string };

/** Times without Z are read in the enterprise's zone (REPORT-036). */
const bodyOf = ({ botId, start, end, sandbox }: ReportRange) => ({
  agentId: botId,
  startDate: `${start}T00:00:00`,
  endDate: `${end}T23:59:59`,
  isSandbox: sandbox,
});
const keyOf = ({ botId, ...range }: ReportRange, kind: string) => [...botKeys.insight(botId), 'report', kind, range] as const;

/** A failure is logged, and shown nowhere (REPORT-052). */
async function logged<T>(read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof DOMException)) console.error('the conversation report could not be read', error);
    throw error;
  }
}
const common = { meta: { isQuiet: true }, placeholderData: keepPreviousData };

/** All agents, for the choice of one (BOT-082). */
export const agentsQuery = queryOptions({
  queryKey: [...botKeys.lists, 'all'],
  queryFn: async ({ signal }) => (await logged(api.bots.list({ query: { from: 0, perPage: -1 } }, { signal }))).agents,
  meta: { isQuiet: true },
});

export const summaryQuery = (range: ReportRange) =>
  queryOptions({
    ...common,
    queryKey: keyOf(range, 'summary'),
    queryFn: ({ signal }) => logged(api.botReport.summary({ body: bodyOf(range) }, { signal })),
  });

export const graphQuery = (range: ReportRange) =>
  queryOptions({
    ...common,
    queryKey: keyOf(range, 'graph'),
    queryFn: ({ signal }) => logged(api.botReport.graph({ body: bodyOf(range) }, { signal })),
  });

export const topIntentQuery = (range: ReportRange) =>
  queryOptions({
    ...common,
    queryKey: keyOf(range, 'intents'),
    queryFn: ({ signal }) => logged(api.botReport.topIntent({ body: bodyOf(range) }, { signal })),
  });

export const messagesQuery = ({ scope, session, intent, person, ...range }: MessageFilter, from: number) =>
  queryOptions({
    ...common,
    queryKey: [...keyOf(range, 'messages'), { scope, session, intent, person, from }],
    queryFn: ({ signal }) =>
      logged(
        api.botReport.messages(
          {
            query: { from, perPage: conversationPage },
            body: { ...bodyOf(range), scopeType: scope, sessionId: session, intentId: intent, customerId: person },
          },
          { signal },
        ),
      ),
  });

export const groupsQuery = (range: ReportRange, by: 'conversation' | 'person', from: number) =>
  queryOptions({
    ...common,
    queryKey: [...keyOf(range, 'groups'), { by, from }],
    queryFn: ({ signal }) =>
      logged(api.botReport.groups({ query: { from, perPage: conversationPage }, body: { ...bodyOf(range), by } }, { signal })),
  });

/** Returns the address of these messages' CSV. @param timeZoneOffset minutes east of UTC */
export function downloadPath({ scope, session, intent, person, ...range }: MessageFilter, timeZoneOffset: number): string {
  const { isSandbox, ...body } = bodyOf(range);
  const query = new URLSearchParams({ ...body, scope: String(scope), timeZoneOffset: String(timeZoneOffset) });
  if (isSandbox) query.set('isSandbox', 'true');
  for (const [name, value] of Object.entries({ sessionId: session, intentId: intent, customerId: person }))
    if (value) query.set(name, value);
  return `${endpoints.botReport.download.path}?${query}`;
}
