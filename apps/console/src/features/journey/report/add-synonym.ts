import type { RefusedAnswer } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { reportKeys } from './report.queries.ts';

/** Bounds of the format. */
const longest = 60;
const most = 30;

type Item = { id: string; synonyms?: string[] };
type ChoiceNode = { id: string; type: string; config: { options?: { kind: string; items?: Item[] } } };
export type SynonymFault = 'gone' | 'full';

/** Thrown where the draft cannot take the words. */
export class NoSynonym extends Error {
  readonly why: SynonymFault;

  constructor(why: SynonymFault) {
    super(why);
    this.why = why;
  }
}

/** Returns the node with one more synonym. @throws NoSynonym */
function withSynonym(document: Record<string, unknown>, nodeId: string, optionId: string, words: string): ChoiceNode {
  const nodes = document.nodes as ChoiceNode[];
  const node = nodes.find(({ id, type }) => id === nodeId && type === 'input.choice');
  const option = node?.config.options?.items?.find(({ id }) => id === optionId);
  if (!node || !option) throw new NoSynonym('gone');
  const synonyms = option.synonyms ?? [];
  if (synonyms.length >= most) throw new NoSynonym('full');
  const items = node.config.options?.items?.map((one) => (one.id === optionId ? { ...one, synonyms: [...synonyms, words] } : one));
  return { ...node, config: { ...node.config, options: { ...node.config.options, items } as ChoiceNode['config']['options'] } as never };
}

/** Adds what people typed to the draft as a synonym of an option. Somebody else who edits the draft is not overwritten: the call is refused. */
export function useAddSynonym(journeyId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: async ({ answer, optionId }: { answer: RefusedAnswer; optionId: string }) => {
      const params = { journeyId };
      const { revision, document } = await api.journeys.draft({ params });
      const node = withSynonym(document, answer.node, optionId, answer.sample.trim().slice(0, longest));
      await api.journeys.edits({ params, body: { baseRevision: revision, operations: [{ kind: 'setNode', node }] } });
      await api.journeys.release({ params });
    },
    onSettled: () => client.invalidateQueries({ queryKey: reportKeys }),
  });
}
