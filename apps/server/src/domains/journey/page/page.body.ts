import { uploadLimitBytes } from '@parley/contract';
import {
  type CompiledForm,
  type FormField,
  type FormScreen,
  type FormState,
  isAsked,
  isOfFiles,
  type Media,
  type Raws,
  rawOf,
} from '@parley/journey';
import type { FastifyRequest } from 'fastify';
import type { StoredAttachment } from '#platform/db/schema.chat.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readPartName, storeCustomerFile } from '../../file/door.ts';

/** Largest file of a page. */
export const mostFileBytes = Math.min(uploadLimitBytes, 10 * 1024 * 1024);
const mostParts = { files: 10, fields: 400, fieldSize: 65_536, parts: 420, headerPairs: 100 };

/**
 * A posted page: words by the name of their input, and files that were kept by the id of their field.
 * @property attachments the same files in their order, with the marks that a chat shows of them
 */
export type Posted = {
  words: ReadonlyMap<string, string[]>;
  files: ReadonlyMap<string, Media[]>;
  attachments: readonly StoredAttachment[];
  fault: 'tooLarge' | 'badFile' | '';
};

/** Reads a posted page as it arrives; a file is looked at and kept before the next part is read. @param keepsFiles false: they are passed over */
export async function readPosted(ctx: EnterpriseContext, request: FastifyRequest, { keepsFiles = true } = {}): Promise<Posted> {
  const words = new Map<string, string[]>();
  const files = new Map<string, Media[]>();
  const attachments: StoredAttachment[] = [];
  let fault: Posted['fault'] = '';
  const put = <T>(to: Map<string, T[]>, name: string, value: T) => to.set(name, [...(to.get(name) ?? []), value]);
  if (!request.isMultipart()) {
    const body = typeof request.body === 'object' && request.body !== null ? request.body : {};
    for (const [name, value] of Object.entries(body))
      for (const one of Array.isArray(value) ? value : [value]) if (typeof one === 'string') put(words, name, one);
    return { words, files, attachments, fault };
  }
  for await (const part of request.parts({ limits: { ...mostParts, fileSize: mostFileBytes } })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') put(words, part.fieldname, part.value);
      continue;
    }
    const name = readPartName(part.filename);
    if (name === '' || !keepsFiles) {
      part.file.resume();
      continue;
    }
    try {
      const stored = await storeCustomerFile(ctx, { file: part.file, filename: name });
      attachments.push(stored);
      put(files, part.fieldname.slice('f.'.length), mediaOf(stored));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      fault = error.code === 'file.too_large' ? 'tooLarge' : 'badFile';
    }
  }
  return { words, files, attachments, fault };
}

const mediaOf = ({ id, name, type, size }: { id: string; name: string; type: string; size: number }): Media => ({
  $: 'media',
  id,
  kind: type.split('/')[0] ?? '',
  name,
  mime: type,
  size,
});

const number = (text: string | undefined): number => (text === undefined || text.trim() === '' ? Number.NaN : Number(text));

/** The value of one field as its inputs have sent it. @param before files that were kept earlier: those that are still ticked stay */
function givenFor(field: FormField, { words, files }: Posted, before: FormState): unknown {
  const own = words.get(`f.${field.id}`) ?? [];
  if (isOfFiles(field)) {
    const kept = new Set(words.get(`k.${field.id}`) ?? []);
    const earlier = before.values[field.id];
    const stays = (Array.isArray(earlier) ? earlier : []).filter((file) => kept.has((file as Media).id));
    return [...stays, ...(files.get(field.id) ?? [])];
  }
  if (field.kind === 'location') {
    const [latitude, longitude] = [number(words.get(`f.${field.id}.latitude`)?.[0]), number(words.get(`f.${field.id}.longitude`)?.[0])];
    return Number.isNaN(latitude) && Number.isNaN(longitude) ? null : { latitude, longitude, name: '', address: '' };
  }
  if (field.kind === 'choices') return own;
  // A box that is not ticked sends nothing: a consent that is not given.
  if (field.kind === 'consent') return own[0] === 'true' ? true : null;
  return own[0] ?? null;
}

/** Answers of a screen, each brought to the form that is judged. */
export function rawsOf(_form: CompiledForm, screen: FormScreen | undefined, posted: Posted, before: FormState): Raws {
  const asked = (screen?.fields ?? []).filter(isAsked);
  return Object.fromEntries(asked.map((field) => [field.id, rawOf('page', field, givenFor(field, posted, before))]));
}

/** Words that somebody has typed, to be shown again beside what is wrong with them. */
export const typedOf = (screen: FormScreen | undefined, { words }: Posted): Record<string, unknown> =>
  Object.fromEntries(
    (screen?.fields ?? [])
      .filter((field) => isAsked(field) && !isOfFiles(field) && field.kind !== 'location')
      .map((field) => [field.id, field.kind === 'choices' ? (words.get(`f.${field.id}`) ?? []) : (words.get(`f.${field.id}`)?.[0] ?? '')]),
  );
