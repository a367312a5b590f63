import { channelTypes, type FieldError, fieldError, type SiteForm, type SiteFormField, siteFormMost } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError, invalidRequest } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import type { Ctx } from '../../../context.ts';
import { accessChannel } from '../../channel/door.ts';
import { listAttributes } from '../../customer/door.ts';
import { askedFields, toWidgetForm } from './site-form.ask.ts';
import { siteFormRecord } from './site-form.record.ts';
import { findForm, lockForm, type SiteFormRow, writeForm } from './site-form.repository.ts';

const present = (row: SiteFormRow | undefined): SiteForm => ({
  when: row?.asked ?? 'never',
  fields: row?.fields ?? [],
  consent: row?.consent ?? '',
  consents: row?.consents ?? {},
  version: row?.version ?? 0,
});

/** @throws DomainError channel.not_found, for channels of other types too */
async function accessSite(tx: Read, enterpriseId: string, channelId: string): Promise<void> {
  const { type } = await accessChannel(tx, enterpriseId, channelId);
  if (type !== channelTypes.WEB) throw new DomainError('channel.not_found', 'No such channel.', {});
}

/** @throws DomainError channel.not_found */
export const readSiteForm = (ctx: Ctx, channelId: string): Promise<SiteForm> =>
  ctx.read(async (tx) => {
    await accessSite(tx, ctx.enterpriseId, channelId);
    return present(await findForm(tx, ctx.enterpriseId, channelId));
  });

type FormSave = Omit<SiteForm, 'version'>;

const wordsOf = (words: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(words).flatMap(([language, word]) => (word.trim() === '' ? [] : [[language, word.trim()]])));

const tidy = ({ when, fields, consent, consents }: FormSave): FormSave => ({
  when,
  fields: fields.map(({ kind, attributeId, isRequired, label, labels }) => ({
    kind,
    attributeId: kind === 'own' ? attributeId : '',
    isRequired,
    label: label.trim(),
    labels: wordsOf(labels),
  })),
  consent: consent.trim(),
  consents: wordsOf(consents),
});

async function assertFields(tx: Read, enterpriseId: string, { when, fields, consent, consents }: FormSave): Promise<void> {
  const faults: FieldError[] = [];
  if (when !== 'never' && fields.length === 0 && consent === '') faults.push(fieldError('fields', 'site_form.empty'));
  // A text in one language alone would leave the others without one to agree to.
  if (consent === '' && Object.keys(consents).length > 0) faults.push(fieldError('consent', 'field.mandatory'));
  const attributes = await listAttributes(tx, enterpriseId);
  const idOf = ({ kind, attributeId }: SiteFormField) => attributeId || kind;
  for (const [place, field] of fields.entries()) {
    if (fields.slice(0, place).some((former) => idOf(former) === idOf(field)))
      faults.push(fieldError(`fields.${place}.kind`, 'site_form.twice'));
    if (field.kind === 'own' && askedFields([field], attributes).length === 0)
      faults.push(fieldError(`fields.${place}.attributeId`, 'site_form.attribute'));
  }
  if (faults.length > 0) throw invalidRequest(...faults);
  const bytes = Buffer.byteLength(JSON.stringify(toWidgetForm({ fields, consent, consents }, attributes)));
  if (bytes > siteFormMost.bytes)
    throw new DomainError(
      'site_form.too_large',
      `The form of a website may have ${siteFormMost.bytes} bytes, since each page loads it. Shorten labels or the text to agree to.`,
      { maximum: siteFormMost.bytes },
    );
}

/** @throws DomainError channel.not_found, record.changed, request.invalid or site_form.too_large */
export function saveSiteForm(ctx: Ctx, channelId: string, { version, ...given }: SiteForm): Promise<SiteForm> {
  const { enterpriseId } = ctx;
  const save = tidy(given);
  return ctx.transaction(async (tx: Tx) => {
    await accessSite(tx, enterpriseId, channelId);
    await lockForm(tx, enterpriseId, channelId);
    const before = await findForm(tx, enterpriseId, channelId);
    await assertVersion(ctx, tx, siteFormRecord, { id: channelId, version: before?.version ?? 0 }, version);
    await assertFields(tx, enterpriseId, save);
    const row = {
      ...{ enterpriseId, channelId, asked: save.when, consent: save.consent, changedAt: ctx.now() },
      ...{ fields: JSON.stringify(save.fields), consents: JSON.stringify(save.consents), version: (before?.version ?? 0) + 1 },
    };
    await changing(ctx, tx, siteFormRecord, channelId, 'edit', () => writeForm(tx, row));
    return present(await findForm(tx, enterpriseId, channelId));
  });
}
