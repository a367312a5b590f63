import type { RefusedAnswer, ReportSpan, StreamRange } from '@parley/contract';
import { type Document, fold, itemsOf } from '@parley/journey';
import type { Ctx } from '../../../context.ts';
import { type Reading, readingOf } from '../../customer/door.ts';
import { readKnown } from '../document/journey.compiled.ts';
import { openReport, presentSpan } from '../span/report.span.ts';
import { listNodes } from './funnel.repository.ts';
import { findRefused, type Refused } from './refused.repository.ts';

const hidden = '•••';
/** Typed words as a reader may see them: numbers and addresses of people are hidden from some. */
const shownTo = ({ sample, fold: folded }: Refused, { seesNumbers, seesEmails }: Reading): string => {
  const words = seesNumbers ? sample : folded;
  return seesEmails ? words : words.replace(/\S+@\S+/g, hidden);
};

/** The options of a question whose choices stand in the draft; only their synonyms are kept there. */
function optionsOf(draft: Document, nodeId: string) {
  const node = draft.nodes.find(({ id, type }) => id === nodeId && type === 'input.choice');
  const titleOf = (texts: Readonly<Record<string, string>>): string =>
    [...draft.languages, ...Object.keys(texts)].map((language) => texts[language] ?? '').find((title) => title !== '') ?? '';
  return (node ? itemsOf(node) : [])
    .filter(({ action }) => action.kind === 'reply')
    .map(({ id, title, synonyms }) => ({ id, title: titleOf(title), synonyms, titles: Object.values(title) }));
}

/**
 * Lists what people have typed where nodes refused it.
 * @throws DomainError journey.not_found or request.invalid
 */
export function listRefused(
  ctx: Ctx,
  journeyId: string,
  range: StreamRange,
): Promise<{ span: ReportSpan; answers: RefusedAnswer[]; isCut: boolean }> {
  const { enterpriseId } = ctx;
  const eyes = readingOf(ctx.actor);
  return ctx.read(async (tx) => {
    const { journey, span, asked } = await openReport(ctx, tx, journeyId, range);
    const draft = readKnown(journey.document);
    const { answers, isCut } = await findRefused(tx, asked);
    const nodes = new Map((await listNodes(tx, enterpriseId, journeyId)).map((node) => [node.nodeId, node]));
    const shown = answers.map((answer): RefusedAnswer => {
      const options = optionsOf(draft, answer.node);
      const said = fold(answer.sample);
      const known = options.find(({ synonyms, titles }) => [...synonyms, ...titles].some((word) => fold(word) === said));
      return {
        node: answer.node,
        nodeName: nodes.get(answer.node)?.name ?? '',
        nodeType: nodes.get(answer.node)?.type ?? '',
        fold: shownTo({ ...answer, sample: answer.fold }, eyes),
        sample: shownTo(answer, eyes),
        count: answer.count,
        options: options.map(({ id, title }) => ({ id, title })),
        knownAs: known?.title ?? '',
      };
    });
    return { span: presentSpan(span), answers: shown, isCut };
  });
}
