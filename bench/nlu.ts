/**
 * The engine's figures beside its goals and, in the same run, beside node-nlp: `npm run bench:nlu`, or `npm run bench:nlu -- quick` for one
 * run each and without the peer on the full set. A folder of data may follow; it lies in ../shared/data otherwise. `MANUALS` names a folder of
 * unpacked documentation packages (nlu/knowledge/debian.ts); without it, knowledge is measured on the project's own manuals alone.
 */
import { drawRows } from './nlu/draws.rows.ts';
import { emotionRows } from './nlu/emotion.rows.ts';
import { entityRows } from './nlu/entities.rows.ts';
import { intentRows } from './nlu/intent.rows.ts';
import { knowledgeRows } from './nlu/knowledge.rows.ts';
import { meaningRows } from './nlu/meaning.rows.ts';
import { retrievalRows } from './nlu/retrieval.rows.ts';
import { type NluBench, type NluRow, printRows } from './nlu/row.ts';
import { slotRows } from './nlu/slots.rows.ts';
import { smallBotRows } from './nlu/small-bots.rows.ts';
import { valueRows } from './nlu/values.rows.ts';
import { machine } from './table.ts';

/** One function for each group of measures, in the order of the table. */
const groups: ((bench: NluBench) => NluRow[])[] = [
  intentRows,
  smallBotRows,
  drawRows,
  valueRows,
  emotionRows,
  entityRows,
  slotRows,
  retrievalRows,
  meaningRows,
];

const args = process.argv.slice(2);
const bench: NluBench = {
  isQuick: args.includes('quick'),
  dataFolder: args.find((arg) => arg !== 'quick') ?? new URL('../../shared/data', import.meta.url).pathname,
};
const rows = [...groups.flatMap((measure) => measure(bench)), ...(await knowledgeRows())];
console.log(`\n${machine()}\n`);
printRows(rows);
