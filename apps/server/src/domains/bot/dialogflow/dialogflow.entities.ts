import { type EntityValue, type ImportEntry, z } from '@parley/contract';
import { changed, left, type ReadEntity } from '../format/data.types.ts';

/** Dialogflow's system entities, and the ones here that read the same. */
const twins: Record<string, string> = {
  'sys.date': 'sys.date',
  'sys.date-time': 'sys.datetime',
  'sys.date-period': 'sys.date-range',
  'sys.time': 'sys.time',
  'sys.number': 'sys.number',
  'sys.number-integer': 'sys.number',
  'sys.number-sequence': 'sys.number',
  'sys.cardinal': 'sys.number',
  'sys.ordinal': 'sys.ordinal',
  'sys.percentage': 'sys.percentage',
  'sys.unit-currency': 'sys.currency',
  'sys.currency-name': 'sys.currency',
  'sys.unit-length': 'sys.distance',
  'sys.duration': 'sys.duration',
  'sys.phone-number': 'sys.phone-number',
  'sys.email': 'sys.email',
  'sys.url': 'sys.url',
  'sys.age': 'sys.age',
  'sys.temperature': 'sys.temperature',
  'sys.person': 'sys.person',
  'sys.given-name': 'sys.person',
  'sys.last-name': 'sys.person',
  'sys.location': 'sys.location',
  'sys.address': 'sys.location',
  'sys.street-address': 'sys.location',
  'sys.geo-city': 'sys.location',
  'sys.geo-state': 'sys.location',
  'sys.geo-country': 'sys.location',
};

/** The entity here that `@sys.date` or `@room` stands for; undefined for a system entity without a twin, and for no name at all. */
export function entityOf(meta: string): string | undefined {
  const name = meta.replace(/^@/, '');
  if (!name.startsWith('sys.')) return name || undefined;
  return twins[name] ?? (/^sys\.(?:geo-|place|airport)/.test(name) ? 'sys.location' : undefined);
}

const text = z.string().catch('');
const EntityFile = z.object({
  name: z.string(),
  isRegexp: z.boolean().catch(false),
  automatedExpansion: z.boolean().catch(false),
});
/** Entity of API.AI, Dialogflow's predecessor, which kept the values in the entity. */
const Entries = z.object({ entries: z.array(z.unknown()).catch([]) });
const Entry = z.object({ value: z.string(), synonyms: z.array(text).catch([]) });

/**
 * The entities of an agent's export.
 * @param files by their path, parsed
 * @param entriesOf file of values, by the entity's own path without its ending
 */
export function readEntities(
  files: ReadonlyMap<string, unknown>,
  entriesOf: (owner: string) => string | undefined,
  report: ImportEntry[],
): ReadEntity[] {
  const entities: ReadEntity[] = [];
  for (const [path, content] of files) {
    const owner = /^entities\/(.+)\.json$/.exec(path)?.[1];
    if (owner === undefined || /_entries_[\w-]+$/.test(owner)) continue;
    const file = EntityFile.safeParse(content);
    if (!file.success) {
      report.push(left('entity', owner, `${path}#`, 'It has no name that can be read.'));
      continue;
    }
    const { name, isRegexp, automatedExpansion } = file.data;
    const entriesPath = entriesOf(owner);
    const values =
      entriesPath === undefined
        ? readValues(name, isRegexp, `${path}#/entries`, Entries.parse(content).entries, report)
        : readValues(name, isRegexp, `${entriesPath}#`, files.get(entriesPath), report);
    if (automatedExpansion)
      report.push(changed('entity', name, `${path}#/automatedExpansion`, 'Only values of the list are found, none like them.'));
    if (values.length > 0) entities.push({ name, isSensitive: false, values, place: `${path}#` });
    else report.push(left('entity', name, `${path}#`, 'It has no values.'));
  }
  return entities;
}

function readValues(name: string, isRegexp: boolean, path: string, content: unknown, report: ImportEntry[]): EntityValue[] {
  const rows = z.array(z.unknown()).catch([]).parse(content);
  return rows.flatMap((row, index): EntityValue[] => {
    const place = `${path}/${index}`;
    const entry = Entry.safeParse(row);
    if (!entry.success) {
      report.push(left('entity', name, place, 'The value cannot be read.'));
      return [];
    }
    const { value, synonyms } = entry.data;
    if (!isRegexp && [value, ...synonyms].some((spelling) => /(?:^|\s)@[\w.-]+(?::\w+)?(?:\s|$)/.test(spelling))) {
      report.push(left('entity', name, place, `"${value}" is made of other entities, which a list here cannot be.`));
      return [];
    }
    if (isRegexp) return [{ value, type: 'pattern', synonyms: [], pattern: [value, ...synonyms.filter((pattern) => pattern !== value)] }];
    return [{ value, type: 'synonyms', synonyms: synonyms.length > 0 ? synonyms : [value], pattern: [] }];
  });
}
