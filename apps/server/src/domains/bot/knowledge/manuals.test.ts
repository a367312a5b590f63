import { buildPassageIndex, chooseQuotes } from '@parley/nlu';
import { expect, test } from 'vitest';
import { foreignQuestions, ownManuals } from '../../../../test/manuals/questions.ts';
import { readManual } from './manual.read.ts';

/** Asked in words that the manual hardly has: what would be answered is below the limit, or another passage has more of them. */
const known = ['which lamp do I need as a replacement?', 'किताब खो जाने पर क्या करना होगा?'];

test.each(ownManuals)('$name: the extract holds the fact, and foreign questions are refused', async ({ files, questions }) => {
  const passages = await readManual(files);
  const index = buildPassageIndex(passages.map(({ text, headings }, at) => ({ id: String(at), text, headings })));
  const missed = questions.filter(
    ([question, fact]) => !chooseQuotes(index.search(question, 2)).some(({ answer }) => fact.test(answer.text)),
  );
  expect(missed.map(([question]) => question).filter((question) => !known.includes(question))).toEqual([]);
  expect(foreignQuestions.filter((question) => index.search(question, 1).length > 0)).toEqual([]);
});
