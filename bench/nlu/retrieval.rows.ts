import { buildPassageIndex, type Passage, type PassageIndex } from '../../packages/nlu/src/index.ts';
import { percentile } from '../table.ts';
import { readLines } from './data.ts';
import { type NluBench, type NluRow, toRow } from './row.ts';

type Paragraph = { doc: number; text: string; qas: { q: string; start: number }[] };

const goals = {
  en: { hit: [0.945, 0.96], sentence: [0.74, 0.8] },
  hi: { hit: [0.925, 0.95], sentence: [0.71, 0.77] },
} as const;

/**
 * Knowledge retrieval on XQuAD (measuring only): the paragraph of the question among all, the sentence where its answer begins, and what the limit of
 * relevance lets through when the articles of every other document are indexed and all questions asked.
 */
export function retrievalRows({ dataFolder }: NluBench): NluRow[] {
  return (['en', 'hi'] as const).flatMap((language) => {
    const paragraphs = readLines(dataFolder, `xquad/${language}.jsonl`).map((line) => JSON.parse(line) as Paragraph);
    const times: number[] = [];
    const index = toIndex(paragraphs);
    let asked = 0;
    let hits = 0;
    let sentences = 0;
    for (const [at, { qas }] of paragraphs.entries())
      for (const { q, start } of qas) {
        const from = performance.now();
        const [hit] = index.search(q, 1, { isAll: true });
        times.push(performance.now() - from);
        asked++;
        if (hit?.id !== String(at)) continue;
        hits++;
        if (start >= hit.sentence.start && start < hit.sentence.end) sentences++;
      }
    const { hit, sentence } = goals[language];
    const row = (name: string, ours: number, [goal, stretch]: readonly [number, number]): NluRow =>
      toRow({ measure: `knowledge ${language}: ${name}`, ours, direction: 'at least', goal, stretch, digits: 3 });
    const { kept, rejected } = measureLimit(paragraphs);
    return [
      row('hit@1', hits / asked, hit),
      row('sentence@1', sentences / asked, sentence),
      told(`knowledge ${language}: questions kept; strangers rejected by the limit`, `${kept.toFixed(3)}; ${rejected.toFixed(3)}`),
      told(`knowledge ${language}: p50 of a question, ms`, percentile(times, 0.5).toFixed(1)),
    ];
  });
}

const told = (measure: string, ours: string): NluRow => ({ measure, ours, peer: '', goal: '', stretch: '', verdict: 'no goal set' });

const toIndex = (paragraphs: readonly Paragraph[]): PassageIndex =>
  buildPassageIndex(paragraphs.map(({ text }, at): Passage => ({ id: String(at), text })));

function measureLimit(paragraphs: readonly Paragraph[]): { kept: number; rejected: number } {
  const documents = [...new Set(paragraphs.map(({ doc }) => doc))];
  let own = 0;
  let kept = 0;
  let strange = 0;
  let rejected = 0;
  for (const half of [0, 1]) {
    const isOwn = ({ doc }: Paragraph): boolean => documents.indexOf(doc) % 2 === half;
    const index = toIndex(paragraphs.filter(isOwn));
    for (const paragraph of paragraphs)
      for (const { q } of paragraph.qas) {
        const isAnswered = index.search(q, 1).length > 0;
        if (isOwn(paragraph)) {
          own++;
          kept += Number(isAnswered);
        } else {
          strange++;
          rejected += Number(!isAnswered);
        }
      }
  }
  return { kept: kept / own, rejected: rejected / strange };
}
