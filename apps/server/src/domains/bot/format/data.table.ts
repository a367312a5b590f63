import { type EntityValue, tidyName } from '@parley/contract';
import { dataInvalid, left, newIntent, type ReadData, type ReadEntity, type ReadIntent } from './data.types.ts';

const columnNames = {
  intent: ['intent', 'label', 'intent name', 'category', 'class'],
  phrase: ['phrase', 'utterance', 'text', 'training phrase', 'sentence', 'query', 'example'],
  story: ['story'],
  response: ['response', 'answer', 'reply'],
};
/** Headers of a table of entities and their values. */
const valueNames = {
  entity: ['entity', 'entity name'],
  value: ['value'],
  synonyms: ['synonyms', 'synonym'],
  pattern: ['pattern', 'patterns'],
};
const mostListed = 500;

type Cells = readonly string[];
/** Returns the place of a row in its file. */
type PlaceOf = (index: number) => string;

/** A cell's words. Our own export puts an apostrophe before what a spreadsheet would read as a formula. */
const cellOf = (row: Cells, column: number): string => (row[column] ?? '').trim().replace(/^'(?=[=+\-@])/, '');

type Columns = { intent: number; phrase: number; story: number; response: number };

/** Finds the columns by their headers; without headers the column with fewer different cells is the intent's. */
function columnsOf(rows: readonly Cells[]): { columns: Columns; hasHeader: boolean } {
  const head = (rows[0] ?? []).map((cell) => cell.trim().toLowerCase());
  const find = (names: readonly string[]) => head.findIndex((cell) => names.includes(cell));
  const columns = {
    intent: find(columnNames.intent),
    phrase: find(columnNames.phrase),
    story: find(columnNames.story),
    response: find(columnNames.response),
  };
  if (columns.intent >= 0 && columns.phrase >= 0) return { columns, hasHeader: true };
  if (head.length !== 2) throw dataInvalid('The file needs the columns intent and phrase, or two columns without headers.');
  const different = (column: number) => new Set(rows.map((row) => row[column])).size;
  const intent = different(0) <= different(1) ? 0 : 1;
  return { columns: { intent, phrase: 1 - intent, story: -1, response: -1 }, hasHeader: false };
}

type ValueColumns = Record<keyof typeof valueNames, number>;

function valueColumnsOf(first: Cells): ValueColumns | undefined {
  const head = first.map((cell) => cell.trim().toLowerCase());
  const find = (names: readonly string[]) => head.findIndex((cell) => names.includes(cell));
  const { entity, value, synonyms, pattern } = valueNames;
  const columns = { entity: find(entity), value: find(value), synonyms: find(synonyms), pattern: find(pattern) };
  return columns.entity >= 0 && columns.value >= 0 ? columns : undefined;
}

/** A value a row, with its entity; several rows of one value have a synonym or a pattern each, or commas between the synonyms. */
function readValues(rows: readonly Cells[], columns: ValueColumns, placeOf: PlaceOf): ReadData {
  const entities = new Map<string, ReadEntity>();
  const known = new Map<string, EntityValue>();
  const report: ReadData['report'] = [];
  for (const [index, row] of rows.entries()) {
    if (index === 0) continue;
    const [name, value] = [tidyName(cellOf(row, columns.entity)), cellOf(row, columns.value)];
    if (name === '' || value === '') {
      if (report.length < mostListed)
        report.push(left('row', name, placeOf(index), name === '' ? 'The entity is missing.' : 'The value is missing.'));
      continue;
    }
    const entity = entities.get(name.toLowerCase()) ?? { name, isSensitive: false, values: [], place: placeOf(index) };
    entities.set(name.toLowerCase(), entity);
    const pattern = cellOf(row, columns.pattern);
    const synonyms = cellOf(row, columns.synonyms)
      .split(',')
      .map((synonym) => synonym.trim())
      .filter((synonym) => synonym !== '');
    const key = JSON.stringify([name.toLowerCase(), value.toLowerCase()]);
    const before = known.get(key);
    if (before) {
      if (before.type === 'pattern' && pattern !== '') before.pattern.push(pattern);
      else before.synonyms.push(...synonyms);
      continue;
    }
    const read: EntityValue =
      pattern === ''
        ? { value, type: 'synonyms', synonyms: synonyms.length > 0 ? synonyms : [value], pattern: [] }
        : { value, type: 'pattern', synonyms: [], pattern: [pattern] };
    known.set(key, read);
    entity.values.push(read);
  }
  return { intents: [], entities: [...entities.values()], report };
}

/**
 * A table of phrases, each with its intent and optionally story and response; or of values, each with its entity.
 * @throws DomainError bot.data_invalid
 */
export function readTable(rows: readonly Cells[], placeOf: PlaceOf): ReadData {
  if (rows.length === 0) throw dataInvalid('The file is empty.');
  const values = valueColumnsOf(rows[0] ?? []);
  if (values) return readValues(rows, values, placeOf);
  const { columns, hasHeader } = columnsOf(rows);
  const intents = new Map<string, ReadIntent>();
  const report: ReadData['report'] = [];
  let unlisted = 0;
  for (const [index, row] of rows.entries()) {
    if (hasHeader && index === 0) continue;
    const name = tidyName(row[columns.intent] ?? '');
    const text = cellOf(row, columns.phrase);
    if (name === '' || text === '') {
      if (report.length >= mostListed) unlisted += 1;
      else report.push(left('row', name, placeOf(index), name === '' ? 'The intent is missing.' : 'The phrase is missing.'));
      continue;
    }
    const key = name.toLowerCase();
    const intent = intents.get(key) ?? newIntent(name, { story: tidyName(row[columns.story] ?? ''), place: placeOf(index) });
    intents.set(key, intent);
    intent.phrases.push({ text, refs: [] });
    const response = cellOf(row, columns.response);
    if (response !== '' && intent.response === null) intent.response = response;
  }
  if (unlisted > 0) report.push(left('row', '', '', `${unlisted} more lines lack the intent or the phrase.`));
  return { intents: [...intents.values()], entities: [], report };
}
