import { open, readFile } from 'node:fs/promises';
import { longestUtterance, mostPhrases, phraseKey, tidyName } from '@parley/contract';
import { validatePattern } from '@parley/nlu';
import { isWorkbook } from '#platform/files/workbook.ts';
import { listZip } from '#platform/files/zip.ts';
import { readDialogflowData } from '../dialogflow/data.dialogflow.ts';
import { checkValues } from '../entity/entity.rules.ts';
import { readCsvData } from '../format/data.csv.ts';
import { readJsonData } from '../format/data.json.ts';
import {
  type DataFormat,
  type DataPiece,
  dataInvalid,
  left,
  mostIntents,
  type ReadData,
  type ReadEntity,
  type ReadIntent,
  tooLarge,
  tooManyIntents,
} from '../format/data.types.ts';
import { readXlsxData } from '../format/data.xlsx.ts';
import { isRasaName, readRasaData, readRasaZip } from '../rasa/data.rasa.ts';

const longestName = 200;
const mostParameters = 200;
const mostEntities = 500;
const mostSpellings = 50_000;
/** Limit of all phrases of a file; a bot of 100,000 phrases of ordinary length has half of it. */
const mostCharacters = 10_000_000;
const pieceLength = 100_000;
const entriesOfPiece = 300;
const mostEntries = 20_000;

/** The first bytes of what Excel wrote until 2003. */
const oldWorkbook = Buffer.from('d0cf11e0', 'hex');

type FileKind = { format: DataFormat; isZip: boolean };

/** Detects the kind of a file, by its content where that is plain and by its name otherwise. */
async function kindOf(path: string, name: string): Promise<FileKind> {
  const head = await readHead(path);
  if (!head.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004', 'latin1'))) return { format: formatOf(name, head), isZip: false };
  const names = await listZip(path, dataInvalid);
  if (isWorkbook(names)) return { format: 'xlsx', isZip: true };
  if (/\.xlsx$/i.test(name)) throw dataInvalid('The file is called a workbook and is none.');
  // A repository that an agent lies in has YAML of its own.
  const isAgent = names.some((entry) => /(?:^|\/)agent\.json$/.test(entry));
  return { format: !isAgent && names.some(isRasaName) ? 'rasa' : 'dialogflow', isZip: true };
}

function formatOf(name: string, head: Buffer): DataFormat {
  if (/\.xlsx?$/i.test(name) || head.subarray(0, 4).equals(oldWorkbook))
    throw dataInvalid('The file is no workbook that can be read; save it as .xlsx or as CSV.');
  if (isRasaName(name) || /\.md$/i.test(name)) return 'rasa';
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  return /\.json$/i.test(name) || text.startsWith('{') || text.startsWith('[') ? 'json' : 'csv';
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(200), 0, 200, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)).replaceAll('\u0000', '');
  } catch {
    throw dataInvalid('The file is not UTF-8 text.');
  }
}

async function readAs({ format, isZip }: FileKind, path: string): Promise<ReadData> {
  if (format === 'xlsx') return readXlsxData(path, await readFile(path));
  if (isZip) return format === 'rasa' ? readRasaZip(path) : readDialogflowData(path);
  const content = await readText(path);
  return format === 'rasa' ? readRasaData(content) : format === 'json' ? readJsonData(content) : readCsvData(content);
}

/** A file may speak of an intent in several places, and of one without a name. */
function joinSame(intents: readonly ReadIntent[], report: ReadData['report']): ReadIntent[] {
  const joined = new Map<string, ReadIntent>();
  for (const given of intents) {
    const name = tidyName(given.name.slice(0, longestName));
    const key = name.toLowerCase();
    const known = joined.get(key);
    if (key === '') report.push(left('intent', '', given.place ?? '', 'An intent without a name was left out.'));
    else if (known) {
      for (const phrase of given.phrases) known.phrases.push(phrase);
      for (const parameter of given.parameters) known.parameters.push(parameter);
      known.response ??= given.response;
      known.handsOver ||= given.handsOver;
    } else joined.set(key, { ...given, name });
  }
  return [...joined.values()];
}

/** Each phrase of an intent once; the first of two stays. */
function withoutDoubles(intent: ReadIntent): ReadIntent {
  const keys = new Set<string>();
  const phrases = intent.phrases.flatMap(({ text: given, refs }) => {
    const text = given.trimEnd().slice(0, given.length - given.trimStart().length + longestUtterance);
    const key = phraseKey(text.trim().slice(0, longestUtterance));
    if (key === '' || keys.has(key)) return [];
    keys.add(key);
    return [{ text, refs }];
  });
  return { ...intent, phrases, skippedCount: intent.phrases.length - phrases.length };
}

function assertSize({ intents, entities }: Pick<ReadData, 'intents' | 'entities'>): void {
  if (intents.length > mostIntents) throw tooManyIntents();
  let [phraseCount, characterCount] = [0, 0];
  for (const { name, phrases, parameters } of intents) {
    phraseCount += phrases.length;
    for (const { text } of phrases) characterCount += text.length;
    if (parameters.length > mostParameters) throw tooLarge(`The intent ${name} has more than ${mostParameters} parameters`);
  }
  if (phraseCount > mostPhrases) throw tooLarge(`A bot has at most ${mostPhrases} phrases`);
  if (characterCount > mostCharacters) throw tooLarge(`The phrases of a file have at most ${mostCharacters} characters together`);
  const spellings = entities.reduce((sum, { values }) => sum + values.reduce((count, { synonyms }) => count + 1 + synonyms.length, 0), 0);
  if (entities.length > mostEntities) throw tooLarge(`A file has at most ${mostEntities} entities`);
  if (spellings > mostSpellings) throw tooLarge(`The entities of a file have at most ${mostSpellings} values and synonyms together`);
}

/** Values that cannot be used are left out; an entity without any other is one that cannot be. */
function checkEntity(entity: ReadEntity, report: ReadData['report']): ReadEntity {
  const checkEntityValues = (values: ReadEntity['values']) => checkValues(values, validatePattern);
  const whole = checkEntityValues(entity.values);
  if (whole.errors.length === 0) return { ...entity, values: whole.values };
  const faulty = new Map(whole.errors.map(({ field, message }) => [Number(field.split('.')[1]), message]));
  const sound = entity.values.filter((_value, index) => !faulty.has(index));
  const [first] = whole.errors;
  if (sound.length === 0) return { ...entity, values: [], fault: first?.message ?? '' };
  for (const message of faulty.values()) report.push(left('entity', entity.name, entity.place ?? '', message));
  return { ...entity, values: checkEntityValues(sound).values };
}

function* piecesOf(intent: ReadIntent): Generator<DataPiece> {
  yield { kind: 'intent', intent: { ...intent, phrases: [] } };
  let phrases: ReadIntent['phrases'] = [];
  let length = 0;
  for (const phrase of intent.phrases) {
    phrases.push(phrase);
    length += phrase.text.length + 100 + phrase.refs.length * 100;
    if (length < pieceLength) continue;
    yield { kind: 'phrases', phrases };
    [phrases, length] = [[], 0];
  }
  if (phrases.length > 0) yield { kind: 'phrases', phrases };
}

export default async function* readTrainingFile({ path, name }: { path: string; name: string }): AsyncGenerator<DataPiece> {
  const kind = await kindOf(path, name);
  const { format } = kind;
  const data = await readAs(kind, path);
  const intents = joinSame(data.intents, data.report).map(withoutDoubles);
  assertSize({ intents, entities: data.entities });
  const entities = data.entities.map((entity) => checkEntity(entity, data.report));
  const report = data.report.slice(0, mostEntries);
  if (data.report.length > mostEntries)
    report.push(left('file', '', '', `${data.report.length - mostEntries} more parts were left out or changed.`));
  yield { kind: 'head', format, outOfScope: data.outOfScope };
  for (let from = 0; from < report.length; from += entriesOfPiece)
    yield { kind: 'report', entries: report.slice(from, from + entriesOfPiece) };
  for (const entity of entities) yield { kind: 'entity', entity };
  for (const intent of intents) yield* piecesOf(intent);
}
