import { randomInt } from 'node:crypto';
import type { CallAnswer, endpoints, FormItem } from '@parley/contract';
import { emptyForm, type FormDocument, formFingerprintOf, makeId, readForm } from '@parley/journey';
import { changing, creating } from '#platform/audit/trail.ts';
import { findFreeName } from '#platform/bin/free-name.ts';
import { makeCodes } from '#platform/codes.ts';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import { type Ctx, can } from '../../../context.ts';
import { accessForm, formNotFound } from '../form/form.access.ts';
import { formRecord } from '../form/form.record.ts';
import { type FormRow, insertForm, isFormNameTaken, updateForm } from '../form/form.repository.ts';
import { findFormVersions, insertFormVersion } from '../form/version.repository.ts';
import { checkWith, readFormItem, readWholeForm } from './form.query.ts';

export const longestFormName = 60;
type Saving = { id: string; name: string; language: string; document?: unknown; copyOf: string; version?: number | undefined };
type Whole = CallAnswer<typeof endpoints.forms.save>;

const nameTaken = (cause: unknown) => new DomainError('form.name_taken', 'A form with this name exists already.', {}, { cause });
const orNameTaken = (error: unknown): never => {
  throw violatedConstraint(error) === 'forms_by_name' ? nameTaken(error) : error;
};

/** A document that somebody has sent, under the id and the name that the form has. @throws DomainError form.invalid */
function documentOf(given: unknown, id: string, name: string): FormDocument {
  const read = readForm(typeof given === 'object' && given !== null ? { ...given, id, name } : given);
  if ('form' in read) return read.form;
  const [fault] = read.faults;
  const [path, reason] = [fault?.path ?? '', fault?.text ?? ''];
  throw new DomainError('form.invalid', path === '' ? reason : `${path}: ${reason}`, { path, reason });
}

const assertCan = ({ actor }: Ctx, action: 'CREATE' | 'EDIT'): void => {
  const needed = [`JOURNEYS.${action}`, `ENCAPS.${action}`] as const;
  if (!needed.some((one) => can(actor, one))) throw accessDenied(needed);
};

/** A frame of the designer saves the form that it was opened for, or a copy of it, and nothing else. */
function assertOfFrame({ actor: { frame } }: Ctx, { id, copyOf }: Saving): void {
  if (frame && (frame.formId === '' || (id === '' ? copyOf : id) !== frame.formId)) throw formNotFound();
}

/** A name that no other form has: with a number, where it is taken. */
export const freeFormName = (tx: Read, enterpriseId: string, name: string): Promise<string> =>
  findFreeName(name.trim().slice(0, longestFormName), (candidate) => isFormNameTaken(tx, enterpriseId, candidate), {
    longest: longestFormName,
    suffix: (turn) => ` (${turn + 1})`,
  });

/** Makes a form, an empty one, a copy or a document, or saves the draft of one (CAMP-047). @throws DomainError 1403, form.not_found, form.invalid, form.name_taken or record.changed */
export const saveForm = (ctx: Ctx, asked: Saving): Promise<Whole> =>
  ctx.transaction(async (tx) => {
    assertOfFrame(ctx, asked);
    const id = asked.id === '' ? await createForm(ctx, tx, asked) : await changeForm(ctx, tx, asked);
    return readWholeForm(ctx, tx, id);
  });

async function createForm(ctx: Ctx, tx: Tx, { name: wanted, language, document: given, copyOf }: Saving): Promise<string> {
  assertCan(ctx, 'CREATE');
  const { enterpriseId } = ctx;
  const id = newId();
  const copied = copyOf === '' ? undefined : (await accessForm(tx, enterpriseId, copyOf)).document;
  const name = copied ? await freeFormName(tx, enterpriseId, wanted) : wanted.trim();
  const content = given ?? copied;
  const document =
    content === undefined ? documentOf(emptyForm(id, name, language, makeId(randomInt)), id, name) : documentOf(content, id, name);
  const at = ctx.now();
  const by = ctx.actor.userId;
  await creating(
    ctx,
    tx,
    formRecord,
    () => id,
    () =>
      insertForm(tx, {
        enterpriseId,
        formId: id,
        name,
        document,
        fingerprint: formFingerprintOf(document),
        createdBy: by,
        createdAt: at,
        updatedBy: by,
        updatedAt: at,
      }).catch(orNameTaken),
  );
  return id;
}

async function changeForm(ctx: Ctx, tx: Tx, { id, name: wanted, document: given, version }: Saving): Promise<string> {
  assertCan(ctx, 'EDIT');
  const { enterpriseId } = ctx;
  const row = await accessForm(tx, enterpriseId, id, { lock: true });
  await assertVersion(ctx, tx, formRecord, { id, version: row.version }, version);
  const name = wanted.trim();
  const document = documentOf(given ?? row.document, id, name);
  await changing(ctx, tx, formRecord, id, 'edit', () =>
    writeForm(ctx, tx, row, { name, document: JSON.stringify(document), fingerprint: formFingerprintOf(document) }).catch(orNameTaken),
  );
  return id;
}

const writeForm = (ctx: Ctx, tx: Tx, { formId, version }: FormRow, change: Parameters<typeof updateForm>[3]): Promise<void> =>
  updateForm(tx, ctx.enterpriseId, formId, { ...change, version: version + 1, updatedBy: ctx.actor.userId, updatedAt: ctx.now() });

/** Makes the draft a version that stays as it is for ever. @throws DomainError form.not_found, record.changed, form.unchanged or form.not_ready */
export const publishForm = (ctx: Ctx, formId: string, { note, version }: { note: string; version: number }): Promise<FormItem> =>
  ctx.transaction(async (tx) => {
    const { enterpriseId } = ctx;
    const row = await accessForm(tx, enterpriseId, formId, { lock: true });
    await assertVersion(ctx, tx, formRecord, { id: formId, version: row.version }, version);
    const [former] = await findFormVersions(tx, enterpriseId, [[formId, row.published]]);
    if (former && formFingerprintOf(former.document) === row.fingerprint)
      throw new DomainError('form.unchanged', `Nothing has changed since version ${row.published}.`, { version: row.published });
    const errors = (await checkWith(tx, enterpriseId, row.document)).filter(({ level }) => level === 'error').length;
    if (errors > 0) throw new DomainError('form.not_ready', `The check finds ${errors} ${errors === 1 ? 'error' : 'errors'}.`, { errors });
    const number = row.published + 1;
    await changing(ctx, tx, formRecord, formId, 'publish', async () => {
      await insertFormVersion(tx, {
        enterpriseId,
        formId,
        number,
        document: row.document,
        fingerprint: row.fingerprint,
        note: note.trim(),
        publishedBy: ctx.actor.userId,
        publishedAt: ctx.now(),
      });
      await writeForm(ctx, tx, row, { published: number });
    });
    return readFormItem(ctx, tx, formId);
  });

/** Opens the page of a form for everybody who has its address, or closes it. @throws DomainError form.not_found, record.changed or form.not_published */
export const openPage = (ctx: Ctx, formId: string, { isOpen, version }: { isOpen: boolean; version: number }): Promise<FormItem> =>
  ctx.transaction(async (tx) => {
    const row = await accessForm(tx, ctx.enterpriseId, formId, { lock: true });
    await assertVersion(ctx, tx, formRecord, { id: formId, version: row.version }, version);
    if (isOpen && row.published === 0) throw new DomainError('form.not_published', 'Publish the form first.', {});
    if (isOpen !== (row.pageCode !== null)) {
      const [code = ''] = makeCodes(1);
      await changing(ctx, tx, formRecord, formId, 'edit', () => writeForm(ctx, tx, row, { pageCode: isOpen ? code : null }));
    }
    return readFormItem(ctx, tx, formId);
  });
