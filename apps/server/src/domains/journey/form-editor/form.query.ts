import {
  type CallAnswer,
  type endpoints,
  type FormItem,
  type FormRefKind,
  type FormVersionItem,
  formEditors,
  formStates,
  pagesPath,
} from '@parley/contract';
import { checkForm, type FormDocument, type FormFinding, fieldsOf, isAsked } from '@parley/journey';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { type Ctx, can } from '../../../context.ts';
import { customerFields } from '../check/journey.check.ts';
import { accessForm, formNotFound } from '../form/form.access.ts';
import { type FormFilter, type ListedForm, listForms } from '../form/form.repository.ts';
import { findFormVersions, listFormVersions } from '../form/version.repository.ts';
import { findRefs } from '../reference/ref.repository.ts';

type Whole = CallAnswer<typeof endpoints.forms.save>;
const mostShown = 200;

const present = (ctx: Pick<Ctx, 'publicUrl'>, row: ListedForm): FormItem => ({
  id: row.formId,
  name: row.name,
  state: row.published > 0 ? formStates.published : formStates.draft,
  published: row.published,
  hasChanges: row.fingerprint !== row.publishedFingerprint,
  screens: row.document.screens.length,
  fields: fieldsOf(row.document).filter(isAsked).length,
  languages: row.document.languages,
  pageUrl: row.pageCode === null ? '' : `${ctx.publicUrl()}${pagesPath}${row.pageCode}`,
  opened: row.opened,
  answered: row.answered,
  usedIn: row.usedIn,
  updatedBy: row.updaterName ?? '',
  updatedOn: row.updatedAt.toISOString(),
  version: row.version,
});

export const readForms = (ctx: Ctx, filter: FormFilter & { perPage: number }): Promise<{ forms: FormItem[]; more: boolean }> =>
  ctx.read(async (tx) => {
    const limit = filter.perPage === -1 ? mostShown : filter.perPage;
    const rows = await listForms(tx, ctx.enterpriseId, { ...filter, name: filter.name.trim(), limit: limit + 1 });
    return { forms: rows.slice(0, limit).map((row) => present(ctx, row)), more: rows.length > limit };
  });

/** @throws DomainError form.not_found */
export async function readFormItem(ctx: Ctx, tx: Read, formId: string): Promise<FormItem> {
  const [row] = await listForms(tx, ctx.enterpriseId, { name: '', state: '', from: 0, ids: [formId], limit: 1 });
  if (!row) throw formNotFound();
  return present(ctx, row);
}

export async function readWholeForm(ctx: Ctx, tx: Read, formId: string): Promise<Whole> {
  const item = await readFormItem(ctx, tx, formId);
  const { document } = await accessForm(tx, ctx.enterpriseId, formId);
  return { ...item, document };
}
export const getForm = (ctx: Ctx, formId: string): Promise<CallAnswer<typeof endpoints.forms.get>> =>
  ctx.read(async (tx) => ({
    ...(await readWholeForm(ctx, tx, formId)),
    readOnly: !formEditors.some((permission) => can(ctx.actor, permission)),
  }));

/** Findings of a document as this enterprise has it: its attributes, and the pictures of its library. */
export async function checkWith(tx: Read, enterpriseId: string, form: FormDocument): Promise<FormFinding[]> {
  const wanted = fieldsOf(form).flatMap(({ picture, saveTo }) => [picture, saveTo].flatMap((ref) => ref ?? []));
  const there = new Set<string>();
  for (const kind of ['media', 'attribute'] as const) {
    const ids = wanted.filter(({ ref }) => ref === kind).map(({ id }) => id);
    if (ids.length === 0) continue;
    const found = await findRefs(tx, enterpriseId, kind, { search: '', ids, within: '', limit: ids.length });
    for (const { id } of found) there.add(`${kind} ${id}`);
  }
  return checkForm(form, { customer: await customerFields(tx, enterpriseId), hasRef: (ref, id) => there.has(`${ref} ${id}`) });
}

export const checkDraftForm = (ctx: Ctx, formId: string): Promise<{ findings: FormFinding[] }> =>
  ctx.read(async (tx) => {
    const { document } = await accessForm(tx, ctx.enterpriseId, formId);
    return { findings: await checkWith(tx, ctx.enterpriseId, document) };
  });

export const readFormVersions = (ctx: Ctx, formId: string): Promise<{ versions: FormVersionItem[] }> =>
  ctx.read(async (tx) => {
    await accessForm(tx, ctx.enterpriseId, formId);
    const rows = await listFormVersions(tx, ctx.enterpriseId, formId);
    return {
      versions: rows.map(({ by, publishedAt, ...row }) => ({ ...row, publishedBy: by ?? '', publishedOn: publishedAt.toISOString() })),
    };
  });

/** @throws DomainError form.not_found or form.version_not_found */
export const readFormVersion = (ctx: Ctx, formId: string, number: number): Promise<{ number: number; document: FormDocument }> =>
  ctx.read(async (tx) => {
    await accessForm(tx, ctx.enterpriseId, formId);
    const [row] = await findFormVersions(tx, ctx.enterpriseId, [[formId, number]]);
    if (!row) throw new DomainError('form.version_not_found', 'No such version.', {});
    return { number, document: row.document };
  });

/** Records that a form may name. @throws DomainError form.not_found */
export const listFormRefs = (
  ctx: Ctx,
  formId: string,
  { kind, search }: { kind: FormRefKind; search: string },
): Promise<{ refs: { id: string; name: string; detail: string }[] }> =>
  ctx.read(async (tx) => {
    await accessForm(tx, ctx.enterpriseId, formId);
    const found = await findRefs(tx, ctx.enterpriseId, kind, { search: search.trim(), ids: undefined, within: '', limit: 50 });
    return { refs: found.map(({ id, name, detail }) => ({ id, name, detail })) };
  });
