import { addressKeys, codeKey, pagesPath } from '@parley/contract';
import type { OutgoingTemplate } from '@parley/vendors';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { findAnswerTemplate } from '../../channel/door.ts';
import { findSingleLine, judge, type SingleLine, sendSingle } from '../../messaging/door.run.ts';
import { toOutgoing } from '../../messaging/door.talk.ts';

type Template = NonNullable<Awaited<ReturnType<typeof findAnswerTemplate>>>;
/** A message that is ready to go to one number. */
export type Reaching = { line: SingleLine; template: Template; content: OutgoingTemplate };

type To = { channelId: string; templateId: string; number: string };
async function prepare(
  ctx: EnterpriseContext,
  tx: Tx,
  { channelId, templateId, number }: To,
  valuesOf: (template: Template) => Record<string, string> | undefined,
): Promise<Reaching | undefined> {
  if (channelId === '' || templateId === '' || number === '') return undefined;
  const template = await findAnswerTemplate(tx, ctx.enterpriseId, channelId, templateId);
  const values = template && valuesOf(template);
  const line = values && (await findSingleLine(tx, ctx.enterpriseId, { channelId, number, channelIds: [] }));
  if (!template || !values || !line) return undefined;
  const { name, vendorTemplateId, language, category, components, extra } = template;
  const message = { template: { name, vendorTemplateId, language, category, components, extra }, media: null, cards: [], mapping: [] };
  return { line, template, content: toOutgoing(message, values) };
}

/** A code for a number. @returns undefined where the template takes none any more */
export const prepareCode = (ctx: EnterpriseContext, tx: Tx, to: To, code: string): Promise<Reaching | undefined> =>
  prepare(ctx, tx, to, (template) => {
    const key = codeKey(template);
    return key === undefined ? undefined : { [key]: code };
  });

/** The address of a page for a number. @returns undefined where the template takes none any more */
export const prepareAddress = (ctx: EnterpriseContext, tx: Tx, to: To, code: string): Promise<Reaching | undefined> => {
  const base = `${ctx.publicUrl()}${pagesPath}`;
  return prepare(ctx, tx, to, (template) => {
    const keys = addressKeys(template, base);
    if (!keys) return undefined;
    return { ...(keys.words ? { [keys.words]: `${base}${code}` } : {}), ...(keys.button ? { [keys.button]: code } : {}) };
  });
};

type How = { isSecret?: boolean; isMarketing?: boolean };
/** Sends it through the gate: one row of the ledger, whatever the gate says. @returns the row, and whether it was held back */
export async function sendReaching(
  ctx: EnterpriseContext,
  tx: Tx,
  { line, template: { templateId, category }, content }: Reaching,
  { isSecret = false, isMarketing = false }: How = {},
): Promise<{ messageId: string; isHeldBack: boolean }> {
  const { draft, reason } = await sendSingle(ctx, tx, line, {
    content,
    template: { templateId, category, hasMedia: true },
    missing: [],
    ...(isMarketing ? { purpose: 'marketing' as const } : {}),
    // A code that stood in the ledger could be read by everybody who may read reports.
    ...(isSecret ? { sealed: ctx.encrypt(JSON.stringify(content)) } : {}),
  });
  return { messageId: draft.messageId, isHeldBack: reason !== undefined };
}

/** Returns the moment from which something that nobody has asked for may leave to this number: behind its quiet hours. */
export async function mayLeaveAt(ctx: EnterpriseContext, tx: Tx, { line }: Reaching): Promise<Date> {
  const { channelId, type, state, address, customerId } = line;
  const way = {
    channel: { channelId, type, state },
    purpose: 'marketing' as const,
    template: { status: 'APPROVED' as const, hasMedia: true },
    ...{ resourceId: '', unique: null, isBlocked: null, isWindowClosed: false, quietHours: null },
  };
  const [judged] = await judge(ctx, tx, way, [{ address, given: address, customerId, missing: [] }]);
  return judged?.dueAt ?? ctx.now();
}
