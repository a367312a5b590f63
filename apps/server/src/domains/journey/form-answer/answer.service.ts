import { type AnswerFilter, type FormAnswerItem, type FormFigures, fieldError } from '@parley/contract';
import { type FormDocument, fieldsOf, formTexts, isOfFiles, mask, showValue, type Value } from '@parley/journey';
import { recordChange } from '#platform/audit/trail.ts';
import type { Read } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { spanOf as spanOfDays } from '#platform/zone/zone-days.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { readingOf, shownName } from '../../customer/door.ts';
import { accessForm } from '../form/form.access.ts';
import { formRecord } from '../form/form.record.ts';
import { findFormVersions } from '../form/version.repository.ts';
import { type AnswerRow, type AnswerSpan, countFillings, findAnswer, listAnswers } from './answer.repository.ts';

const mostShown = 200;
type Secrets = Pick<Deps['secrets'], 'decrypt'>;

/** The days of a filter in the zone of the enterprise, the last one whole. @throws DomainError request.invalid for a backwards range */
export async function spanOf(
  ctx: Ctx,
  tx: Read,
  { fromDate, toDate }: Pick<AnswerFilter, 'fromDate' | 'toDate'>,
): Promise<AnswerSpan & { zone: string }> {
  const zone = await ctx.readTimeZone(tx);
  if (fromDate !== '' && toDate !== '' && fromDate > toDate) throw invalidRequest(fieldError('fromDate', 'days.backwards'));
  const { from, until } = spanOfDays({ fromDate, toDate }, zone);
  return { zone, from, to: until };
}

/** A value as people read it, in the form's first language. */
export function shownAnswer(document: FormDocument, value: Value, zone: string): string {
  const [language = 'en'] = document.languages;
  if (typeof value === 'boolean') return value ? formTexts(language).yes : formTexts(language).no;
  return showValue(value, { language, zone });
}

type Versions = ReadonlyMap<number, FormDocument>;
export async function readVersions(tx: Read, enterpriseId: string, formId: string, rows: readonly AnswerRow[]): Promise<Versions> {
  const numbers = [...new Set(rows.map(({ number }) => number))];
  const found = await findFormVersions(
    tx,
    enterpriseId,
    numbers.map((number) => [formId, number] as const),
  );
  return new Map(found.map(({ number, document }) => [number, document]));
}

/** The answers of one filling in the order of its form. @param secret what is sealed, where the reader may see it */
export function valuesOf(
  row: AnswerRow,
  document: FormDocument | undefined,
  zone: string,
  secret?: Record<string, Value>,
): FormAnswerItem['values'] {
  if (!document) return [];
  const [language = 'en'] = document.languages;
  return fieldsOf(document).flatMap((field) => {
    const isHidden = field.isSensitive && !isOfFiles(field);
    const value = row.answers[field.id] ?? secret?.[field.id] ?? null;
    const isSealed = isHidden && row.sealed !== null && secret === undefined;
    if (value === null && !isSealed) return [];
    const text = isSealed ? mask : shownAnswer(document, value, zone);
    return [
      { field: field.id, name: field.name, label: field.label[language] ?? field.name, text, isHidden: isHidden && secret === undefined },
    ];
  });
}

export const presentAnswer = (
  ctx: Pick<Ctx, 'actor'>,
  row: AnswerRow,
  document: FormDocument | undefined,
  zone: string,
): FormAnswerItem => ({
  id: row.answerId,
  number: row.number,
  face: row.faces.at(-1) ?? '',
  faces: row.faces,
  environment: row.environment,
  customerId: row.customerId ?? '',
  customerName: shownName(row.customerName ?? '', readingOf(ctx.actor)),
  instanceId: row.instanceId ?? '',
  streamName: row.streamName ?? '',
  seconds: row.seconds,
  at: row.at.toISOString(),
  isErased: row.erasedAt !== null,
  values: valuesOf(row, document, zone),
  conflicts: row.conflicts,
});

export const readAnswers = (
  ctx: Ctx,
  formId: string,
  { from, perPage, ...filter }: AnswerFilter & { from: number; perPage: number },
): Promise<{ answers: FormAnswerItem[]; more: boolean }> =>
  ctx.read(async (tx) => {
    await accessForm(tx, ctx.enterpriseId, formId);
    const span = await spanOf(ctx, tx, filter);
    const limit = perPage === -1 ? mostShown : perPage;
    const rows = await listAnswers(tx, ctx.enterpriseId, formId, { ...filter, span }, { from, limit: limit + 1 });
    const versions = await readVersions(tx, ctx.enterpriseId, formId, rows);
    return {
      answers: rows.slice(0, limit).map((row) => presentAnswer(ctx, row, versions.get(row.number), span.zone)),
      more: rows.length > limit,
    };
  });

/** Sensitive values of one answer; the look is recorded. @throws DomainError form.not_found or form.answer_not_found */
export const revealAnswer = (ctx: Ctx, secrets: Secrets, formId: string, answerId: string): Promise<{ values: FormAnswerItem['values'] }> =>
  ctx.transaction(async (tx) => {
    const { name } = await accessForm(tx, ctx.enterpriseId, formId);
    const row = await findAnswer(tx, ctx.enterpriseId, formId, answerId);
    if (!row) throw new DomainError('form.answer_not_found', 'No such answer.', {});
    const versions = await readVersions(tx, ctx.enterpriseId, formId, [row]);
    recordChange(ctx, tx, { record: formRecord, id: formId, action: 'reveal', name });
    const secret = row.sealed === null ? {} : (JSON.parse(secrets.decrypt(row.sealed)) as Record<string, Value>);
    return { values: valuesOf(row, versions.get(row.number), await ctx.readTimeZone(tx), secret) };
  });

/** Counts of a form's fillings by the screens of its newest version, or of the one that is asked for. */
export const readFigures = (
  ctx: Ctx,
  formId: string,
  filter: Pick<AnswerFilter, 'number' | 'environment' | 'fromDate' | 'toDate'>,
): Promise<FormFigures> =>
  ctx.read(async (tx) => {
    const form = await accessForm(tx, ctx.enterpriseId, formId);
    const span = await spanOf(ctx, tx, filter);
    const { seen, left, ...counts } = await countFillings(tx, ctx.enterpriseId, formId, { ...filter, span });
    const [version] = await findFormVersions(tx, ctx.enterpriseId, [[formId, filter.number || form.published]]);
    const document = version?.document ?? form.document;
    const [language = 'en'] = document.languages;
    const screens = document.screens.map(({ id, title }, place) => ({
      id,
      title: title[language] || String(place + 1),
      seen: Number(seen[id] ?? 0),
      leftHere: Number(left[id] ?? 0),
    }));
    return { ...counts, screens };
  });
