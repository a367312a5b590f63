import { randomUUIDv7 } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { JourneyImport, JourneyRefKind } from '@parley/contract';
import { type Document, importTypebot, readDocument, refsOf, TestCase } from '@parley/journey';
import type { FastifyRequest } from 'fastify';
import { ZipFile } from 'yazl';
import { creating } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { readZip } from '#platform/files/zip.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { readFilePart } from '../../file/door.ts';
import { accessJourney } from './journey.access.ts';
import { streamsIn } from './journey.check.ts';
import { journeyRecord } from './journey.record.ts';
import { findRefs } from './journey.refs.ts';
import { freeName, insertJourney, noteExport } from './journey.service.ts';
import { mostTests, readTests } from './journey.tests.ts';

const mostBytes = 50 * 1024 ** 2;
const mostStreams = 50;
const invalid = (reason: string) => new DomainError('journey.import_invalid', reason, { reason });

/** Streams, what they refer to by name, and their saved conversations; no secret is in a document, so none is in the file. */
type Packed = { main: string; streams: Map<string, Document>; tests: TestCase[] };

/** @throws DomainError journey.not_found */
export async function exportJourney(ctx: Ctx, journeyId: string): Promise<{ name: string; content: Buffer }> {
  const packed = await ctx.transaction(async (tx) => {
    const { document, name } = await accessJourney(tx, ctx.enterpriseId, journeyId);
    const streams = new Map([[journeyId, document]]);
    let open = streamsIn(document);
    while (open.length > 0) {
      const rows = await tx
        .selectFrom('journeys')
        .select(['journeyId', 'document'])
        .where('enterpriseId', '=', ctx.enterpriseId)
        .where('journeyId', 'in', open)
        .where('deletedAt', 'is', null)
        .execute();
      for (const row of rows) streams.set(row.journeyId, row.document);
      open = [...new Set(rows.flatMap((row) => streamsIn(row.document)))].filter((id) => !streams.has(id));
    }
    const tests = await readTests(tx, ctx.enterpriseId, journeyId);
    noteExport(ctx, tx, journeyId, name);
    return { main: journeyId, streams, tests: tests.map(({ test }) => test), name };
  });
  const zip = new ZipFile();
  const add = (path: string, content: unknown) => zip.addBuffer(Buffer.from(JSON.stringify(content)), path, { mtime: ctx.now() });
  add('parley.json', { format: 'parley.package', version: 1, main: packed.main });
  for (const [id, document] of packed.streams) add(`streams/${id}.json`, document);
  add('tests.json', packed.tests);
  zip.end();
  return { name: packed.name, content: await buffer(zip.outputStream) };
}

const isWanted = (name: string) => name === 'parley.json' || name === 'tests.json' || /^streams\/[\w-]{1,64}\.json$/.test(name);

function parse(content: Buffer | undefined, name: string): unknown {
  try {
    return JSON.parse(content?.toString() ?? '') as unknown;
  } catch {
    throw invalid(`${name} is no JSON.`);
  }
}

/** @throws DomainError journey.import_invalid with what is wrong, and where */
async function readPackage(path: string): Promise<Packed> {
  const files = await readZip(path, isWanted, invalid, { entries: 1000, totalBytes: mostBytes });
  const manifest = parse(files.get('parley.json'), 'parley.json') as { format?: unknown; version?: unknown; main?: unknown } | null;
  if (manifest?.format !== 'parley.package') throw invalid('The file holds no stream.');
  if (manifest.version !== 1) throw invalid(`It is of version ${String(manifest.version)}, and this installation reads version 1.`);
  const names = [...files.keys()].filter((name) => name.startsWith('streams/'));
  if (names.length > mostStreams) throw invalid(`A file has at most ${mostStreams} streams.`);
  const streams = new Map(
    names.map((name) => {
      const document = readGiven(parse(files.get(name), name), name);
      return [document.id, document] as const;
    }),
  );
  const main = String(manifest.main);
  if (!streams.has(main)) throw invalid('The file lacks the stream that it is of.');
  assertNoCircle(main, streams);
  return { main, streams, tests: readGivenTests(parse(files.get('tests.json') ?? Buffer.from('[]'), 'tests.json')) };
}

function readGiven(given: unknown, name: string): Document {
  const read = readDocument(given);
  if ('document' in read) return read.document;
  const [fault] = read.faults;
  throw invalid([name, fault?.path, fault?.text].filter(Boolean).join(': '));
}

function readGivenTests(given: unknown): TestCase[] {
  const read = TestCase.array().max(mostTests).safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw invalid(`tests.json: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

/** A stream inside of itself would never end. */
function assertNoCircle(main: string, streams: ReadonlyMap<string, Document>): void {
  const done = new Set<string>();
  const walk = (id: string, above: readonly string[]): void => {
    if (above.includes(id)) throw invalid('A stream of the file is inside of itself.');
    if (done.has(id)) return;
    done.add(id);
    const document = streams.get(id);
    for (const inner of document ? streamsIn(document) : []) walk(inner, [...above, id]);
  };
  walk(main, []);
}

type Read = Packed & { notes: JourneyImport['notes'] };

async function readUpload(path: string): Promise<Read> {
  const content = await readFile(path);
  if (content.subarray(0, 2).toString('latin1') === 'PK') return { ...(await readPackage(path)), notes: [] };
  const given = parse(content, 'The file');
  const isOwn = typeof given === 'object' && given !== null && 'format' in given && given.format === 'parley.journey';
  if (isOwn) {
    const document = readGiven(given, '');
    return { main: document.id, streams: new Map([[document.id, document]]), tests: [], notes: [] };
  }
  const imported = importTypebot(given, { id: 'typebot', language: 'en' });
  if ('faults' in imported) {
    const [fault] = imported.faults;
    throw invalid(`This is neither a stream nor a Typebot of format 6: ${fault?.path ?? ''} ${fault?.text ?? ''}`.trim());
  }
  return {
    main: 'typebot',
    streams: new Map([['typebot', imported.document]]),
    tests: [],
    notes: imported.notes.map(({ group, what, text }) => ({ node: [group, what].filter(Boolean).join(' · '), text })),
  };
}

type RefValue = { ref: JourneyRefKind; id: string; name: string };
const isRef = (value: object): value is RefValue =>
  'ref' in value && 'id' in value && typeof value.ref === 'string' && typeof value.id === 'string';

/** The same value with each reference inside of it changed. */
function mapRefs<T>(value: T, change: (ref: RefValue) => RefValue): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((inner) => mapRefs(inner as unknown, change)) as T;
  if (isRef(value)) return change(value) as T;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapRefs(inner as unknown, change)])) as T;
}

/** What of this enterprise a reference means: the very thing, or else the one of the same name. */
async function resolveRefs(
  tx: Tx,
  enterpriseId: string,
  documents: readonly Document[],
): Promise<Map<string, { id: string; name: string }>> {
  const found = new Map<string, { id: string; name: string }>();
  const wanted = new Map(documents.flatMap(refsOf).map((ref) => [`${ref.ref} ${ref.id}`, ref] as const));
  for (const [key, { ref, id, name }] of wanted) {
    if (ref === 'stream') continue;
    const kind = ref as JourneyRefKind;
    const [same] = await findRefs(tx, enterpriseId, kind, { search: '', ids: [id], within: '', limit: 1 });
    const named =
      same ??
      (name === ''
        ? undefined
        : (await findRefs(tx, enterpriseId, kind, { search: name, ids: undefined, within: '', limit: 50 })).find(
            (one) => one.name.toLowerCase() === name.toLowerCase(),
          ));
    if (named) found.set(key, named);
  }
  return found;
}

/**
 * A draft out of a file, with drafts of the streams inside of it. What the file names and the enterprise does not have stays named and is left
 * open: the check says so.
 * @throws DomainError journey.import_invalid or file.too_large
 */
export async function importJourney(ctx: Ctx, request: FastifyRequest): Promise<JourneyImport> {
  const part = await readFilePart(request, mostBytes);
  const received = await ctx.files.receive(part.file);
  try {
    if (part.file.truncated) throw new DomainError('file.too_large', 'The file is larger than 50 MB.', { limitBytes: mostBytes });
    const read = await readUpload(received.path);
    return await ctx.transaction((tx) => writeImport(ctx, tx, read));
  } finally {
    await received.discard();
  }
}

async function writeImport(ctx: Ctx, tx: Tx, { main, streams, tests, notes }: Read): Promise<JourneyImport> {
  const documents = [...streams.values()];
  const known = await resolveRefs(tx, ctx.enterpriseId, documents);
  const ids = new Map([...streams.keys()].map((id) => [id, randomUUIDv7()]));
  const own = (ref: RefValue): RefValue => {
    if (ref.ref === 'stream') return { ...ref, id: ids.get(ref.id) ?? '' };
    const here = known.get(`${ref.ref} ${ref.id}`);
    return { ...ref, id: here?.id ?? '' };
  };
  const references: JourneyImport['references'] = [];
  for (const { ref, id, name } of new Map(documents.flatMap(refsOf).map((one) => [`${one.ref} ${one.id}`, one])).values())
    if (ref !== 'stream') references.push({ ref, id, name, found: known.get(`${ref} ${id}`)?.name ?? '' });
  let mainName = '';
  for (const [former, document] of streams) {
    const id = ids.get(former) as string;
    const name = await freeName(tx, ctx.enterpriseId, document.name);
    if (former === main) mainName = name;
    const written = mapRefs({ ...document, id, name }, own);
    await creating(
      ctx,
      tx,
      journeyRecord,
      (made) => made,
      () => insertJourney(ctx, tx, { name, description: '', folder: '', document: written, tests: former === main ? tests : [] }),
      'import',
    );
  }
  return { journeyId: ids.get(main) as string, name: mainName, tests: tests.length, notes, references };
}
