import { type ImportEntry, tidyName, z } from '@parley/contract';
import { listZip, readZip } from '#platform/files/zip.ts';
import { dataInvalid, left, mostIntents, type ReadData, type ReadIntent, tooManyIntents } from '../format/data.types.ts';
import { readEntities } from './dialogflow.entities.ts';
import { fallbackWords, IntentFile, readIntent, readPhrases } from './dialogflow.intent.ts';
import { resolveReferences } from './dialogflow.references.ts';

/** An agent as Dialogflow ES exports it: a zip of intents/*.json, intents/*_usersays_<lang>.json, entities/*.json and *_entries_<lang>.json. */
const Agent = z
  .object({
    language: z.string().catch(''),
    webhook: z.object({ available: z.boolean().catch(false) }).catch({ available: false }),
  })
  .catch({ language: '', webhook: { available: false } });

const mostNamed = 200;
const wanted = /^(?:agent\.json|(?:intents|entities)\/[^/]+\.json)$/;
/** The folders that some tools and repositories put round everything; of two agents the outer one counts. */
function rootOf(names: readonly string[]): string {
  let root: string | undefined;
  for (const name of names) {
    const found = /^(?!__MACOSX\/)((?:.*\/)?)(?:agent\.json|intents\/[^/]+\.json)$/.exec(name)?.[1];
    if (found !== undefined && (root === undefined || found.length < root.length)) root = found;
  }
  return root ?? '';
}

function parseJson(name: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw dataInvalid(`${name} is not valid JSON.`);
  }
}

const isIntent = (path: string): boolean => /^intents\/.+\.json$/.test(path) && !/_usersays_[\w-]+\.json$/.test(path);

type Files = ReadonlyMap<string, unknown>;

/** Picks one file for each owner, by its name: that of the agent's language, else the first; the report names the others. */
function byOwner(files: Files, folder: string, mark: string, language: string, report: ImportEntry[]): Map<string, string> {
  const owned = new Map<string, string>();
  for (const path of files.keys()) {
    const at = path.lastIndexOf(mark);
    if (at === -1 || !path.startsWith(folder)) continue;
    const owner = path.slice(folder.length, at);
    const known = owned.get(owner);
    const isBetter = known === undefined || path.endsWith(`${mark}${language}.json`);
    if (isBetter) owned.set(owner, path);
    const dropped = isBetter ? known : path;
    if (dropped !== undefined) report.push(left('file', owner, dropped, 'A bot speaks one language; this one was left out.'));
  }
  return owned;
}

/** @throws DomainError bot.data_invalid */
export async function readDialogflowData(path: string): Promise<ReadData> {
  const others: string[] = [];
  const root = rootOf(await listZip(path, dataInvalid));
  const unpacked = await readZip(
    path,
    (name) => {
      if (name.startsWith(root) && wanted.test(name.slice(root.length))) return true;
      if (!name.endsWith('/') && name !== `${root}package.json`) others.push(name);
      return false;
    },
    dataInvalid,
  );
  // Counted before anything is read of them.
  if ([...unpacked.keys()].filter((name) => isIntent(name.slice(root.length))).length > mostIntents) throw tooManyIntents();
  const files: Files = new Map([...unpacked].map(([name, bytes]) => [name.slice(root.length), parseJson(name, bytes)]));
  const report = others.slice(0, mostNamed).map((name) => left('file', name, name, 'Nothing is read from this file.'));
  if (others.length > mostNamed) report.push(left('file', '', '', `Nothing is read from ${others.length - mostNamed} more files.`));
  const { language, webhook } = Agent.parse(files.get('agent.json'));
  if (webhook.available) report.push(left('agent', 'webhook', 'agent.json#/webhook', 'No service is called by a bot; a journey can.'));
  const saysOf = byOwner(files, 'intents/', '_usersays_', language, report);
  const entriesOf = byOwner(files, 'entities/', '_entries_', language, report);
  const read = [...files].flatMap(([file, content]) => {
    const owner = /^intents\/(.+)\.json$/.exec(file)?.[1];
    if (owner === undefined || /_usersays_[\w-]+$/.test(owner)) return [];
    const parsed = IntentFile.safeParse(content);
    if (parsed.success) return [{ owner, path: file, content, file: parsed.data }];
    report.push(left('intent', owner, `${file}#`, 'It has no name that can be read.'));
    return [];
  });
  const names = new Map(read.map(({ file }) => [file.id, tidyName(file.name)]));
  const kept: { intent: ReadIntent; file: IntentFile }[] = [];
  let outOfScope: string | undefined;
  for (const { owner, path: file, content, file: parsed } of read) {
    const place = `${file}#`;
    const name = tidyName(parsed.name);
    if (parsed.fallbackIntent) {
      const words = fallbackWords(parsed, language);
      const says = saysOf.get(owner);
      if (says !== undefined) report.push(left('phrase', name, says, 'Phrases of a fallback teach nothing here.'));
      if (parsed.parentId === '' && parsed.contexts.length === 0 && words !== '' && outOfScope === undefined) outOfScope = words;
      else report.push(left('intent', name, place, 'A fallback of one place is none here: what is not understood has one answer.'));
      continue;
    }
    if (parsed.priority < 0) {
      report.push(left('intent', name, `${place}/priority`, 'It is switched off there.'));
      continue;
    }
    const parentName = parsed.parentId === '' ? undefined : (names.get(parsed.parentId) ?? 'an intent that is not in the file');
    const intent = readIntent({ path: file, content, file: parsed, language, parentName, report });
    const says = saysOf.get(owner);
    if (says !== undefined) readPhrases(intent, says, files.get(says), report);
    // API.AI, its predecessor, kept them in the intent
    else if (parsed.userSays.length > 0) readPhrases(intent, `${file}#/userSays`, parsed.userSays, report);
    if (intent.phrases.length > 0) kept.push({ intent, file: parsed });
    else report.push(left('intent', name, place, 'It has no phrases and was left out.'));
  }
  if (read.length === 0) throw dataInvalid('The zip holds no intents of a Dialogflow ES agent.');
  resolveReferences(kept, report);
  return {
    intents: kept.map(({ intent }) => intent),
    entities: readEntities(files, (owner) => entriesOf.get(owner), report),
    report,
    outOfScope,
  };
}
