import { Document, type Document as Parsed } from './document.ts';
import { documentFormat, formatVersion } from './format-version.ts';
import { limits } from './limits.ts';

export type FormatFault = { code: 'not_a_stream' | 'newer' | 'too_large' | 'field' | 'double'; path: string; text: string };
export type ReadDocument = { document: Parsed } | { faults: FormatFault[] };
type Raw = Record<string, unknown>;

/** Each makes the next format of one: `migrations[0]` of format 1 makes format 2. A stored version stays as it was written. */
const migrations: readonly ((document: Raw) => Raw)[] = [];

const mostFaults = 100;
const one = (code: FormatFault['code'], text: string, path = ''): ReadDocument => ({ faults: [{ code, path, text }] });

/** Finds parts of a document that stand in it twice and may stand in it once. */
function doublesOf(document: Parsed): FormatFault[] {
  const found: FormatFault[] = [];
  const look = (path: string, keys: readonly string[]) => {
    const seen = new Set<string>();
    for (const [place, key] of keys.entries()) {
      if (seen.has(key)) found.push({ code: 'double', path: `${path}.${place}`, text: `“${key}” is there twice.` });
      seen.add(key);
    }
  };
  look(
    'nodes',
    document.nodes.map(({ id }) => id),
  );
  look(
    'variables',
    document.variables.map(({ name }) => name),
  );
  look(
    'milestones',
    document.milestones.map(({ id }) => id),
  );
  look(
    'edges',
    document.edges.map(({ from, exit }) => `${from} ${exit}`),
  );
  for (const [place, { config }] of document.nodes.entries()) {
    if ('cards' in config)
      look(
        `nodes.${place}.config.cards`,
        config.cards.flatMap(({ items }) => items.map(({ id }) => id)),
      );
    for (const field of ['items', 'cases', 'shares', 'statuses', 'intents'] as const) {
      const parts: unknown = (config as Raw)[field];
      if (Array.isArray(parts))
        look(
          `nodes.${place}.config.${field}`,
          parts.map(({ id }: { id: string }) => id),
        );
    }
  }
  return found;
}

/**
 * Reads a document of this or an older format. Unknown keys, doubles and everything beyond the limits are refused with their path; a newer
 * format is refused whole, since nobody knows what it means.
 * @param given what JSON has made of it
 */
export function readDocument(given: unknown): ReadDocument {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || (given as Raw).format !== documentFormat)
    return one('not_a_stream', 'This is no stream.');
  const version = (given as Raw).formatVersion;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return one('not_a_stream', 'The format has no version.', 'formatVersion');
  if (version > formatVersion)
    return one('newer', `It is of format ${version}, and this installation reads formats up to ${formatVersion}.`, 'formatVersion');
  if (JSON.stringify(given).length > limits.documentBytes) return one('too_large', 'A stream has at most 1 MB.');
  const current = migrations.slice(version - 1).reduce((document, migrate) => migrate(document), given as Raw);
  const read = Document.safeParse(current);
  if (!read.success)
    return {
      faults: read.error.issues
        .slice(0, mostFaults)
        .map(({ path, message }) => ({ code: 'field' as const, path: path.join('.'), text: message })),
    };
  const doubles = doublesOf(read.data);
  return doubles.length > 0 ? { faults: doubles.slice(0, mostFaults) } : { document: read.data };
}
