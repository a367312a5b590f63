import { existsSync } from 'node:fs';
import { readManual } from '../../apps/server/src/domains/bot/knowledge/manual.read.ts';
import type { Manual } from '../../apps/server/test/manuals/manual.ts';
import { foreignQuestions, ownManuals } from '../../apps/server/test/manuals/questions.ts';
import { buildPassageIndex, chooseQuotes } from '../../packages/nlu/src/index.ts';
import { debianManuals } from './knowledge/debian.ts';
import { type NluRow, toRow } from './row.ts';

type Measured = { name: string; asked: number; held: number; first: number; found: number; foreign: number; refused: number };

/**
 * Tells whether the extract that answers a question holds the fact that was asked for, on manuals of the project's own and, where `MANUALS` names a folder
 * of unpacked documentation packages, on those; and whether questions that no manual answers are refused.
 */
export async function knowledgeRows(): Promise<NluRow[]> {
  const { MANUALS: folder = '' } = process.env;
  const manuals = [...ownManuals, ...(folder === '' ? [] : debianManuals(folder))];
  const measured: Measured[] = [];
  for (const manual of manuals)
    if (manual.files.every((file) => existsSync(file)) && manual.questions.length > 0) measured.push(await measure(manual));
  const share = (part: (each: Measured) => number, whole: (each: Measured) => number): number =>
    (100 * measured.reduce((sum, each) => sum + part(each), 0)) / measured.reduce((sum, each) => sum + whole(each), 0);
  const row = (measure: string, ours: number, goal: number, stretch: number): NluRow =>
    toRow({ measure: `manuals: ${measure}`, ours, direction: 'at least', goal, stretch, digits: 1 });
  return [
    ...measured.map(
      ({ name, asked, held, first, found, foreign, refused }): NluRow => ({
        measure: `manual ${name}: answers that hold the fact; with the first quote alone; first passages that do; foreign questions refused`,
        ours: `${held} of ${asked}; ${first}; ${found}; ${refused} of ${foreign}`,
        peer: '',
        goal: '',
        stretch: '',
        verdict: 'no goal set',
      }),
    ),
    row(
      'answers that hold the fact, %',
      share(
        ({ held }) => held,
        ({ asked }) => asked,
      ),
      85,
      95,
    ),
    row(
      'foreign questions refused, %',
      share(
        ({ refused }) => refused,
        ({ foreign }) => foreign,
      ),
      95,
      98,
    ),
  ];
}

async function measure({ name, files, questions }: Manual): Promise<Measured> {
  const passages = await readManual(files);
  const index = buildPassageIndex(passages.map(({ text, headings }, at) => ({ id: String(at), text, headings })));
  const measured = { name, asked: questions.length, held: 0, first: 0, found: 0, foreign: foreignQuestions.length, refused: 0 };
  for (const [question, fact] of questions) {
    const hits = index.search(question, 2);
    const [best] = hits;
    measured.held += Number(chooseQuotes(hits).some(({ answer }) => fact.test(answer.text)));
    measured.first += Number(best !== undefined && fact.test(best.answer.text));
    measured.found += Number(best !== undefined && fact.test(passages[Number(best.id)]?.text ?? ''));
  }
  for (const question of foreignQuestions) measured.refused += Number(index.search(question, 1).length === 0);
  return measured;
}
