import { addressKeys, channelTypes, codeKey, type EncapProperties, type FieldError, fieldError, pagesPath } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { LaunchReminders } from '#platform/db/schema.journey.ts';
import { invalidRequest } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { accessChannel, findAnswerTemplate } from '../../channel/door.ts';

const withNumbers: readonly number[] = [channelTypes.SMS, channelTypes.WHATSAPP, channelTypes.RCS];

/** Checks the way by which an encap reaches people: its channel, and what each template takes. @throws DomainError request.invalid or channel.not_found */
export async function assertReach(
  ctx: Pick<Ctx, 'enterpriseId' | 'publicUrl'>,
  tx: Read,
  properties: EncapProperties,
  former: EncapProperties,
): Promise<void> {
  if (reachOf(properties) === reachOf(former)) return;
  const faults = await faultsOf(ctx, tx, properties);
  if (faults.length > 0) throw invalidRequest(...faults);
}

/** A template that has gone since keeps nobody from changing a title. */
const reachOf = (properties: EncapProperties): string =>
  JSON.stringify([
    ...[properties.login, properties.reachChannelId, properties.codeTemplateId, properties.laterTemplateId],
    ...[properties.remindTemplateId, properties.remindHours],
  ]);

async function faultsOf({ enterpriseId, publicUrl }: Pick<Ctx, 'enterpriseId' | 'publicUrl'>, tx: Read, given: EncapProperties) {
  const { reachChannelId, codeTemplateId, laterTemplateId, remindTemplateId, remindHours, login } = given;
  const faults: FieldError[] = [];
  const isUsed = login === 'code' || [codeTemplateId, laterTemplateId, remindTemplateId].some((id) => id !== '') || remindHours.length > 0;
  if (!isUsed && reachChannelId === '') return faults;
  const type = reachChannelId === '' ? undefined : (await accessChannel(tx, enterpriseId, reachChannelId)).type;
  if (type === undefined || !withNumbers.includes(type)) return [fieldError('reachChannelId', 'page.reach_channel')];
  const base = `${publicUrl()}${pagesPath}`;
  const templateOf = (id: string) => (id === '' ? undefined : findAnswerTemplate(tx, enterpriseId, reachChannelId, id));
  const code = await templateOf(codeTemplateId);
  if ((login === 'code' || codeTemplateId !== '') && (!code || codeKey(code) === undefined))
    faults.push(fieldError('codeTemplateId', 'page.code_template'));
  for (const [field, id, isNeeded] of [
    ['laterTemplateId', laterTemplateId, false],
    ['remindTemplateId', remindTemplateId, remindHours.length > 0],
  ] as const) {
    const template = await templateOf(id);
    if ((isNeeded || id !== '') && (!template || !addressKeys(template, base))) faults.push(fieldError(field, 'page.address_template'));
  }
  if (remindHours.some((hours, place) => hours <= (remindHours[place - 1] ?? 0)))
    faults.push(fieldError('remindHours', 'page.remind_order'));
  return faults;
}

/** Reminders with which a launch begins; null: none. */
export const remindersOf = ({ reachChannelId, remindTemplateId, remindHours }: EncapProperties): LaunchReminders | null =>
  remindHours.length === 0 ? null : { channelId: reachChannelId, templateId: remindTemplateId, hours: [...remindHours] };
export const remindersJson = (properties: EncapProperties): string | null => {
  const reminders = remindersOf(properties);
  return reminders && JSON.stringify(reminders);
};
