import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { type JourneyImport, type JourneyRefKind, z } from '@parley/contract';
import { type Document, importTypebot, picturesOfTypebot, readDocument, refsOf, TestCase } from '@parley/journey';
import type { FastifyRequest } from 'fastify';
import { ZipFile } from 'yazl';
import { creating } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { readZip } from '#platform/files/zip.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { readFilePart } from '../../file/door.ts';
import { accessJourney } from '../document/journey.access.ts';
import { streamsIn } from '../document/journey.compiled.ts';
import { journeyRecord } from '../document/journey.record.ts';
import { findDrafts } from '../document/journey.repository.ts';
import { freeName, insertJourney, noteExport } from '../journey/journey.service.ts';
import { findRefs } from '../reference/ref.repository.ts';
import { concealed } from '../rehearsal/journey.conceal.ts';
import { mostTests } from '../rehearsal/journey.tests.ts';
import { findTests } from '../rehearsal/test-case.repository.ts';
import {
  isUnchanged,
  mediaFile,
  mediaList,
  openMedium,
  PackedMedia,
  type PackedMedium,
  readMedia,
  type TakenMedium,
  takeMedia,
} from './journey.media.ts';
import { takePictures } from './journey.pictures.ts';

const mostBytes = 50 * 1024 ** 2;
/** Size of the file's own description and its media list */
const spareBytes = 1024 ** 2;
/** Limit of each part but media */
const mostJsonBytes = 8 * 1024 ** 2;
const mostStreams = 50;
type UsedDeps = Parameters<typeof takePictures>[1];
const invalid = (reason: string) => new DomainError('journey.import_invalid', reason, { reason });

/** Streams, what they refer to by name, and their saved conversations; no secret is in a document, so none is in the file. */
type Packed = { main: string; streams: Map<string, Document>; tests: TestCase[]; media: PackedMedium[]; contents: Map<string, Buffer> };

const asJson = (content: unknown): Buffer => Buffer.from(JSON.stringify(content));

/** @throws DomainError journey.not_found */
export async function exportJourney(ctx: Ctx, journeyId: string): Promise<{ name: string; content: Buffer }> {
  const packed = await ctx.transaction(async (tx) => {
    const { document, name } = await accessJourney(tx, ctx.enterpriseId, journeyId);
    const streams = new Map([[journeyId, document]]);
    let open = streamsIn(document);
    while (open.length > 0) {
      const rows = await findDrafts(tx, ctx.enterpriseId, open);
      for (const row of rows) streams.set(row.journeyId, row.document);
      open = [...new Set(rows.flatMap((row) => streamsIn(row.document)))].filter((id) => !streams.has(id));
    }
    const tests = await findTests(tx, ctx.enterpriseId, journeyId);
    noteExport(ctx, tx, journeyId, name);
    const parts = [...streams].map(([id, one]) => [`streams/${id}.json`, asJson(one)] as const);
    const told = asJson(tests.map(({ test }) => test));
    const size = parts.reduce((sum, [, content]) => sum + content.length, told.length + spareBytes);
    return { parts, told, media: await readMedia(tx, ctx.enterpriseId, streams.values(), mostBytes - size), name };
  });
  const zip = new ZipFile();
  const add = (path: string, content: Buffer) => zip.addBuffer(content, path, { mtime: ctx.now() });
  add('parley.json', asJson({ format: 'parley.package', version: 1, main: journeyId }));
  for (const [path, content] of packed.parts) add(path, content);
  add('tests.json', packed.told);
  if (packed.media.length > 0) add(mediaList, asJson(packed.media));
  for (const medium of new Map(packed.media.map((one) => [one.sha256, one])).values())
    add(`media/${medium.sha256}`, await openMedium(ctx, medium));
  zip.end();
  return { name: packed.name, content: await buffer(zip.outputStream) };
}

/** Our own files hold nothing else: other entries were added later. Tools that pack a folder again name the folder too. */
function isWanted(name: string): boolean {
  if (name === 'streams/' || name === 'media/') return false;
  if (
    name === 'parley.json' ||
    name === 'tests.json' ||
    name === mediaList ||
    mediaFile.test(name) ||
    /^streams\/[\w-]{1,64}\.json$/.test(name)
  )
    return true;
  throw invalid(`The file holds “${JSON.stringify(name).slice(1, 101).replace(/"$/, '')}”, which is no part of a stream.`);
}

const Manifest = z.strictObject({ format: z.literal('parley.package'), version: z.literal(1), main: z.string() });

function parse(content: Buffer | undefined, name: string): unknown {
  if (content && content.length > mostJsonBytes) throw invalid('The zip holds more than is read of one.');
  try {
    return JSON.parse(content?.toString() ?? '') as unknown;
  } catch {
    throw invalid(`${name} is no JSON.`);
  }
}

/** @throws DomainError journey.import_invalid with what is wrong, and where */
async function readPackage(path: string): Promise<Packed> {
  const files = await readZip(path, isWanted, invalid, { entries: 1000, entryBytes: mostBytes, totalBytes: mostBytes, isStrict: true });
  const { main } = readManifest(parse(files.get('parley.json'), 'parley.json'));
  const names = [...files.keys()].filter((name) => name.startsWith('streams/'));
  if (names.length > mostStreams) throw invalid(`A file has at most ${mostStreams} streams.`);
  const streams = new Map<string, Document>();
  for (const name of names) {
    const document = readGiven(parse(files.get(name), name), name);
    if (streams.has(document.id)) throw invalid(`${name}: The stream “${document.id}” is there twice.`);
    streams.set(document.id, document);
  }
  if (!streams.has(main)) throw invalid('The file lacks the stream that it is of.');
  assertNoCircle(streams);
  const none = Buffer.from('[]');
  const tests = readGivenTests(parse(files.get('tests.json') ?? none, 'tests.json'));
  return { main, streams, tests, ...readGivenMedia(parse(files.get(mediaList) ?? none, mediaList), files) };
}

function readManifest(given: unknown): z.infer<typeof Manifest> {
  const told = given as { format?: unknown; version?: unknown } | null;
  if (told?.format !== 'parley.package') throw invalid('The file holds no stream.');
  if (told.version !== 1)
    throw invalid(`It is of version ${JSON.stringify(told.version) ?? 'none'}, and this installation reads version 1.`);
  const read = Manifest.safeParse(given);
  if (read.success) return read.data;
  throw invalid(firstIssue('parley.json', read.error));
}

const firstIssue = (name: string, { issues: [issue] }: z.ZodError): string =>
  [name, issue?.path.join('.'), issue?.message].filter(Boolean).join(': ');

function readGiven(given: unknown, name: string): Document {
  const read = readDocument(given);
  if ('document' in read) return read.document;
  const [fault] = read.faults;
  throw invalid([name, fault?.path, fault?.text].filter(Boolean).join(': '));
}

function readGivenTests(given: unknown): TestCase[] {
  const read = TestCase.array().max(mostTests).safeParse(given);
  if (read.success) return read.data;
  throw invalid(firstIssue('tests.json', read.error));
}

/** Every medium has its bytes, as they were exported, and nothing else lies beside them. */
function readGivenMedia(given: unknown, files: ReadonlyMap<string, Buffer>): Pick<Packed, 'media' | 'contents'> {
  const read = PackedMedia.safeParse(given);
  if (!read.success) throw invalid(firstIssue(mediaList, read.error));
  const contents = new Map<string, Buffer>();
  for (const [name, content] of files) {
    const sha256 = mediaFile.exec(name)?.[1];
    if (sha256 === undefined) continue;
    if (!isUnchanged(content, sha256)) throw invalid(`${name} is not what it was when it was exported.`);
    contents.set(sha256, content);
  }
  const lacking = read.data.find(({ sha256 }) => !contents.has(sha256));
  if (lacking) throw invalid(`The file lacks “${lacking.fileName}”.`);
  const named = new Set(read.data.map(({ sha256 }) => sha256));
  const extra = [...contents.keys()].find((sha256) => !named.has(sha256));
  if (extra !== undefined) throw invalid(`${mediaList} does not say what media/${extra} is.`);
  return { media: read.data, contents };
}

/** A stream inside of itself would never end. */
function assertNoCircle(streams: ReadonlyMap<string, Document>): void {
  const done = new Set<string>();
  const walk = (id: string, above: readonly string[]): void => {
    if (above.includes(id)) throw invalid('A stream of the file is inside of itself.');
    if (done.has(id)) return;
    done.add(id);
    const document = streams.get(id);
    for (const inner of document ? streamsIn(document) : []) walk(inner, [...above, id]);
  };
  for (const id of streams.keys()) walk(id, []);
}

/** @property pictures of a foreign file, in the library already */
type UploadedStream = Packed & { notes: JourneyImport['notes']; pictures: readonly TakenMedium[] };
const noMedia: Pick<Packed, 'media' | 'contents'> = { media: [], contents: new Map() };

async function readUpload(ctx: Ctx, deps: UsedDeps, path: string): Promise<UploadedStream> {
  const content = await readFile(path);
  if (content.subarray(0, 2).toString('latin1') === 'PK') return { ...(await readPackage(path)), notes: [], pictures: [] };
  const given = parse(content, 'The file');
  const isOwn = typeof given === 'object' && given !== null && 'format' in given && given.format === 'parley.journey';
  if (isOwn) {
    const document = readGiven(given, '');
    const streams = new Map([[document.id, document]]);
    assertNoCircle(streams);
    return { main: document.id, streams, tests: [], ...noMedia, notes: [], pictures: [] };
  }
  return readTypebot(ctx, deps, given);
}

async function readTypebot(ctx: Ctx, deps: UsedDeps, given: unknown): Promise<UploadedStream> {
  const convert = (pictures: ReadonlyMap<string, TakenMedium | null>) => {
    const imported = importTypebot(given, { id: 'typebot', language: 'en', pictures });
    if (!('faults' in imported)) return imported;
    const [fault] = imported.faults;
    throw invalid(`This is neither a stream nor a Typebot of format 6: ${fault?.path ?? ''} ${fault?.text ?? ''}`.trim());
  };
  // An invalid file loads nothing.
  convert(new Map());
  const pictures = await takePictures(ctx, deps, picturesOfTypebot(given));
  const { document, notes } = convert(pictures);
  return {
    main: 'typebot',
    streams: new Map([['typebot', document]]),
    tests: [],
    ...noMedia,
    notes: notes.map(({ group, what, text }) => ({ node: [group, what].filter(Boolean).join(' · '), text })),
    pictures: [...pictures.values()].filter((picture) => picture !== null),
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

type OutsideRef = Pick<ReturnType<typeof refsOf>[number], 'ref' | 'id' | 'name'>;

/** Lists the documents' references outside of the file, once each. A stream of the file is meant itself, and an unset reference is none. */
function outsideRefs(streams: ReadonlyMap<string, Document>): OutsideRef[] {
  const all = [...streams.values()].flatMap(refsOf).map(({ ref, id, name }) => [`${ref} ${id}`, { ref, id, name }] as const);
  return [...new Map(all).values()].filter(({ ref, id }) => ref !== 'stream' || (id !== '' && !streams.has(id)));
}

/** Finds the record of this enterprise that a reference means: the same id, or else the same name. */
async function resolveRefs(tx: Tx, enterpriseId: string, refs: readonly OutsideRef[]): Promise<Map<string, { id: string; name: string }>> {
  const found = new Map<string, { id: string; name: string }>();
  for (const { ref, id, name } of refs) {
    const key = `${ref} ${id}`;
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

/** What the main stream of a file becomes, where it is to be more than a stream. */
type MadeOf = { kind: 'encap'; add: (tx: Tx, journeyId: string) => Promise<void> };

/**
 * A draft out of a file, with drafts of the streams inside of it. Media that the library does not have enter it. What the file names and the enterprise does not have stays named and is left
 * open: the check says so.
 * @throws DomainError journey.import_invalid or file.too_large
 */
export async function importJourney(ctx: Ctx, deps: UsedDeps, request: FastifyRequest, made?: MadeOf): Promise<JourneyImport> {
  const part = await readFilePart(request, mostBytes);
  const received = await ctx.files.receive(part.file);
  try {
    if (part.file.truncated) throw new DomainError('file.too_large', 'The file is larger than 50 MB.', { limitBytes: mostBytes });
    const read = await readUpload(ctx, deps, received.path);
    const document = read.streams.get(read.main);
    const tests = document ? await concealed(ctx, { document, inside: read.streams, hours: { calendars: {}, own: null } }, read.tests) : [];
    const media = await takeMedia(ctx, read.media, read.contents, invalid);
    for (const picture of read.pictures)
      media.set(picture.id, { ...picture, isNew: picture.isNew || (media.get(picture.id)?.isNew ?? false) });
    return await ctx.transaction((tx) => writeImport(ctx, tx, { ...read, tests: [...tests] }, { media, made }));
  } finally {
    await received.discard();
  }
}

/** A record names the streams inside, which have other ids here. */
function withStreams(test: TestCase, idHere: (id: string) => string): TestCase {
  if (!test.record) return test;
  const record = test.record.map((turn) => ({
    ...turn,
    visits: turn.visits.map((visit) => ({ ...visit, stream: visit.stream && (idHere(visit.stream) || visit.stream) })),
  }));
  return { ...test, record };
}

async function writeImport(
  ctx: Ctx,
  tx: Tx,
  { main, streams, tests, notes }: UploadedStream,
  { media, made }: { media: ReadonlyMap<string, TakenMedium>; made: MadeOf | undefined },
): Promise<JourneyImport> {
  const refs = outsideRefs(streams);
  const known = await resolveRefs(tx, ctx.enterpriseId, refs);
  // The content identifies a medium for sure; its name might find another one.
  for (const [id, medium] of media) known.set(`media ${id}`, medium);
  const ids = new Map([...streams.keys()].map((id) => [id, newId()]));
  const own = (ref: RefValue): RefValue => {
    const inside = ref.ref === 'stream' ? ids.get(ref.id) : undefined;
    return { ...ref, id: inside ?? known.get(`${ref.ref} ${ref.id}`)?.id ?? '' };
  };
  const references = refs.map(({ ref, id, name }) => ({
    ref,
    id,
    name,
    found: known.get(`${ref} ${id}`)?.name ?? '',
    isNew: ref === 'media' && (media.get(id)?.isNew ?? false),
  }));
  const kept = tests.map((test) => withStreams(test, (id) => own({ ref: 'stream', id, name: '' }).id));
  let mainName = '';
  for (const [former, document] of streams) {
    const id = ids.get(former) as string;
    const name = await freeName(tx, ctx.enterpriseId, document.name);
    if (former === main) mainName = name;
    // What it becomes is said by whoever imports it, not by the file.
    const kind = former === main && made ? made.kind : 'journey';
    const written = mapRefs({ ...document, kind, id, name } as const, own);
    await creating(
      ctx,
      tx,
      journeyRecord,
      (made) => made,
      () => insertJourney(ctx, tx, { name, description: '', folder: '', document: written, tests: former === main ? kept : [] }),
      'import',
    );
    if (former === main) await made?.add(tx, id);
  }
  return { journeyId: ids.get(main) as string, name: mainName, tests: tests.length, notes, references };
}
