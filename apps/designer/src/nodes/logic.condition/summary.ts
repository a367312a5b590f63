import en from '../../locales/en/designer.json';
import { designerWords } from '../../words.ts';
import type { Summary } from '../shared/summary.ts';
import { nodeWords } from '../words.ts';

const say = nodeWords['logic.condition'];
const operatorWord = (operator: string) => (Object.hasOwn(en.operator, operator) ? designerWords.operator(operator as never) : operator);

export const summary: Summary<'logic.condition'> = ({ test: { rows, source } }) => {
  if (source !== '' || !rows) return source;
  return rows.groups
    .map((group) =>
      group.rows
        .filter(({ field }) => field !== '')
        .map(({ field, operator, values }) => `${field} ${operatorWord(operator)} ${values.join(', ')}`.trim())
        .join(` ${say(`sum_${group.match}`)} `),
    )
    .filter((part) => part !== '')
    .join(` ${say(`sum_${rows.match}`)} `);
};
