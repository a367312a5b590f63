import {
  type AskedCalendar,
  type Compiled,
  type CompiledStream,
  calendarsOf as calendarsIn,
  compileForm,
  compileStream,
  type Document,
  type FormatFault,
  type FormDocument,
  limits,
  readDocument,
} from '@parley/journey';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { readKnownHours } from '../../account/door.ts';
import { findFormVersions, findNewest } from '../form/version.repository.ts';
import { accessJourney } from './journey.access.ts';
import { findPublished, findVersionDocuments, type Published } from './version.repository.ts';

export const versionNotFound = () => new DomainError('journey.version_not_found', 'No such version.', {});

/** A document that was kept here. @throws Error where it cannot be read any more, which no migration of formats may let happen */
export function readKnown(stored: unknown): Document {
  const read = readDocument(stored);
  if ('document' in read) return read.document;
  throw new Error(`A kept stream cannot be read: ${read.faults.map(({ path, text }: FormatFault) => `${path} ${text}`).join('; ')}`);
}

/** The streams that a document has inside, at its first level. */
export const streamsIn = (document: Document): string[] => [
  ...new Set(document.nodes.flatMap((node) => (node.type === 'logic.stream' ? [node.config.stream.id] : []))),
];

/** Lists the calendars that documents ask for, null for that of the chat's department. */
export const calendarsOf = (documents: readonly Document[]): AskedCalendar[] => [...new Set(documents.flatMap(calendarsIn))];

/** The streams that a document has inside, as deep as they run, each as it was published last. */
export async function readInside(tx: Read, enterpriseId: string, document: Document): Promise<Published[]> {
  const found = new Map<string, Published>();
  let open = streamsIn(document);
  for (let depth = 0; open.length > 0 && depth < limits.streamDepth; depth += 1) {
    const rows = await findPublished(tx, enterpriseId, open);
    for (const row of rows) found.set(row.journeyId, row);
    open = [...new Set(rows.flatMap((row) => streamsIn(row.document)))].filter((id) => !found.has(id));
  }
  return [...found.values()];
}

/** The forms that documents ask for. */
const formsIn = (documents: readonly Document[]): string[] => [
  ...new Set(documents.flatMap(({ nodes }) => nodes.flatMap((node) => (node.type === 'input.form' ? [node.config.form.id] : [])))),
];

/** Versions of the streams and forms that a document has inside, each at the newest one. */
export async function pinInside(tx: Read, enterpriseId: string, document: Document): Promise<Record<string, number>> {
  const inside = await readInside(tx, enterpriseId, document);
  const forms = await findNewest(tx, enterpriseId, formsIn([document, ...inside.map((one) => one.document)]));
  return { ...Object.fromEntries(inside.map(({ journeyId, version }) => [journeyId, version])), ...forms };
}

/** The documents of the forms among these versions, by their forms. */
export async function readPinnedForms(
  tx: Read,
  enterpriseId: string,
  pinned: Readonly<Record<string, number>>,
): Promise<Map<string, FormDocument>> {
  const rows = await findFormVersions(tx, enterpriseId, Object.entries(pinned));
  return new Map(rows.map(({ formId, document }) => [formId, document]));
}

/** The documents of the streams among these versions, by their streams. */
export async function readPinned(tx: Read, enterpriseId: string, pinned: Readonly<Record<string, number>>): Promise<Map<string, Document>> {
  const wanted = Object.entries(pinned);
  if (wanted.length === 0) return new Map();
  const rows = await findVersionDocuments(tx, enterpriseId, wanted);
  return new Map(rows.map(({ journeyId, document }) => [journeyId, document]));
}

/** Lists the inner streams and forms that a trial of a draft plays, with the hours that they wait for. */
export const listInside = (ctx: Ctx, journeyId: string) =>
  ctx.read(async (tx) => {
    const { document } = await accessJourney(tx, ctx.enterpriseId, journeyId);
    const inside = await readInside(tx, ctx.enterpriseId, document);
    const hours = await readKnownHours(tx, ctx.enterpriseId, calendarsOf([document, ...inside.map((one) => one.document)]));
    const forms = await readPinnedForms(tx, ctx.enterpriseId, await pinInside(tx, ctx.enterpriseId, document));
    return {
      streams: inside.map((one) => ({ id: one.journeyId, name: one.name, version: one.version, document: one.document })),
      forms: [...forms].map(([id, form]) => ({ id, document: form })),
      hours: hours(null),
    };
  });

/** A document that is ready to run, with the streams and forms inside of it at the given versions. */
export async function compileWith(
  tx: Read,
  enterpriseId: string,
  document: Document,
  pinned: Readonly<Record<string, number>>,
): Promise<Compiled> {
  const inside = await readPinned(tx, enterpriseId, pinned);
  const streams = new Map<string, CompiledStream>([...inside].map(([id, inner]) => [id, compileStream(inner)]));
  const forms = await readPinnedForms(tx, enterpriseId, pinned);
  return { main: compileStream(document), streams, forms: new Map([...forms].map(([id, form]) => [id, compileForm(form)])) };
}
